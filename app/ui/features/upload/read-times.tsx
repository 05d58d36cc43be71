import { useId } from "react";
import type { ImportPreview } from "#app/core/domain/recording/import-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";

/** How the times of a transcript were had, and what the reader may say otherwise. */
export function ReadTimes({
  preview: { timing, clock, startedAt, unit, units },
  onChange,
}: {
  preview: ImportPreview;
  onChange: () => void;
}) {
  const { t } = useTranslation("upload");
  const { dateTime } = useFormat();
  const id = useId();
  return (
    <div className="grid gap-2 text-sm">
      {timing === "given" ? null : <p>{t(`read.timing.${timing}`)}</p>}
      {startedAt === null ? null : <p>{t("read.started", { time: dateTime(startedAt) })}</p>}
      {clock.kind === "day" && clock.first !== null ? (
        <p>{t("read.clock", { time: clock.first })}</p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {clock.choices.length < 2 ? null : (
          <label htmlFor={`${id}c`} className="grid gap-1">
            <span className="text-xs text-ink-muted">{t("read.clockChoice.label")}</span>
            <Select
              id={`${id}c`}
              name="clock"
              size="small"
              width="hug"
              value={clock.kind}
              onChange={onChange}
              options={clock.choices.map((value) => ({
                value,
                label: t(`read.clockChoice.${value}`),
              }))}
            />
          </label>
        )}
        {unit === null || units.length < 2 ? null : (
          <label htmlFor={`${id}u`} className="grid gap-1">
            <span className="text-xs text-ink-muted">{t("read.unit.label")}</span>
            <Select
              id={`${id}u`}
              name="unit"
              size="small"
              width="hug"
              value={unit}
              onChange={onChange}
              options={units.map((value) => ({
                value,
                label: t(`read.unit.${value}`),
              }))}
            />
          </label>
        )}
        {timing === "given" ? null : (
          <label htmlFor={`${id}m`} className="grid gap-1">
            <span className="text-xs text-ink-muted">{t("read.minutes")}</span>
            <input
              id={`${id}m`}
              name="minutes"
              type="number"
              inputMode="decimal"
              min={0.1}
              max={360}
              step="any"
              onBlur={(event) => {
                if (event.currentTarget.validity.valid) onChange();
              }}
              className={controlLook({ size: "small", className: "w-28" })}
            />
          </label>
        )}
      </div>
    </div>
  );
}
