import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import type { Side } from "#app/core/domain/views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import {
  drawLanes,
  fullLevel,
  LANE_HEIGHT,
  laneBars,
  laneLevels,
  spokenLevels,
} from "./draw-lanes.ts";
import type { ShadeLayer } from "./layers.ts";
import { useHasSound, usePlayer, usePlayerState, usePosition } from "./player-context.tsx";
import { useThemeTick } from "./use-theme-tick.ts";
import { useWidth } from "./use-width.ts";

const SHADES = {
  plain: "--surface-sunken",
  hatched: "--line-strong",
  chosen: "--surface-chosen",
  bleeped: "--ink",
} as const;
const STEP_MS = 5_000;
const PAGE_MS = 30_000;

export type LaneCanvasProps = {
  lanes: readonly LaneView[];
  peaks: ReadonlyMap<string, Int8Array>;
  shades: readonly Pick<ShadeLayer, "ranges" | "look" | "trackId">[];
};

/** The voices on one clock: what was heard, where we are, and a slider over it. */
export function LaneCanvas({ lanes, peaks, shades }: LaneCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const widthPx = useWidth(box);
  const durationMs = usePlayerState((state) => state.durationMs);
  const solo = usePlayerState((state) => state.solo);
  const theme = useThemeTick();

  const bars = useMemo(() => {
    const levels = lanes.map((lane) => {
      if (lane.spoken !== null) return spokenLevels(lane.spoken, { durationMs, widthPx });
      const found = peaks.get(lane.trackId);
      if (!found) return new Float32Array(0);
      return laneLevels({ peaks: found, offsetMs: lane.offsetMs }, { durationMs, widthPx });
    });
    // How loud a voice is and how much of a bar is spoken are no levels of one scale.
    const isSpoken = (at: number) => lanes[at]?.spoken != null;
    const full = fullLevel(levels.filter((_, at) => !isSpoken(at)));
    const fullSpoken = fullLevel(levels.filter((_, at) => isSpoken(at)));
    return levels.map((level, at) => laneBars(level, isSpoken(at) ? fullSpoken : full));
  }, [lanes, peaks, durationMs, widthPx]);

  useEffect(() => {
    if (canvas.current === null || widthPx === 0 || durationMs === 0) return;
    const style = getComputedStyle(canvas.current);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    drawLanes(canvas.current, {
      widthPx,
      durationMs,
      line: colour("--line"),
      shades: shades.map(({ ranges, look, trackId }) => ({
        ranges,
        colour: colour(SHADES[look]),
        isHatched: look === "hatched" || look === "bleeped",
        row: trackId === undefined ? null : lanes.findIndex((lane) => lane.trackId === trackId),
      })),
      lanes: lanes.map((lane, row) => ({
        bars: bars[row] ?? [],
        arrivedMs: lane.arrivedMs,
        colour: colour(
          solo === null || solo === lane.trackId ? voiceVariable(lane.side) : "--line-strong",
        ),
      })),
    });
  }, [bars, lanes, shades, widthPx, durationMs, solo, theme]);

  return (
    <div ref={box} className="relative touch-pan-y" style={{ height: lanes.length * LANE_HEIGHT }}>
      <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />
      <Playhead box={box} />
      <SeekSlider box={box} />
    </div>
  );
}

export function voiceVariable(side: Side | null): string {
  if (side === null) return "--ink-muted";
  return side === "R" ? "--us" : "--them";
}

/** The playhead, and a veil over what is still to be heard, which leaves it 42 % of its strength. */
function Playhead({ box }: { box: RefObject<HTMLDivElement> }) {
  const head = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  const durationMs = usePlayerState((state) => state.durationMs);
  const hasSound = useHasSound();
  const place = useCallback(
    (ms: number) => {
      if (!box.current || !head.current || durationMs === 0) return;
      const x = (ms / durationMs) * box.current.clientWidth;
      head.current.style.transform = `translateX(${x}px)`;
      if (veil.current) veil.current.style.transform = `translateX(${x}px)`;
    },
    [box, durationMs],
  );
  usePosition(place);
  const store = usePlayer();
  useEffect(() => {
    if (!box.current) return undefined;
    const watcher = new ResizeObserver(() => place(store.positionMs()));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [box, place, store]);
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {hasSound ? (
        <div className="absolute inset-0 overflow-hidden">
          <div
            ref={veil}
            className="size-full bg-surface-raised opacity-58 will-change-transform"
          />
        </div>
      ) : null}
      <div
        ref={head}
        className="absolute -top-1.5 bottom-0 -left-[0.75px] w-[1.5px] bg-ink will-change-transform"
      >
        <span className="absolute -top-0.5 left-1/2 size-[9px] -translate-x-1/2 rounded-full bg-ink" />
      </div>
    </div>
  );
}

/** Click, drag, arrows and Home/End move the position; a screen reader hears it in words. */
function SeekSlider({ box }: { box: RefObject<HTMLDivElement> }) {
  const { t } = useTranslation("player");
  const format = useFormat();
  const store = usePlayer();
  const slider = useRef<HTMLDivElement>(null);
  const hover = useRef<HTMLDivElement>(null);
  const durationMs = usePlayerState((state) => state.durationMs);
  const spoken = useCallback(
    (ms: number) =>
      t("spoken", { at: format.spokenDuration(ms), length: format.spokenDuration(durationMs) }),
    [t, format, durationMs],
  );
  const saidAt = useRef(-1);
  usePosition((ms) => {
    const second = Math.floor(ms / 1000);
    if (second === saidAt.current || !slider.current) return;
    saidAt.current = second;
    slider.current.setAttribute("aria-valuenow", String(second));
    slider.current.setAttribute("aria-valuetext", spoken(ms));
  });
  const timeAt = (event: PointerEvent) => {
    const frame = box.current?.getBoundingClientRect();
    if (!frame || frame.width === 0) return 0;
    return Math.min(1, Math.max(0, (event.clientX - frame.left) / frame.width)) * durationMs;
  };
  const point = (event: PointerEvent) => {
    const ms = timeAt(event);
    if (hover.current) {
      const width = box.current?.clientWidth ?? 0;
      const x = Math.min(width - 24, Math.max(24, (ms / Math.max(1, durationMs)) * width));
      hover.current.hidden = false;
      hover.current.style.transform = `translateX(calc(${x}px - 50%))`;
      hover.current.textContent = format.duration(ms);
    }
    if (event.buttons === 1 && event.currentTarget.hasPointerCapture(event.pointerId))
      store.seek(ms);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = sliderTarget(event.key, store.positionMs(), durationMs);
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    store.seek(to);
  };
  return (
    <>
      <div
        ref={slider}
        role="slider"
        tabIndex={0}
        aria-label={t("position")}
        aria-valuemin={0}
        aria-valuemax={Math.floor(durationMs / 1000)}
        aria-valuenow={0}
        aria-valuetext={spoken(0)}
        className="absolute inset-0 cursor-pointer rounded-mark"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          store.seek(timeAt(event));
        }}
        onPointerMove={point}
        onPointerLeave={() => {
          if (hover.current) hover.current.hidden = true;
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={hover}
        hidden
        aria-hidden="true"
        className="pointer-events-none absolute -top-2 left-0 z-10 rounded-chip bg-ink px-1.5 py-0.5 font-mono text-2xs text-surface-raised"
      />
    </>
  );
}

function sliderTarget(key: string, ms: number, durationMs: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return ms + STEP_MS;
    case "ArrowLeft":
    case "ArrowDown":
      return ms - STEP_MS;
    case "PageUp":
      return ms + PAGE_MS;
    case "PageDown":
      return ms - PAGE_MS;
    case "Home":
      return 0;
    case "End":
      return durationMs;
    default:
      return null;
  }
}
