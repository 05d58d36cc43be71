import { ticksTo } from "./ticks.ts";

export type Bar = {
  value: number;
  /** What it is of: bars of the past are lighter, the one that is looked at is ink. */
  look: "past" | "recent" | "now";
  /** Read out, and shown to who points at it. */
  text: string;
};
type Props = {
  label: string;
  bars: readonly Bar[];
  /** A dashed line across, with its word at its end. */
  line: { value: number; text: string } | null;
  /** Under the first bar of each look. */
  names: Partial<Record<Bar["look"], string>>;
};

const HIGH = 72;
const LOOK = { past: "bg-line-strong", recent: "bg-ink-muted", now: "bg-ink" };

/** One bar a week, the newest last. The keyboard goes through them as through a list. */
export function BarChart({ label, bars, line, names }: Props) {
  const top = ticksTo(Math.max(line?.value ?? 0, ...bars.map(({ value }) => value))).at(-1) ?? 1;
  const share = (value: number): string => `${Math.round((value / top) * 1000) / 10}%`;
  const first = (look: Bar["look"]) => bars.findIndex((bar) => bar.look === look);
  return (
    <div className="max-w-xl">
      <div className="relative" style={{ height: HIGH }}>
        {line === null ? null : (
          <span
            aria-hidden
            className="absolute inset-x-0 border-t border-dashed border-ink-soft"
            style={{ bottom: share(line.value) }}
          />
        )}
        <ul aria-label={label} className="flex h-full items-end gap-1">
          {bars.map(({ value, look, text }, at) => (
            // Weeks never move against each other.
            <li key={at} className="flex h-full min-w-0 flex-1 items-end" title={text}>
              <span
                aria-hidden
                className={`w-full rounded-t-mark ${LOOK[look]} ${look === "past" ? "border-t border-line-control" : ""}`}
                style={{ height: share(value), minHeight: value > 0 ? 2 : 0 }}
              />
              <span className="sr-only">{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <p aria-hidden className="relative mt-1 h-4 text-2xs text-ink-muted">
        {(["past", "recent", "now"] as const).map((look) => {
          const at = first(look);
          const name = names[look];
          return at < 0 || name === undefined ? null : (
            <span
              key={look}
              className={`absolute whitespace-nowrap ${look === "now" ? "right-0" : ""}`}
              {...(look === "now" ? {} : { style: { left: `${(at / bars.length) * 100}%` } })}
            >
              {name}
            </span>
          );
        })}
      </p>
      {line === null ? null : <p className="text-2xs text-ink-muted">{line.text}</p>}
    </div>
  );
}
