import { cva } from "class-variance-authority";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";

const BARS = 20;
const lit = cva("w-[3px] rounded-[1px]", { variants: { side: { us: "bg-us", them: "bg-them" } } });

type Props = {
  /** Whose level: "Mari, microphone". */
  label: string;
  /** 0–1. */
  level: number;
  side: "us" | "them";
};

/** How loud a voice is right now. */
export function Meter({ label, level, side }: Props) {
  const { t } = useTranslation("common");
  const { percent } = useFormat();
  const now = Math.min(1, Math.max(0, level));
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={now}
      aria-valuetext={t("meter.level", { percent: percent(now) })}
      className="inline-flex h-5 items-center gap-0.5"
    >
      {Array.from({ length: BARS }, (_, at) => (
        <span
          key={at}
          className={
            at < Math.round(now * BARS) ? lit({ side }) : "w-[3px] rounded-[1px] bg-line-strong"
          }
          style={{ height: `${30 + 60 * Math.abs(Math.sin(at * 1.7))}%` }}
        />
      ))}
    </span>
  );
}
