import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import type { Audience } from "./audience.ts";

/** A clip as it is being changed, until it is saved. */
export type Draft = {
  title: string;
  /** Null: no title card. */
  card: string | null;
  hasCaptions: boolean;
  visibility: Audience;
  labelIds: readonly string[];
  pieces: readonly RangeMs[];
  masks: readonly CutMask[];
};
export type Changed = keyof Draft;

/** The clip as it is kept; an audience that was asked for stays asked for. */
export const draftOf = (clip: ClipView): Draft => ({
  title: clip.title,
  card: clip.card,
  hasCaptions: clip.hasCaptions,
  visibility: clip.wanted?.visibility ?? clip.visibility,
  labelIds: clip.labels.map(({ id }) => id),
  pieces: clip.source?.pieces ?? [],
  masks: clip.source?.masks ?? [],
});

const ORDER: readonly Changed[] = [
  "pieces",
  "masks",
  "title",
  "card",
  "hasCaptions",
  "visibility",
  "labelIds",
];

/** What saving would change, in the order of the screen. */
export const changesOf = (draft: Draft, kept: Draft): Changed[] =>
  ORDER.filter((part) => JSON.stringify(plain(draft, part)) !== JSON.stringify(plain(kept, part)));

function plain(draft: Draft, part: Changed): unknown {
  if (part === "labelIds") return draft.labelIds.toSorted();
  if (part === "pieces") return draft.pieces.map(({ t0Ms, t1Ms }) => [t0Ms, t1Ms]);
  if (part === "masks")
    return draft.masks
      .map(({ participantId, t0Ms, t1Ms }) => [t0Ms, t1Ms, participantId ?? ""])
      .toSorted();
  const value = draft[part];
  return typeof value === "string" ? value.trim() : value;
}

/** A list with one entry taken to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = [...list];
  const [entry] = rest.splice(from, 1);
  return entry === undefined ? [...list] : rest.toSpliced(to, 0, entry);
}

export const wholeMs = (pieces: readonly RangeMs[]): number =>
  pieces.reduce((sum, { t0Ms, t1Ms }) => sum + Math.max(0, t1Ms - t0Ms), 0);

/** Masks that are in no piece are heard by nobody, and are kept for none. */
export const heardMasks = (
  masks: readonly CutMask[],
  pieces: readonly RangeMs[],
): readonly CutMask[] =>
  masks.filter((mask) => pieces.some(({ t0Ms, t1Ms }) => mask.t0Ms < t1Ms && mask.t1Ms > t0Ms));
