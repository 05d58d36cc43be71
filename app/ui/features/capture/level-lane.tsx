import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Meter } from "#app/ui/components/instrument/meter.tsx";
import { drawLiveLanes, LANE_HEIGHT, windowAt } from "./draw-live-lanes.ts";
import {
  createLevelTrack,
  FULL_LEVEL,
  LEVEL_MS,
  type LevelTrack,
  loudestIn,
  writeLevels,
} from "./level-track.ts";
import { useReducedMotion } from "./use-reduced-motion.ts";

/** Where a lane gets its voice: levels by tenths of a second, and the time they end now. */
export type LaneSource = { track: LevelTrack; nowMs: () => number };

type Props = {
  /** Whose lane: "Level of Mari". */
  label: string;
  side: "us" | "them";
  source: LaneSource;
};

/** One voice on its lane, moving left. Without motion, its level. */
export function LevelLane(props: Props) {
  return useReducedMotion() ? <StillLevel {...props} /> : <MovingLane {...props} />;
}

/**
 * Writes a level that only has a now into a lane's track.
 * @param read the level now, 0–1; asked ten times a second
 */
export function useLaneSource(read: () => number): LaneSource {
  const source = useMemo(() => {
    const start = performance.now();
    return { track: createLevelTrack(), nowMs: () => performance.now() - start };
  }, []);
  useEffect(() => {
    const timer = setInterval(
      () => writeLevels(source.track, source.nowMs(), [Math.round(read() * FULL_LEVEL)]),
      LEVEL_MS,
    );
    return () => clearInterval(timer);
  }, [source, read]);
  return source;
}

const levelNow = ({ track, nowMs }: LaneSource): number =>
  loudestIn(track, nowMs() - 3 * LEVEL_MS, nowMs());

function MovingLane({ label, side, source }: Props) {
  const { t } = useTranslation("common");
  const { percent } = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  const meter = useRef<HTMLDivElement>(null);
  useDrawing(canvas, side, source);
  useEffect(() => {
    // Ears are told once a second; with every frame it would only cost.
    const timer = setInterval(() => {
      const level = levelNow(source);
      meter.current?.setAttribute("aria-valuenow", level.toFixed(2));
      meter.current?.setAttribute("aria-valuetext", t("meter.level", { percent: percent(level) }));
    }, 1_000);
    return () => clearInterval(timer);
  }, [source, t, percent]);
  return (
    <div
      ref={meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={0}
      className="min-w-0"
    >
      <canvas ref={canvas} style={{ height: LANE_HEIGHT }} className="block w-full" />
    </div>
  );
}

function useDrawing(
  ref: RefObject<HTMLCanvasElement>,
  side: "us" | "them",
  { track, nowMs }: LaneSource,
): void {
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return undefined;
    const style = getComputedStyle(canvas);
    const timer = setInterval(() => {
      // Read each time: another window may get its style sheet, or its theme, later than its content.
      const colour = style.getPropertyValue(side === "us" ? "--us" : "--them");
      const line = style.getPropertyValue("--line");
      const widthPx = canvas.clientWidth;
      const view = windowAt(nowMs(), widthPx);
      drawLiveLanes(canvas, {
        widthPx,
        view,
        lanes: [{ track, colour, arrivedMs: 0 }],
        gaps: [],
        line,
        hatch: line,
      });
    }, LEVEL_MS);
    return () => clearInterval(timer);
  }, [ref, side, track, nowMs]);
}

function StillLevel({ label, side, source }: Props) {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setLevel(levelNow(source)), 250);
    return () => clearInterval(timer);
  }, [source]);
  return <Meter label={label} side={side} level={level} />;
}
