import type { Tx } from "#app/core/platform/db.server.ts";
import type { RangeMs } from "../views.ts";
import { decodeWords } from "../words/words-codec.ts";

/** So far an edge moves to that of a word (product §6). */
const SNAP_MS = 150;

/** Moves the edges of a range to those of the words next to them, where one is near: no word is cut through for nothing. */
export async function snapToWords(
  tx: Tx,
  { workspaceId, callId, durationMs }: { workspaceId: string; callId: string; durationMs: number },
  { t0Ms, t1Ms }: RangeMs,
): Promise<RangeMs> {
  const near = (ms: number) => ({ t0Ms: { lte: ms + SNAP_MS }, t1Ms: { gte: ms - SNAP_MS } });
  const current = await tx.transcript.findFirst({
    where: { workspaceId, callId, isCurrent: true },
    select: { baseId: true, number: true },
  });
  if (!current) return { t0Ms, t1Ms };
  const { baseId, number } = current;
  const found = await tx.segment.findMany({
    where: {
      ...{ workspaceId, baseId, isFinal: true, fromVersion: { lte: number } },
      AND: { OR: [{ toVersion: null }, { toVersion: { gt: number } }] },
      OR: [near(t0Ms), near(t1Ms)],
    },
    select: { t0Ms: true, text: true, words: true },
  });
  const words = found.flatMap((row) => decodeWords(row.words, row.text, row.t0Ms));
  const start = nearest(
    t0Ms,
    words.map(({ startMs }) => startMs),
  );
  const end = nearest(
    t1Ms,
    words.map(({ endMs }) => endMs),
  );
  const snapped = { t0Ms: Math.max(0, start), t1Ms: Math.min(durationMs, end) };
  return snapped.t1Ms > snapped.t0Ms ? snapped : { t0Ms, t1Ms };
}

function nearest(ms: number, edges: readonly number[]): number {
  const near = edges.filter((edge) => Math.abs(edge - ms) <= SNAP_MS);
  return near.toSorted((a, b) => Math.abs(a - ms) - Math.abs(b - ms))[0] ?? ms;
}
