import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import { asSystem, type Member } from "../access/actor.ts";
import { changeWorkspaceSettings, getWorkspaceSettings } from "../workspace-settings.server.ts";
import { readSettings } from "../workspace-settings.ts";
import { checkChain } from "./chain.server.ts";
import { record } from "./record.server.ts";
import type { KeepWish } from "./retention.schema.ts";
import { isShipped } from "./ship.server.ts";

const DAY_MS = 86_400_000;
/** For how many days entries are kept. @throws DomainError `forbidden` */
export async function getLogDays(actor: Member): Promise<number> {
  demand(actor, "systemlog.list");
  const { logs } = await getWorkspaceSettings(db, actor.workspaceId);
  return logs.days;
}

/** Keeps entries for another time from the next night on. @throws DomainError `forbidden` */
export async function keepLogs(actor: Member, { days }: KeepWish): Promise<void> {
  demand(actor, "workspace.manage");
  const id = actor.workspaceId;
  await db.$transaction(async (tx) => {
    const change = { part: "logs", value: { days }, seen: null } as const;
    const before = await changeWorkspaceSettings(tx, id, change);
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      { before: { logDays: before.days }, after: { logDays: days } },
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
    const until = new Date(now().getTime() - readSettings(stored).logs.days * DAY_MS);
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
