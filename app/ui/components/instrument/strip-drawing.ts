import { keep } from "#app/i18n/keep.ts";
import { decodeStrip, ourShare, runsOf, type StripRun } from "./strip-cells.ts";

/** `us`, `them`: the bars of a lane as one SVG path, empty when the side is silent; `share` as `ourShare`. */
export type StripDrawing = { cells: number; us: string; them: string; share: number | null };

const LANE_PX = 7;
const FULL_LEVEL = 15;
const US_TOP = 4;
const THEM_TOP = 15;
/** The stroke around a bar, in its colour and with round joins, is what makes its corners round (`bars` in app.css). */
const STROKE = 1;
/** Everybody who opens a list sees the same newest calls: their strips are drawn once. */
const KEPT = 2_000;
const kept = new Map<string, StripDrawing>();

/** Draws a stored strip, 150 cells in base64, into a box as wide as it has cells and 26 high. What is damaged is empty. */
export const drawStrip = (base64: string): StripDrawing =>
  keep(kept, KEPT, base64, () => {
    const cells = decodeStrip(base64);
    return {
      cells: cells.length,
      us: lanePath(runsOf(cells, "us"), US_TOP),
      them: lanePath(runsOf(cells, "them"), THEM_TOP),
      share: ourShare(cells),
    };
  });

const short = (n: number): number => Math.round(n * 10) / 10;

/** Bars in the middle of their lane, as high as they are loud; as short as SVG allows, a list has a thousand of them. */
function lanePath(runs: readonly StripRun[], top: number): string {
  let path = "";
  let [lastX, lastY] = [0, 0];
  for (const { from, to, level } of runs) {
    const height = 3 + (LANE_PX - 3) * Math.min(1, level / FULL_LEVEL);
    const w = Math.max(0, short(to - from - 0.25 - STROKE));
    const h = short(height - STROKE);
    const [x, y] = [short(from + STROKE / 2), short(top + (LANE_PX - h) / 2)];
    // A closed bar ends where it began: the next one is told from there.
    path += `m${short(x - lastX)} ${short(y - lastY)}h${w}v${h}h-${w}z`;
    [lastX, lastY] = [x, y];
  }
  return path;
}
