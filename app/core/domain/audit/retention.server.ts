import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import { asSystem, type Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { checkChain } from "./chain.server.ts";
import { record } from "./record.server.ts";
import type { KeepWish } from "./retention.schema.ts";
import { isShipped } from "./ship.server.ts";

const DAY_MS = 86_400_000;
/** product §6: 400 days, from 7 days to ten years. */
const DEFAULT_DAYS = 400;

/** What `workspace.settings` says of logs; what cannot be read is as if it were not set. */
const settings = z
  .looseObject({
    logs: z
      .object({ days: z.int().min(7).max(3_650) })
      .optional()
      .catch(undefined),
  })
  .catch({});
const daysIn = (stored: unknown): number => settings.parse(stored).logs?.days ?? DEFAULT_DAYS;

/** For how many days entries are kept. @throws DomainError `forbidden` */
export async function getLogDays(actor: Member): Promise<number> {
  demand(actor, "systemlog.list");
  const { settings: stored } = await db.workspace.findUniqueOrThrow({
    where: { id: actor.workspaceId },
    select: { settings: true },
  });
  return daysIn(stored);
}

/** Keeps entries for another time from the next night on. @throws DomainError `forbidden`, `conflict` */
export async function keepLogs(actor: Member, { days }: KeepWish): Promise<void> {
  demand(actor, "workspace.manage");
  const id = actor.workspaceId;
  await db.$transaction(async (tx) => {
    const { settings: stored, version } = await tx.workspace.findUniqueOrThrow({
      where: { id },
      select: { settings: true, version: true },
    });
    const { count } = await tx.workspace.updateMany({
      where: { id, version },
      data: {
        settings: { ...settings.parse(stored), logs: { days } },
        version: { increment: 1 },
      },
    });
    if (count === 0) throw new DomainError("conflict", { "": ["changed_meanwhile"] });
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      { before: { logDays: daysIn(stored) }, after: { logDays: days } },
    );
  });
}

/**
 * Takes away what is older than its workspace keeps (product §26), as an entry of its own. A chain that does not hold
 * is not cut: what was done to it would go with its beginning. Neither is one that a sink has not got yet.
 * @returns how many entries went
 */
export async function cutOldLogs(): Promise<number> {
  const workspaces = await db.workspace.findMany({ select: { id: true, settings: true } });
  let gone = 0;
  for (const { id, settings: stored } of workspaces) {
    const until = new Date(now().getTime() - daysIn(stored) * DAY_MS);
    const old = await db.auditEntry.findFirst({
      where: { workspaceId: id, createdAt: { lt: until } },
      select: { id: true },
    });
    if (!old) continue;
    const { brokenAt, unsealed } = await checkChain(id);
    if (brokenAt !== null || unsealed > 0 || !(await isShipped(id, until))) continue;
    gone += await db.$transaction(async (tx) => {
      const [cut] = await tx.$queryRaw<{ gone: number }[]>`
        SELECT audit_cut(${id}::uuid, ${until})::int AS gone`;
      const entries = cut?.gone ?? 0;
      if (entries > 0)
        await record(tx, asSystem(id, "sweep.night"), "log.cut", undefined, {
          after: { entries, until: until.toISOString() },
        });
      return entries;
    });
  }
  return gone;
}
