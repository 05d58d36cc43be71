import type { RangeMs } from "#app/core/domain/views.ts";
import { heardAbove, PEAK_MS } from "#app/core/domain/call/quiet.ts";

export const LANE_HEIGHT = 46;
const BAR = 2;
const PITCH = 3;
const LOWEST = 6;
const HIGHEST = 36;

/** One bar of a lane: where it stands and how high, in CSS pixels. */
export type Bar = { x: number; height: number };

/**
 * How much is heard under each bar of a lane, 0–127: the mean of the moments that are over the
 * lane's silence, counted over the whole stretch, so that pauses inside it lower the bar and the
 * rhythm of the call stays visible. 0 where the stretch is silent.
 */
export function laneLevels(
  lane: { peaks: Int8Array; offsetMs: number },
  view: { durationMs: number; widthPx: number },
): Float32Array {
  const { durationMs, widthPx } = view;
  if (durationMs <= 0 || widthPx < BAR) return new Float32Array(0);
  const levels = new Float32Array(Math.floor((widthPx - BAR) / PITCH) + 1);
  const limit = heardAbove(lane.peaks);
  const msPerBar = (durationMs / widthPx) * PITCH;
  for (let bar = 0; bar < levels.length; bar++) {
    const from = Math.floor((bar * msPerBar - lane.offsetMs) / PEAK_MS);
    const to = Math.max(from + 1, Math.ceil(((bar + 1) * msPerBar - lane.offsetMs) / PEAK_MS));
    let heard = 0;
    for (let at = Math.max(0, from); at < to; at++) {
      const peak = lane.peaks[at] ?? 0;
      if (peak > limit) heard += peak;
    }
    levels[bar] = heard / (to - from);
  }
  return levels;
}

/** The same for a lane that is known from its words alone: how much of each bar is spoken, 0–100. */
export function spokenLevels(
  spoken: readonly RangeMs[],
  view: { durationMs: number; widthPx: number },
): Float32Array {
  const { durationMs, widthPx } = view;
  if (durationMs <= 0 || widthPx < BAR) return new Float32Array(0);
  const levels = new Float32Array(Math.floor((widthPx - BAR) / PITCH) + 1);
  const msPerBar = (durationMs / widthPx) * PITCH;
  for (const { t0Ms, t1Ms } of spoken) {
    const last = Math.min(levels.length - 1, Math.floor(t1Ms / msPerBar));
    for (let bar = Math.max(0, Math.floor(t0Ms / msPerBar)); bar <= last; bar++) {
      const from = Math.max(t0Ms, bar * msPerBar);
      const to = Math.min(t1Ms, (bar + 1) * msPerBar);
      const share = (100 * Math.max(0, to - from)) / msPerBar;
      levels[bar] = Math.min(100, (levels[bar] ?? 0) + share);
    }
  }
  return levels;
}

/** The level that counts as full height: the 98th percentile of all lanes, so that one cough flattens nobody. */
export function fullLevel(lanes: readonly Float32Array[]): number {
  const heard = lanes
    .flatMap((levels) => [...levels].filter((level) => level > 0))
    .sort((a, b) => a - b);
  return Math.max(1, heard[Math.min(heard.length - 1, Math.floor(heard.length * 0.98))] ?? 1);
}

/** Bars for the levels that are heard, on a square root so that soft speech is seen. */
export function laneBars(levels: Float32Array, full: number): Bar[] {
  const bars: Bar[] = [];
  levels.forEach((level, bar) => {
    if (level === 0) return;
    const height = LOWEST + Math.sqrt(Math.min(1, level / full)) * (HIGHEST - LOWEST);
    bars.push({ x: bar * PITCH, height });
  });
  return bars;
}

/** `arrivedMs`: when this voice came; its line begins there. */
export type LanePaint = { bars: readonly Bar[]; colour: string; arrivedMs: number };
/** `row`: of one lane alone. */
export type Shade = {
  ranges: readonly RangeMs[];
  colour: string;
  isHatched: boolean;
  row: number | null;
};

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
    const x = Math.max(0, (lane.arrivedMs / scene.durationMs) * scene.widthPx);
    pen.fillRect(x, middle - 0.5, scene.widthPx - x, 1);
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
  const top = shade.row === null ? 4 : shade.row * LANE_HEIGHT + 4;
  const bottom = shade.row === null ? height - 4 : (shade.row + 1) * LANE_HEIGHT - 4;
  for (const range of shade.ranges) {
    const x = range.t0Ms * pxPerMs;
    const width = Math.max(1.5, (range.t1Ms - range.t0Ms) * pxPerMs);
    if (!shade.isHatched) {
      pen.fillRect(x, top, width, bottom - top);
      continue;
    }
    for (let y = top; y < bottom; y += 4) pen.fillRect(x, y, width, 1.5);
  }
}
