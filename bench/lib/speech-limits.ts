import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Figure, type Goal, judge, report } from "./figures.ts";

const BENCH = "speech";
const goal = z.object({ op: z.enum(["<=", ">="]), value: z.number() });
const file = new URL("../speech-limits.json", import.meta.url);

/** What recognition must reach: bench/speech-limits.json, by the set of figures and the figure's name. */
export type Limits = Record<string, Record<string, Goal>>;
export const readLimits = (): Limits =>
  z.record(z.string(), z.record(z.string(), goal)).parse(JSON.parse(readFileSync(file, "utf8")));

type Measured = Pick<Figure, "unit" | "note" | "of"> & { value: number; ours?: number[] };

/** Holds figures against their limits, and knows at the end which limit was never looked at. */
export type Judge = {
  /** @param name tells it from other figures of the set; the set's own name when left out @throws Error without a limit */
  figure: (set: string, figure: string, measured: Measured, name?: string) => void;
  /** A limit that nothing was held against fails the run: a figure that is gone would pass for ever. */
  end: () => void;
};

/** @param sets of which every limit has to be looked at */
export function openJudge(limits: Limits, sets: readonly string[]): Judge {
  const open = new Set(
    sets.flatMap((set) => Object.keys(limits[set] ?? {}).map((figure) => `${set}-${figure}`)),
  );
  return {
    figure(set, figure, { value, ours = [value], ...rest }, name = set) {
      const limit = limits[set]?.[figure];
      if (limit === undefined) throw new Error(`speech-limits.json has no ${set} ${figure}`);
      open.delete(`${set}-${figure}`);
      judge({ bench: BENCH, case: `${name}-${figure}`, ours, value, goal: limit, ...rest });
    },
    end() {
      for (const name of open)
        report({ bench: BENCH, case: name, unit: "", ours: [], result: "failed", note: NOT_HELD });
    },
  };
}

const NOT_HELD = "nothing was held against this limit";
