import type { Side } from "../views.ts";

/** A place where the searched words were said; `marks` are [start, end) offsets into `text`. */
export type Snippet = {
  t0Ms: number;
  speaker: string;
  side: Side | null;
  text: string;
  marks: [number, number][];
};

/**
 * Where else than in what was said the words stand. Of Highlights `t0Ms` is when what they quote was said, and `field`
 * what they took it for ("discount"), a key of the `summary` catalogue. A comment is named, and has a time where it is
 * pinned to one.
 */
export type Reason = {
  place: "title" | "company" | "person" | "owner" | "label" | "comment" | "highlights";
  t0Ms: number | null;
  field: string | null;
  commentId?: string;
  text: string;
  marks: [number, number][];
};
