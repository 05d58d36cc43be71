import type { Tx } from "#app/core/platform/db.server.ts";
import { publishCallChanged, publishPipelineChanged } from "../call/call-changed.server.ts";
import { renamedUntitled } from "./call-name.ts";
import type { CallRef } from "./live-call.server.ts";

/** Somebody came: a call that nobody gave a title is called after them as well. */
export async function renameUntitled(tx: Tx, { workspaceId, callId }: CallRef): Promise<void> {
  const call = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: {
      title: true,
      startedAt: true,
      createdAt: true,
      owner: { select: { language: true, timeZone: true } },
      workspace: { select: { languages: true, timeZone: true } },
      participants: {
        where: { role: { not: "coach" } },
        orderBy: { lane: "asc" },
        select: { name: true },
      },
    },
  });
  const title = renamedUntitled(call.title, {
    names: call.participants.map(({ name }) => name),
    startedAt: call.startedAt ?? call.createdAt,
    language: spokenBy(call.owner, call.workspace),
    timeZone: call.owner.timeZone ?? call.workspace.timeZone,
  });
  if (title === null || title === call.title) return;
  await tx.call.updateMany({
    where: { workspaceId, id: callId },
    data: { title, version: { increment: 1 } },
  });
  await publishCallChanged(tx, callId, "state");
  await publishPipelineChanged(tx, { workspaceId, callId });
}

/** The language a member reads Parley in. */
export const spokenBy = (
  member: { language: string | null },
  workspace: { languages: readonly string[] },
): "en" | "ja" => ((member.language ?? workspace.languages[0]) === "ja" ? "ja" : "en");
