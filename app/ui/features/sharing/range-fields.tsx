import { useEffect, useState } from "react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { RangeSlider } from "#app/ui/components/primitive/slider.tsx";
import { parseTimeParam } from "#app/ui/features/player/clock.ts";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { Choice } from "./choice.tsx";

type Props = {
  durationMs: number;
  /** Null: the whole call. */
  range: RangeMs | null;
  onChange: (range: RangeMs | null) => void;
};

/** A part that is offered where none was chosen yet. */
const OFFERED_MS = 30_000;
const SECOND_MS = 1_000;

/** Which part of the call is shared: by thumbs, by times, or from where the player stands. */
export function RangeFields({ durationMs, range, onChange }: Props) {
  const { t } = useTranslation("share");
  const { duration, spokenDuration } = useFormat();
  const store = usePlayer();
  const offered = (): RangeMs => {
    const t0Ms = Math.min(store.positionMs(), Math.max(0, durationMs - OFFERED_MS));
    return { t0Ms: Math.floor(t0Ms), t1Ms: Math.min(durationMs, Math.floor(t0Ms) + OFFERED_MS) };
  };
  const move = (change: Partial<RangeMs>) => {
    if (range === null) return;
    const next = { ...range, ...change };
    const t0Ms = Math.max(0, Math.min(next.t0Ms, durationMs - SECOND_MS));
    onChange({ t0Ms, t1Ms: Math.min(durationMs, Math.max(next.t1Ms, t0Ms + SECOND_MS)) });
  };
  return (
    <>
      <Choice
        label={t("what")}
        options={[
          [t("part"), range !== null, false, () => onChange(range ?? offered())],
          [t("whole"), range === null, false, () => onChange(null)],
        ]}
      />
      {range === null ? null : (
        <>
          <RangeSlider
            label={t("range")}
            thumbLabels={[t("from"), t("to")]}
            min={0}
            max={Math.ceil(durationMs / SECOND_MS)}
            value={[Math.floor(range.t0Ms / SECOND_MS), Math.ceil(range.t1Ms / SECOND_MS)]}
            say={(seconds) => spokenDuration(seconds * SECOND_MS)}
            onChange={([from, to]) =>
              move({
                ...(from !== Math.floor(range.t0Ms / SECOND_MS) && { t0Ms: from * SECOND_MS }),
                ...(to !== Math.ceil(range.t1Ms / SECOND_MS) && { t1Ms: to * SECOND_MS }),
              })
            }
          />
          <div className="flex flex-wrap items-end gap-2">
            <Time label={t("from")} ms={range.t0Ms} onTime={(t0Ms) => move({ t0Ms })} />
            <Button size="small" onClick={() => move({ t0Ms: Math.floor(store.positionMs()) })}>
              {t("startHere")}
            </Button>
            <Time label={t("to")} ms={range.t1Ms} onTime={(t1Ms) => move({ t1Ms })} />
            <Button size="small" onClick={() => move({ t1Ms: Math.ceil(store.positionMs()) })}>
              {t("endHere")}
            </Button>
            <span className="font-mono text-xs text-ink-muted">
              {duration(range.t1Ms - range.t0Ms)}
            </span>
          </div>
        </>
      )}
    </>
  );
}

type TimeProps = { label: string; ms: number; onTime: (ms: number) => void };

/** A time that is taken once it can be read. */
function Time({ label, ms, onTime }: TimeProps) {
  const { t } = useTranslation("share");
  const { duration } = useFormat();
  const [text, setText] = useState(duration(ms));
  const isWrong = parseTimeParam(text) === null;
  useEffect(() => setText(duration(ms)), [ms, duration]);
  const take = () => {
    const read = parseTimeParam(text);
    if (read !== null && duration(read) !== duration(ms)) onTime(read);
  };
  return (
    <label className="grid gap-1 text-xs text-ink-muted">
      {label}
      <input
        value={text}
        inputMode="numeric"
        aria-invalid={isWrong}
        title={isWrong ? t("invalidTime") : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take();
        }}
        className={controlLook({ className: "w-20 font-mono" })}
      />
    </label>
  );
}
