import { useEffect, useId, useRef, useState } from "react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { RangeSlider } from "#app/ui/components/primitive/slider.tsx";
import { parseTimeParam } from "#app/ui/features/player/clock.ts";
import { usePlayer, usePosition } from "#app/ui/features/player/player-context.tsx";
import { Choice } from "./choice.tsx";

type Props = {
  durationMs: number;
  /** Null: the whole call. */
  range: RangeMs | null;
  onChange: (range: RangeMs | null) => void;
  /** By the workspace's rules. */
  mayWhole: boolean;
  mayPart: boolean;
};

/** A part that is offered where none was chosen yet. */
export const OFFERED_MS = 30_000;
const SECOND_MS = 1_000;
const wholeSecond = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS;

/** Which part of the call is shared: by thumbs, by times, or from where the player stands. */
export function RangeFields({ durationMs, range, onChange, mayWhole, mayPart }: Props) {
  const { t } = useTranslation("share");
  const { duration, spokenDuration } = useFormat();
  const store = usePlayer();
  const offered = (): RangeMs => {
    const t0Ms = Math.min(store.positionMs(), Math.max(0, durationMs - OFFERED_MS));
    return { t0Ms: Math.floor(t0Ms), t1Ms: Math.min(durationMs, Math.floor(t0Ms) + OFFERED_MS) };
  };
  const [hereMs, setHere] = useState(() => wholeSecond(store.positionMs()));
  usePosition((ms) => setHere(wholeSecond(ms)));
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
          [t("part"), range !== null, !mayPart, () => onChange(range ?? offered())],
          [t("whole"), range === null, !mayWhole, () => onChange(null)],
        ]}
      />
      {mayPart && mayWhole ? null : (
        <p className="text-xs text-ink-muted">{t(mayPart ? "wholeOff" : "partOff")}</p>
      )}
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
            <Button size="small" onClick={() => move({ t0Ms: hereMs })}>
              {t("startHere", { time: duration(hereMs) })}
            </Button>
            <Time label={t("to")} ms={range.t1Ms} onTime={(t1Ms) => move({ t1Ms })} />
            <Button size="small" onClick={() => move({ t1Ms: hereMs })}>
              {t("endHere", { time: duration(hereMs) })}
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

/** A time that is taken once it can be read; one that cannot keeps the form from being sent. */
function Time({ label, ms, onTime }: TimeProps) {
  const { t } = useTranslation("share");
  const { duration } = useFormat();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(duration(ms));
  const [isSaid, setSaid] = useState(false);
  const isWrong = parseTimeParam(text) === null;
  const note = t("invalidTime");
  useEffect(() => setText(duration(ms)), [ms, duration]);
  useEffect(() => field.current?.setCustomValidity(isWrong ? note : ""), [isWrong, note]);
  const take = () => {
    setSaid(isWrong);
    const read = parseTimeParam(text);
    if (read !== null && duration(read) !== duration(ms)) onTime(read);
    else if (read !== null) setText(duration(ms));
  };
  return (
    <div className="grid gap-1 text-xs text-ink-muted">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        value={text}
        inputMode="numeric"
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onInvalid={(event) => {
          // Said below the field, in the page's own words, as every other mistake.
          event.preventDefault();
          setSaid(true);
          event.currentTarget.focus();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take();
        }}
        className={controlLook({ className: "w-20 font-mono" })}
      />
      <span id={`${id}-note`} role="alert" className="text-danger empty:hidden">
        {isWrong && isSaid ? note : null}
      </span>
    </div>
  );
}
