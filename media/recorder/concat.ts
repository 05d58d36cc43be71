import { PAGE_PACKETS } from "./ogg.ts";

/** Ours are 20 ms, all of them. */
export const PACKET_MS = 20;
/** A new subscription's first moments may be concealed ones. */
export const SETTLE_MS = 1000;
/** What a piece should reach beyond the span it fills, since its end may be cut to the next page. */
export const PIECE_TAIL_MS = PAGE_PACKETS * PACKET_MS;

/** A file of sound and its place; `packets` from `countPackets`, not from what was piped (live R12). */
export type Part = {
  file: string;
  startMs: number;
  packets: number;
  /** Replaces what other parts have in its span: a span of a safety copy, or of a mix made again. */
  isPiece?: boolean;
  /** So long after its start an older part still counts; `SETTLE_MS` where nothing else is said. */
  settleMs?: number;
};

/** In packets; `skip` of the file are left out at its start, `whole` are in it. */
export type Placed = { file: string; from: number; packets: number; skip: number; whole: number };

/**
 * Lays parts on one line of packets. Where two overlap, because one attempt took over from another, the older
 * one counts for another second while the newer finds its feet, then the newer one, unless it lies within the
 * older. A piece counts in any case.
 * @returns in order, without overlaps; `from` since the call's zero
 */
export function placeParts(parts: readonly Part[]): Placed[] {
  const sorted = parts
    .filter(({ packets }) => packets > 0)
    .map(({ file, startMs, packets, isPiece = false, settleMs = SETTLE_MS }) => {
      const from = Math.max(0, Math.round(startMs / PACKET_MS));
      const settle = Math.round(settleMs / PACKET_MS);
      return { isPiece, settle, placed: { file, from, packets, skip: 0, whole: packets } };
    })
    .sort((a, b) => a.placed.from - b.placed.from || b.placed.packets - a.placed.packets);
  let line: Placed[] = [];
  for (const { isPiece, settle, placed: part } of sorted) {
    const before = line.at(-1);
    const beforeEnd = before ? before.from + before.packets : 0;
    if (isPiece || (before && part.from + part.packets <= beforeEnd)) continue;
    const overlap = Math.max(0, Math.min(beforeEnd - part.from, settle));
    const skip = overlap - (overlap % PAGE_PACKETS);
    const from = part.from + skip;
    if (before) before.packets = Math.min(before.packets, from - before.from);
    if (before?.packets === 0) line.pop();
    line.push({ ...part, from, skip, packets: part.packets - skip });
  }
  for (const { isPiece, placed } of sorted) if (isPiece) line = lay(line, placed);
  return line;
}

function lay(line: readonly Placed[], piece: Placed): Placed[] {
  const out: Placed[] = [];
  const own = { ...piece };
  const end = piece.from + piece.packets;
  for (const part of line) {
    const partEnd = part.from + part.packets;
    if (partEnd <= piece.from || part.from >= end) {
      out.push(part);
      continue;
    }
    if (part.from < piece.from) out.push({ ...part, packets: piece.from - part.from });
    if (partEnd <= end) continue;
    const after = part.skip + end - part.from;
    const floor = after - (after % PAGE_PACKETS);
    const isRoom = part.from + floor - part.skip > piece.from;
    const skip = isRoom ? floor : floor + PAGE_PACKETS;
    const from = part.from + skip - part.skip;
    if (from < partEnd) out.push({ ...part, from, skip, packets: partEnd - from });
    own.packets = Math.min(own.packets, from - own.from);
  }
  return [...out, own].sort((a, b) => a.from - b.from);
}
