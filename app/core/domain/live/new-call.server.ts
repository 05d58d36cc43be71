import type { Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { spokenBy } from "./untitled-call.server.ts";
import { nameOfUntitled } from "./call-name.ts";

/**
 * What a call that begins now takes from its owner: the team, the language, and what it is called without a title.
 * @param zone of the page it is started on, whose day its name has; the owner's where none is known
 */
export async function ownerOfNewCall(
  tx: Tx,
  { workspaceId, memberId }: Member,
  zone: string | null,
) {
  const { primaryTeamId, language, timeZone, workspace } = await tx.member.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: memberId } },
    select: {
      primaryTeamId: true,
      language: true,
      timeZone: true,
      workspace: { select: { languages: true, timeZone: true } },
    },
  });
  return {
    teamId: primaryTeamId,
    language: language ?? workspace.languages[0] ?? "en",
    /** After its people and its day, in the owner's language. */
    untitled: (names: readonly string[], startedAt: Date): string =>
      nameOfUntitled({
        names: [...names],
        startedAt,
        language: spokenBy({ language }, workspace),
        timeZone: zone ?? timeZone ?? workspace.timeZone,
      }),
  };
}
