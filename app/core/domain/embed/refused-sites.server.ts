import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { tryOnce } from "#app/core/platform/rate-limit.server.ts";
import { isCovered, readOrigin } from "../origins.ts";
import type { Embed } from "./embed.server.ts";

const KEPT_MS = 7 * 86_400_000;
/** Of one key, the newest: anyone who has it can make sites up. */
const MOST_KEPT = 20;
const NOTES = { name: "embed-refusal", points: 60, seconds: 3_600 };

const cutoff = () => new Date(now().getTime() - KEPT_MS);

/**
 * Notes a site that asked for a player and may not frame it. Its browser shows an empty frame and says why only in its
 * console, so the maker of the key reads it beside the key.
 * @param page the address that asked, as the browser names it; null or a bad one is ignored
 */
export async function noteRefusedSite(embed: Embed, page: string | null): Promise<void> {
  const origin = readOrigin(URL.parse(page ?? "")?.origin ?? "");
  if (origin === null || origin === new URL(env().appUrl).origin) return;
  if (isCovered(origin, embed.origins)) return;
  const { keyId } = embed;
  const { workspaceId } = embed.link;
  if ((await tryOnce(NOTES, keyId)) > 0) return;
  await db.embedRefusal.upsert({
    where: { workspaceId_keyId_origin: { workspaceId, keyId, origin } },
    create: { workspaceId, keyId, origin, seenAt: now() },
    update: { seenAt: now() },
  });
  const kept = await db.embedRefusal.findMany({
    where: { workspaceId, keyId },
    orderBy: [{ seenAt: "desc" }, { origin: "asc" }],
    take: MOST_KEPT,
    select: { origin: true },
  });
  await db.embedRefusal.deleteMany({
    where: { workspaceId, keyId, origin: { notIn: kept.map((one) => one.origin) } },
  });
}

/** Sites of the last seven days that were refused, by key; the newest first. */
export async function listRefusedSites(
  workspaceId: string,
  keyIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await db.embedRefusal.findMany({
    where: { workspaceId, keyId: { in: [...keyIds] }, seenAt: { gte: cutoff() } },
    orderBy: [{ seenAt: "desc" }, { origin: "asc" }],
    select: { keyId: true, origin: true },
  });
  const byKey = Map.groupBy(found, ({ keyId }) => keyId);
  return new Map(
    [...byKey].map(([keyId, sites]) => [keyId, sites.map(({ origin }) => origin)] as const),
  );
}

/** Those that are older than is shown. @returns how many */
export async function deleteOldRefusals(): Promise<number> {
  const { count } = await db.embedRefusal.deleteMany({ where: { seenAt: { lt: cutoff() } } });
  return count;
}
