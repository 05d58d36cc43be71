import { heardIn, type LevelTrack } from "./level-track.ts";

export const LANE_HEIGHT = 46;
const BAR = 2;
const PITCH = 3;
/** One bar stands for this long: three minutes across a wide screen, forty-five seconds on a phone. */
export const BAR_MS = 500;
const LOWEST = 4;
const HIGHEST = 36;

export type LiveBar = { x: number; height: number };
/** What lies between the left edge of the lanes and now. */
export type LiveWindow = { fromMs: number; toMs: number };

/** The stretch a width shows when it ends now. */
export function windowAt(nowMs: number, widthPx: number): LiveWindow {
  return { fromMs: nowMs - (widthPx / PITCH) * BAR_MS, toMs: nowMs };
}

/**
 * Bars of one voice. Each belongs to a fixed half second of the call, so they move left as a whole and do
 * not flicker; the newest one grows at the right edge.
 */
export function liveBars(track: LevelTrack, { fromMs, toMs }: LiveWindow): LiveBar[] {
  const bars: LiveBar[] = [];
  const pxPerMs = PITCH / BAR_MS;
  for (let bar = Math.max(0, Math.floor(fromMs / BAR_MS)); bar * BAR_MS < toMs; bar++) {
    const level = heardIn(track, bar * BAR_MS, (bar + 1) * BAR_MS);
    if (level === 0) continue;
    bars.push({
      x: (bar * BAR_MS - fromMs) * pxPerMs,
      height: LOWEST + Math.sqrt(level) * (HIGHEST - LOWEST),
    });
  }
  return bars;
}

/** Whole minutes inside the window, in pixels from its left edge; closer ones where it is short. */
export function minuteTicks(view: LiveWindow, widthPx: number): { x: number; ms: number }[] {
  const step = widthPx < 480 ? 15_000 : 30_000;
  const pxPerMs = PITCH / BAR_MS;
  const ticks: { x: number; ms: number }[] = [];
  for (let ms = Math.max(0, Math.ceil(view.fromMs / step) * step); ms <= view.toMs; ms += step)
    ticks.push({ ms, x: (ms - view.fromMs) * pxPerMs });
  return ticks;
}

export type LiveScene = {
  widthPx: number;
  view: LiveWindow;
  lanes: readonly { track: LevelTrack; colour: string }[];
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
  scene.lanes.forEach(({ track, colour }, row) => {
    const middle = row * LANE_HEIGHT + LANE_HEIGHT / 2;
    pen.fillStyle = scene.line;
    pen.fillRect(0, middle - 0.5, widthPx, 1);
    pen.fillStyle = colour;
    pen.beginPath();
    for (const bar of liveBars(track, view))
      pen.roundRect(bar.x, middle - bar.height / 2, BAR, bar.height, 1);
    pen.fill();
  });
}

function drawGaps(pen: CanvasRenderingContext2D, scene: LiveScene, height: number): void {
  const pxPerMs = PITCH / BAR_MS;
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
