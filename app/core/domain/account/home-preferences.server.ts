import * as z from "zod";
import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { homePreferencesSchema, MOST_LEFT } from "./home-preferences.schema.ts";
import type { HomeMetricKey, HomePreferences } from "./home-preferences.ts";

const stored = z.object({ home: z.unknown() });

/** What the actor chose for their first page. */
export async function findHomePreferences({
  workspaceId,
  memberId,
}: Member): Promise<HomePreferences> {
  const found = await db.member.findFirst({
    where: { workspaceId, id: memberId },
    select: { preferences: true },
  });
  return readHome(found?.preferences);
}

const readHome = (preferences: unknown): HomePreferences => {
  const home = stored.safeParse(preferences).data?.home;
  return homePreferencesSchema.parse(typeof home === "object" && home !== null ? home : {});
};

/** Keeps which three numbers Home shows. @throws DomainError `forbidden`, `validation_failed` (third: already_chosen) */
export async function chooseHomeMetrics(
  actor: Member,
  { first, second, third }: Record<"first" | "second" | "third", HomeMetricKey>,
): Promise<void> {
  const metrics = [first, second, third];
  if (new Set(metrics).size < metrics.length)
    throw new DomainError("validation_failed", { third: ["already_chosen"] });
  await keep(actor, () => ({ metrics }));
}

/** Puts the first steps away, or brings them back. @throws DomainError `forbidden` */
export const hideSteps = (actor: Member, hidesSteps: boolean): Promise<void> =>
  keep(actor, () => ({ hidesSteps }));

/** Keeps that the nameless words of a call, which the actor was authorised on, are let be. @throws DomainError `forbidden` */
export const keepLeftSpeaker = (actor: Member, callId: string, isLeft: boolean): Promise<void> =>
  keep(actor, ({ left }) => {
    const others = left.filter((id) => id !== callId);
    return { left: isLeft ? [...others, callId].slice(-MOST_LEFT) : others };
  });

/** How a member sees their own page; no deed for a log. Two tabs at once: each changes what the other wrote. */
async function keep(
  actor: Member,
  change: (home: HomePreferences) => Partial<HomePreferences>,
): Promise<void> {
  demand(actor, "preferences.update");
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ preferences: unknown }[]>`
      SELECT preferences FROM member WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid FOR NO KEY UPDATE`;
    const before = readHome(row?.preferences);
    const home = { ...before, ...change(before) };
    await tx.$executeRaw`
      UPDATE member SET preferences = preferences || ${JSON.stringify({ home })}::jsonb
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid`;
  });
}
