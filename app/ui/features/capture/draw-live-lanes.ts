import { heardIn, type LevelTrack } from "./level-track.ts";

export const LANE_HEIGHT = 46;
const BAR = 2;
const PITCH = 3;
/** One bar of a full window stands for this long: three minutes across a wide screen, forty-five seconds on a phone. */
export const BAR_MS = 500;
/** A call that has just begun shows this much, and then ever more until the window is full. */
const FIRST_MS = 30_000;
/** What one bar may stand for: levels come by tenths of a second. */
const BAR_STEPS_MS = [100, 200, 250];
/** Between two times under the lanes. */
const TICK_STEPS_MS = [5_000, 10_000, 15_000];
const TICK_PX = 72;
const LOWEST = 4;
const HIGHEST = 36;

export type LiveBar = { x: number; height: number };
/** What lies between the left edge of the lanes and now. */
export type LiveWindow = { fromMs: number; toMs: number };

/** The stretch a width shows when it ends now: all of a young call, the newest part of an older one. */
export function windowAt(nowMs: number, widthPx: number): LiveWindow {
  const fullMs = (widthPx / PITCH) * BAR_MS;
  return { fromMs: nowMs - Math.min(fullMs, Math.max(FIRST_MS, nowMs)), toMs: nowMs };
}

const scaleOf = ({ fromMs, toMs }: LiveWindow, widthPx: number): number =>
  widthPx / Math.max(1, toMs - fromMs);

/**
 * Bars of one voice. Each belongs to a fixed stretch of the call, so they move left as a whole and do
 * not flicker; the newest one grows at the right edge.
 */
export function liveBars(track: LevelTrack, view: LiveWindow, widthPx: number): LiveBar[] {
  const { fromMs, toMs } = view;
  const bars: LiveBar[] = [];
  const pxPerMs = scaleOf(view, widthPx);
  const barMs = BAR_STEPS_MS.find((ms) => ms * pxPerMs >= PITCH) ?? BAR_MS;
  for (let bar = Math.max(0, Math.floor(fromMs / barMs)); bar * barMs < toMs; bar++) {
    const level = heardIn(track, bar * barMs, (bar + 1) * barMs);
    if (level === 0) continue;
    bars.push({
      x: (bar * barMs - fromMs) * pxPerMs,
      height: LOWEST + Math.sqrt(level) * (HIGHEST - LOWEST),
    });
  }
  return bars;
}

/** Round times inside the window, in pixels from its left edge; closer ones where it is short. */
export function minuteTicks(view: LiveWindow, widthPx: number): { x: number; ms: number }[] {
  const pxPerMs = scaleOf(view, widthPx);
  const step = TICK_STEPS_MS.find((ms) => ms * pxPerMs >= TICK_PX) ?? 30_000;
  const ticks: { x: number; ms: number }[] = [];
  for (let ms = Math.max(0, Math.ceil(view.fromMs / step) * step); ms <= view.toMs; ms += step)
    ticks.push({ ms, x: (ms - view.fromMs) * pxPerMs });
  return ticks;
}

export type LiveLane = {
  track: LevelTrack;
  colour: string;
  /** When this voice came, on the call's clock: before it there is no silence either. Null: not yet. */
  arrivedMs: number | null;
};

/** Where the line of a voice begins, in pixels from the left edge. */
export function arrivalX(arrivedMs: number | null, view: LiveWindow, widthPx: number): number {
  if (arrivedMs === null) return widthPx;
  const x = (arrivedMs - view.fromMs) * scaleOf(view, widthPx);
  return Math.min(widthPx, Math.max(0, x));
}

export type LiveScene = {
  widthPx: number;
  view: LiveWindow;
  lanes: readonly LiveLane[];
  /** Paused or not recorded: hatched, for nothing of it is kept. */
  gaps: readonly { t0Ms: number; t1Ms: number | null }[];
  line: string;
  hatch: string;
};

/** Draws all voices, one under the other, at the screen's own sharpness. */
export function drawLiveLanes(canvas: HTMLCanvasElement, scene: LiveScene): void {
  const { widthPx, view } = scene;
  const height = scene.lanes.length * LANE_HEIGHT;
  if (widthPx === 0 || height === 0) return;
  const sharp = window.devicePixelRatio || 1;
  const [width, tall] = [Math.round(widthPx * sharp), Math.round(height * sharp)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== tall) canvas.height = tall;
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  pen.setTransform(width / widthPx, 0, 0, tall / height, 0, 0);
  pen.clearRect(0, 0, widthPx, height);
  drawGaps(pen, scene, height);
  scene.lanes.forEach(({ track, colour, arrivedMs }, row) => {
    const middle = row * LANE_HEIGHT + LANE_HEIGHT / 2;
    pen.fillStyle = scene.line;
    const x = arrivalX(arrivedMs, view, widthPx);
    pen.fillRect(x, middle - 0.5, widthPx - x, 1);
    pen.fillStyle = colour;
    pen.beginPath();
    for (const bar of liveBars(track, view, widthPx))
      pen.roundRect(bar.x, middle - bar.height / 2, BAR, bar.height, 1);
    pen.fill();
  });
}

function drawGaps(pen: CanvasRenderingContext2D, scene: LiveScene, height: number): void {
  const pxPerMs = scaleOf(scene.view, scene.widthPx);
  pen.fillStyle = scene.hatch;
  for (const { t0Ms, t1Ms } of scene.gaps) {
    const from = Math.max(scene.view.fromMs, t0Ms);
    const to = Math.min(scene.view.toMs, t1Ms ?? scene.view.toMs);
    if (to <= from) continue;
    const x = (from - scene.view.fromMs) * pxPerMs;
    const width = Math.max(1.5, (to - from) * pxPerMs);
    for (let y = 4; y < height - 4; y += 4) pen.fillRect(x, y, width, 1.5);
  }
}
