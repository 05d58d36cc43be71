import type { RangeMs } from "#app/core/domain/call/call-views.ts";
import { heardAbove, PEAK_MS } from "./skip.ts";

export const LANE_HEIGHT = 46;
const BAR = 2;
const PITCH = 3;
const LOWEST = 6;
const HIGHEST = 36;

/** One bar of a lane: where it stands and how high, in CSS pixels. */
export type Bar = { x: number; height: number };

/** Loudness that counts as full height: the 98th percentile, so that one cough flattens nobody. */
export function loudest(lanes: readonly Int8Array[]): number {
  const counts = new Uint32Array(128);
  let heard = 0;
  for (const peaks of lanes) {
    for (const peak of peaks) {
      if (peak <= 2) continue;
      counts[peak] = (counts[peak] ?? 0) + 1;
      heard += 1;
    }
  }
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value] ?? 0;
    if (heard > 0 && seen >= heard * 0.98) return Math.max(8, value);
  }
  return 127;
}

/**
 * The bars of one lane: the loudest moment under each, on a square root so that soft speech is
 * seen. A bar whose whole stretch is silence does not exist: the rhythm of the call stays visible.
 */
export function laneBars(
  lane: { peaks: Int8Array; offsetMs: number },
  view: { durationMs: number; widthPx: number; full: number },
): Bar[] {
  const { durationMs, widthPx, full } = view;
  const bars: Bar[] = [];
  if (durationMs <= 0 || widthPx <= 0) return bars;
  const limit = heardAbove(lane.peaks);
  const msPerPx = durationMs / widthPx;
  for (let x = 0; x + BAR <= widthPx; x += PITCH) {
    const from = Math.floor((x * msPerPx - lane.offsetMs) / PEAK_MS);
    const to = Math.max(from + 1, Math.ceil(((x + PITCH) * msPerPx - lane.offsetMs) / PEAK_MS));
    let peak = 0;
    for (let at = Math.max(0, from); at < to; at++) peak = Math.max(peak, lane.peaks[at] ?? 0);
    if (peak <= limit) continue;
    const height = LOWEST + Math.sqrt(Math.min(1, peak / full)) * (HIGHEST - LOWEST);
    bars.push({ x, height });
  }
  return bars;
}

export type LanePaint = { bars: readonly Bar[]; colour: string };
export type Shade = { ranges: readonly RangeMs[]; colour: string; isHatched: boolean };

/** Draws all lanes, one under the other, at the screen's own sharpness. */
export function drawLanes(
  canvas: HTMLCanvasElement,
  scene: {
    widthPx: number;
    durationMs: number;
    lanes: readonly LanePaint[];
    shades: readonly Shade[];
    line: string;
  },
): void {
  const sharp = window.devicePixelRatio || 1;
  const height = scene.lanes.length * LANE_HEIGHT;
  canvas.width = Math.round(scene.widthPx * sharp);
  canvas.height = Math.round(height * sharp);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(canvas.width / scene.widthPx, canvas.height / height);
  for (const shade of scene.shades) drawShade(pen, shade, scene.widthPx / scene.durationMs, height);
  scene.lanes.forEach((lane, row) => {
    const middle = row * LANE_HEIGHT + LANE_HEIGHT / 2;
    pen.fillStyle = scene.line;
    pen.fillRect(0, middle - 0.5, scene.widthPx, 1);
    pen.fillStyle = lane.colour;
    pen.beginPath();
    for (const bar of lane.bars) {
      pen.roundRect(bar.x, middle - bar.height / 2, BAR, bar.height, 1);
    }
    pen.fill();
  });
}

function drawShade(pen: CanvasRenderingContext2D, shade: Shade, pxPerMs: number, height: number) {
  pen.fillStyle = shade.colour;
  for (const range of shade.ranges) {
    const x = range.t0Ms * pxPerMs;
    const width = Math.max(1.5, (range.t1Ms - range.t0Ms) * pxPerMs);
    if (!shade.isHatched) {
      pen.fillRect(x, 4, width, height - 8);
      continue;
    }
    for (let y = 4; y < height - 4; y += 4) pen.fillRect(x, y, width, 1.5);
  }
}
