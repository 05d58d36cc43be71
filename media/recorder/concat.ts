import type { FfmpegPlan } from "#media/ffmpeg/plan/plan.ts";

/** Ours are 20 ms, all of them. */
export const PACKET_MS = 20;
/** Of the file of silence. */
export const SILENCE_PACKETS = 3000;

/** A file of sound and its place; `packets` from `countPackets`, not from what was piped (live R12). */
export type Part = { file: string; startMs: number; packets: number };

type Placed = { file: string; from: number; packets: number; whole: number };

/**
 * Lays parts on one line of packets: where two overlap the later one counts from its start on, unless it lies
 * within the earlier one.
 * @returns in order, without overlaps; `from` in packets since the call's zero
 */
export function placeParts(parts: readonly Part[]): Placed[] {
  const line: Placed[] = [];
  const sorted = parts
    .filter(({ packets }) => packets > 0)
    .map(({ file, startMs, packets }) => {
      return { file, from: Math.max(0, Math.round(startMs / PACKET_MS)), packets, whole: packets };
    })
    .sort((a, b) => a.from - b.from || b.packets - a.packets);
  for (const part of sorted) {
    const before = line.at(-1);
    if (before && part.from + part.packets <= before.from + before.packets) continue;
    if (before) before.packets = Math.min(before.packets, part.from - before.from);
    if (before?.packets === 0) line.pop();
    line.push(part);
  }
  return line;
}

/**
 * A list for ffmpeg's concat demuxer: parts, with silence between and around them, all by stream copy.
 * @param silence name of a file of `SILENCE_PACKETS` silent packets
 * @param packets length of the result; parts that end later are not cut
 */
export function concatList(parts: readonly Part[], silence: string, packets = 0): string {
  const out = ["ffconcat version 1.0"];
  let done = 0;
  const add = (file: string, count: number, whole: number) => {
    out.push(`file '${file}'`);
    // Half a packet early, or one packet too many is taken.
    if (count < whole)
      out.push(`outpoint ${((count * PACKET_MS - PACKET_MS / 2) / 1000).toFixed(3)}`);
    done += count;
  };
  const fill = (to: number) => {
    while (done < to) add(silence, Math.min(to - done, SILENCE_PACKETS), Number.POSITIVE_INFINITY);
  };
  for (const { file, from, packets: count, whole } of placeParts(parts)) {
    fill(from);
    add(file, count, whole);
  }
  fill(packets);
  return `${out.join("\n")}\n`;
}

/** Copies the packets of a list into one file; their times are counted anew, which lays them on the call clock. */
export function concatPlan(list: string, output: string): FfmpegPlan {
  return {
    inputs: [{ name: list, demuxer: "concat", options: [] }],
    outputs: [
      {
        name: output,
        options: [
          ...["-map", "0:a:0", "-c", "copy", "-bsf:a", "setts=ts=N*960"],
          ...["-map_metadata", "-1", "-f", "ogg"],
        ],
      },
    ],
  };
}
