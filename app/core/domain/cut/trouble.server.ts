import { RETRY_AFTER_SECONDS } from "#app/core/jobs/define.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { notifyOfFullDisk } from "../notification/notify-members.server.ts";

/** What broke an attempt off, as `causeOf` of the worker tells. */
export type CutTrouble =
  | { kind: "wait"; cause: string }
  | { kind: "fail"; cause: string; detail: string; isTransient: boolean };

/** As much of a program's complaint is kept. */
const MOST_DETAIL = 2_000;

/**
 * How an attempt stands that made nothing. A missing part makes it wait for the sweep, a trouble of the machine is tried
 * again after 30 s, 5 min and 30 min, everything else stands until somebody asks again.
 * @param tries attempts that were counted before this one; a wait counts none
 * @returns `waitSeconds` to the next attempt; undefined where none is to be sent
 */
export function endedBy(trouble: CutTrouble, tries: number) {
  const { cause } = trouble;
  if (trouble.kind === "wait")
    return { data: { state: "queued" as const, cause, detail: null }, waitSeconds: undefined };
  const detail = trouble.detail.slice(0, MOST_DETAIL);
  const waitSeconds = trouble.isTransient ? RETRY_AFTER_SECONDS[tries] : undefined;
  return waitSeconds === undefined
    ? { data: { state: "failed" as const, cause, detail }, waitSeconds }
    : { data: { state: "queued" as const, cause, detail, tries: tries + 1 }, waitSeconds };
}

/** Notifies admins where a trouble is theirs to clear: a full disk. */
export async function notifyOfTrouble(
  tx: Tx,
  workspaceId: string,
  { cause }: CutTrouble,
): Promise<void> {
  if (cause === "storage_full") await notifyOfFullDisk(tx, workspaceId);
}
