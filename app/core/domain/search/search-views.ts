import type { Side } from "../views.ts";

/** A place where the searched words were said; `marks` are [start, end) offsets into `text`. */
export type Snippet = {
  t0Ms: number;
  speaker: string;
  side: Side | null;
  text: string;
  marks: [number, number][];
};
