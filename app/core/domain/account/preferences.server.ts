import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DEFAULT_LIST, type ListSettings } from "./list-settings.ts";
import { arranged, type ListLook } from "./list-settings.schema.ts";
import { readPlayerSettings } from "./player-settings.schema.ts";
import type { PlayerSettings } from "./player-settings.ts";
import { countTry } from "./tries.server.ts";

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

/** How the actor plays calls. */
export async function findPlayerSettings({
  workspaceId,
  memberId,
}: Member): Promise<PlayerSettings> {
  const found = await db.member.findFirst({
    where: { workspaceId, id: memberId },
    select: { preferences: true },
  });
  return readPlayerSettings(found?.preferences);
}

/** Keeps how the actor plays calls, for every browser of theirs; no deed for a log. @throws DomainError `forbidden`, `rate_limited` */
export async function savePlayerSettings(actor: Member, player: PlayerSettings): Promise<void> {
  demand(actor, "preferences.update");
  const { workspaceId, memberId } = actor;
  await countTry({ counter: "player-settings", key: `${workspaceId}:${memberId}` });
  await db.$executeRaw`
    UPDATE member SET preferences = preferences || ${JSON.stringify({ player })}::jsonb
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid`;
}

/** How the actor wants the recordings drawn; no deed for a log. @throws DomainError `forbidden` */
export async function saveListLook(actor: Member, look: ListLook): Promise<void> {
  const density = look.press === "reset" ? DEFAULT_LIST.density : look.density;
  await keepList(actor, { columns: arranged(look), density });
}

/** Which saved view opens by itself; null for none. @throws DomainError `forbidden` */
export async function keepDefaultView(actor: Member, viewId: string | null): Promise<void> {
  await keepList(actor, { viewId });
}

async function keepList(actor: Member, change: Partial<ListSettings>): Promise<void> {
  demand(actor, "preferences.update");
  const { workspaceId, memberId } = actor;
  await db.$executeRaw`
    UPDATE member SET preferences = jsonb_set(preferences, '{recordings}', coalesce(preferences->'recordings', '{}'::jsonb) || ${JSON.stringify(change)}::jsonb)
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid`;
}
