import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";

/** Keeps a member's language with their profile, so that every device speaks it. */
export async function savePreferences(
  actor: Member,
  { language }: { language?: "en" | "ja" },
): Promise<void> {
  if (language === undefined) return;
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await tx.member.updateMany({ where: { workspaceId, id: memberId }, data: { language } });
    await record(
      tx,
      actor,
      "preferences.changed",
      { kind: "member", id: memberId },
      { before: { language: actor.language }, after: { language } },
    );
  });
}
