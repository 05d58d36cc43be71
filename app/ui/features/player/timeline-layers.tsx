import type { LucideIcon } from "lucide-react";
import { useMemo, useRef, type ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { rulerMarks } from "./clock.ts";
import { groupPins } from "./group-pins.ts";
import { usePlayer, usePlayerState } from "./player-context.tsx";
import { useWidth } from "./use-width.ts";

/** Names on the left, the clock on the right: every row of the timeline stands in the same two columns. */
export const TIMELINE_ROW =
  "grid grid-cols-[74px_minmax(0,1fr)] pr-3.5 desk:grid-cols-[164px_minmax(0,1fr)]";

/** A row of the timeline with its name. */
export function LayerRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div aria-hidden="true" className={`${TIMELINE_ROW} h-[22px]`}>
      <span className="truncate pl-2.5 text-2xs leading-[22px] text-ink-muted desk:pl-3.5">
        {name}
      </span>
      <div className="relative">{children}</div>
    </div>
  );
}

export type Stretch = { t0Ms: number; t1Ms: number; label: string };

/** Stretches of the call with their names in them; a press goes to the beginning. A list beside it says the same. */
export function StretchRow({ name, stretches }: { name: string; stretches: readonly Stretch[] }) {
  const store = usePlayer();
  const durationMs = usePlayerState((state) => state.durationMs);
  if (stretches.length === 0 || durationMs === 0) return null;
  return (
    <LayerRow name={name}>
      {stretches.map(({ t0Ms, t1Ms, label }) => (
        <button
          key={`${t0Ms} ${label}`}
          type="button"
          tabIndex={-1}
          title={label}
          onClick={() => store.seek(t0Ms)}
          className="absolute top-1 h-3.5 truncate first-letter:uppercase rounded-mark border border-line bg-surface-sunken px-1 text-left text-[10px] leading-3 text-ink-soft"
          style={{
            left: `${(t0Ms / durationMs) * 100}%`,
            width: `max(3px, calc(${((t1Ms - t0Ms) / durationMs) * 100}% - 2px))`,
          }}
        >
          {label}
        </button>
      ))}
    </LayerRow>
  );
}

export type Pin = { id: string; t0Ms: number; label: string; icon: LucideIcon };

/** Moments of the call; where they crowd, one pin stands for several. A list beside it says the same. */
export function PinRow({ name, pins }: { name: string; pins: readonly Pin[] }) {
  const { t } = useTranslation("player");
  const format = useFormat();
  const store = usePlayer();
  const durationMs = usePlayerState((state) => state.durationMs);
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const groups = useMemo(() => groupPins(pins, durationMs, widthPx), [pins, durationMs, widthPx]);
  if (durationMs === 0 || pins.length === 0) return null;
  return (
    <LayerRow name={name}>
      <div ref={box} className="absolute inset-0">
        {groups.map(([first, ...others]) => {
          const Glyph = first.icon;
          const what = `${format.duration(first.t0Ms)} ${first.label}`;
          return (
            <button
              key={first.id}
              type="button"
              tabIndex={-1}
              title={others.length === 0 ? what : t("moreHere", { what, count: others.length })}
              onClick={() => store.seek(first.t0Ms)}
              className="absolute -top-px grid size-6 -translate-x-1/2 place-items-center rounded-control text-ink-soft hover:bg-surface-hover"
              style={{ left: `${(first.t0Ms / durationMs) * 100}%` }}
            >
              <Glyph size={14} strokeWidth={2} aria-hidden />
              {others.length === 0 ? null : (
                <span className="absolute -top-0.5 right-0 text-[9px] leading-none">
                  {others.length + 1}
                </span>
              )}
            </button>
          );
        })}
      </div>
    </LayerRow>
  );
}

/** Half of "6:00:00": a mark that begins nearer to the end than this would stand outside the panel. */
const MARK_HALF_PX = 24;

/** The clock under the lanes. */
export function Ruler({ durationMs }: { durationMs: number }) {
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const marks = rulerMarks(durationMs, widthPx === 0 ? 420 : widthPx, widthPx > 600 ? 100 : 56);
  const isAtEnd = (ms: number) => (1 - ms / durationMs) * widthPx < MARK_HALF_PX;
  return (
    <div
      aria-hidden="true"
      className={`${TIMELINE_ROW} h-5 font-mono text-2xs leading-5 font-medium text-ink-muted`}
    >
      <span />
      <div ref={box} className="relative">
        {marks.map((ms) => (
          <span
            key={ms}
            className={`absolute first:translate-x-0 ${isAtEnd(ms) ? "-translate-x-full" : "-translate-x-1/2"}`}
            style={{ left: `${durationMs === 0 ? 0 : (ms / durationMs) * 100}%` }}
          >
            {format.duration(ms)}
          </span>
        ))}
      </div>
    </div>
  );
}
