import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { notifyWorkspaceAdmins } from "#app/core/domain/notification/notify-members.server.ts";
import { blobFolder } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";

type Level = "on" | "limited" | "off";
const LEVELS = ["on", "limited", "off"] as const satisfies Level[];
/** Share of the disk in use from which a level holds (product §27). */
const LIMITED = 0.8;
const FULL = 0.95;
/** A level is left only this far below its mark, so that use that moves about the mark is one crossing. */
const SLACK = 0.02;

/** Share of the disk under the media that is in use, 0–1; null where they lie in a bucket or the system does not say. */
async function usedShare(): Promise<number | null> {
  const folder = blobFolder();
  if (folder === null) return null;
  return statfs(folder).then(
    ({ blocks, bavail }) => (blocks > 0 ? 1 - bavail / blocks : null),
    () => null,
  );
}

const levelAt = (used: number): Level =>
  used >= FULL ? "off" : used >= LIMITED ? "limited" : "on";

/** @param before the level that held until now */
function levelOf(used: number, before: Level): Level {
  const now = levelAt(used);
  return LEVELS.indexOf(now) < LEVELS.indexOf(before) ? levelAt(used + SLACK) : now;
}

/**
 * Looks how full the disk under the media is, says so on Home, and tells the admins of every workspace once when it
 * crosses 80 % and 95 %.
 * @param measure tests give their own
 * @returns how many workspaces were told
 */
export async function watchStorage(measure = usedShare): Promise<number> {
  const used = await measure();
  if (used === null) return 0;
  const key = { name: "storage", node: hostname() };
  const known = await db.partState.findUnique({ where: { name_node: key } });
  const before = LEVELS.find((level) => level === known?.state) ?? "on";
  const level = levelOf(used, before);
  await saveComponentStatus(key.name, key.node, level, { percent: String(Math.floor(used * 100)) });
  if (LEVELS.indexOf(level) <= LEVELS.indexOf(before)) return 0;
  const kind = level === "off" ? "storage_95" : "storage_80";
  const workspaces = await db.workspace.findMany({
    where: { deletedAt: null },
    select: { id: true },
  });
  // Two nodes that look at the same disk say the same on the same day.
  const values = { day: now().toISOString().slice(0, 10) };
  for (const { id } of workspaces)
    await db.$transaction((tx) => notifyWorkspaceAdmins(tx, id, { kind, values }));
  return workspaces.length;
}
