import type { MomentView } from "#app/core/pages/playback-views.ts";
import type { Side } from "#app/core/domain/views.ts";

/** What the list may be narrowed to. `all` of a side includes what is nobody's in particular. */
export type SideChoice = "all" | Side;
export type MomentGroupKey =
  | "questionsOfThem"
  | "questionsOfUs"
  | "questionsOfAll"
  | "promise"
  | "tracker"
  | "coach_mark"
  | "filler";
export type MomentGroup = { key: MomentGroupKey; moments: readonly MomentView[] };

const ORDER: readonly MomentGroupKey[] = [
  "questionsOfUs",
  "questionsOfThem",
  "questionsOfAll",
  "promise",
  "tracker",
  "coach_mark",
  "filler",
];

/** The group a moment stands in; null for topics, which are stretches and not moments. */
export function groupOf({ kind, side }: Pick<MomentView, "kind" | "side">): MomentGroupKey | null {
  if (kind === "topic") return null;
  if (kind !== "question") return kind;
  if (side === null) return "questionsOfAll";
  return side === "R" ? "questionsOfUs" : "questionsOfThem";
}

/** Moments by kind and side in the order of the panel, groups without any left out. */
export function groupMoments(moments: readonly MomentView[]): MomentGroup[] {
  return ORDER.flatMap((key) => {
    const inside = moments.filter((moment) => groupOf(moment) === key);
    return inside.length === 0 ? [] : [{ key, moments: inside }];
  });
}

/** How many moments each side has. */
export function countSides(moments: readonly MomentView[]): Record<SideChoice, number> {
  const counted = moments.filter((moment) => groupOf(moment) !== null);
  const of = (wanted: Side) => counted.filter(({ side }) => side === wanted).length;
  return { all: counted.length, R: of("R"), C: of("C") };
}

export const isOfSide = ({ side }: Pick<MomentView, "side">, choice: SideChoice): boolean =>
  choice === "all" || side === choice;
