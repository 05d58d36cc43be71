import type { JournalLine } from "#media/recorder/journal.ts";
import { familyOf } from "#tests/faults/processes.ts";
import { type BenchRoom, cpuSeconds } from "./live-rooms.ts";

/** What went wrong in recordings, counted over all of them. */
export type Recorded = {
  /** Lines that say that sound was lost on the way in. */
  gaps: number;
  /** Each of them in words: who, when, how long, why. */
  gapsSaid: string[];
  /** Samples that came too late for the mix. */
  late: number;
  /** Publications without a file, or with one that is shorter than the call. */
  missing: number;
  /** Encoders that died, faults of the program, ends that nobody asked for. */
  faults: number;
};

/** Gaps, late samples, what was not recorded, faults. */
export const lossesOf = ({ gaps, late, missing, faults }: Recorded): number[] => [
  gaps,
  late,
  missing,
  faults,
];

/** Shorter than it should be by more than this is a loss. */
const SHORT_MS = 1_500;

export function judgeRecording(
  rooms: readonly BenchRoom[],
  people: number,
  forS: number,
): Recorded {
  const sum: Recorded = { gaps: 0, gapsSaid: [], late: 0, missing: 0, faults: 0 };
  for (const room of rooms) {
    const lines = room.lines();
    const of = <T extends JournalLine["type"]>(type: T) =>
      lines.filter((line): line is Extract<JournalLine, { type: T }> => line.type === type);
    const gaps = of("gap");
    sum.gaps += gaps.length;
    for (const { id, fromMs, toMs, cause } of gaps)
      sum.gapsSaid.push(
        `${cause} ${Math.round(toMs - fromMs)} ms at ${Math.round(fromMs / 1000)} s of ${room.name}/${id}`,
      );
    sum.late += of("end").at(-1)?.late ?? 0;
    sum.faults +=
      of("fault").length +
      of("segEnd").filter(({ why }) => why !== "stop" && why !== "eos").length +
      (of("end").length === 1 ? 0 : 1);
    const whole = of("segEnd").filter(
      ({ source, samples }) => source === "microphone" && samples / 48 >= forS * 1000 - SHORT_MS,
    );
    sum.missing += people - new Set(whole.map(({ id }) => id)).size;
  }
  return sum;
}

/** Time of the processors that recorders and all their children take from now on, encoders that end included. */
export function watchCost(recorders: readonly number[]): { end: () => number } {
  const cost = (): number =>
    recorders.reduce(
      (sum, pid) =>
        sum +
        [pid, ...familyOf(pid).map((child) => child.pid)].reduce(
          (all, one) => all + cpuSeconds(one),
          0,
        ),
      0,
    );
  const before = cost();
  return { end: () => cost() - before };
}
