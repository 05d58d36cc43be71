import { Link } from "#app/ui/components/primitive/link.tsx";
import { ticksAround, ticksTo } from "./ticks.ts";

export type LinePoint = {
  /** Under the axis, short: "24 Aug". */
  label: string;
  /** Null: nothing was counted there. */
  value: number | null;
  before: number | null;
  /** Said of the point, and where it leads. */
  text: string;
  to: string;
};
type Props = {
  label: string;
  points: readonly LinePoint[];
  now: string;
  before: string;
  /** `past`: the second course is an earlier time, and both begin at zero. `voices`: ours and theirs, on their own span. */
  look?: "past" | "voices";
};

const LOOK = {
  past: { now: "stroke-ink", before: "stroke-ink-muted", dash: "2 3", dot: "bg-ink" },
  voices: { now: "stroke-us", before: "stroke-them", dash: "none", dot: "bg-us" },
};

const HIGH = 176;
const TOP = 10;
const FLOOR = 150;

/**
 * Two courses over the same weeks: now drawn through, before dotted. Each point of now is a link that the keyboard
 * reaches. Across, places are shares of the width, so that nothing is measured; text stands beside the drawing.
 */
export function LineChart({ label, points, now, before, look = "past" }: Props) {
  const values = points.flatMap(({ value, before: was }) => [value ?? [], was ?? []].flat());
  // Voices keep room around them: a difference of one word a minute is no mountain.
  const ticks =
    look === "past"
      ? ticksTo(Math.max(0, ...values))
      : ticksAround(Math.min(...values) * 0.95, Math.max(...values) * 1.05);
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  const colours = LOOK[look];
  const x = (at: number): number => (points.length < 2 ? 50 : (at / (points.length - 1)) * 100);
  const y = (value: number): number => FLOOR - ((value - least) / (most - least)) * (FLOOR - TOP);
  const path = (values: readonly (number | null)[]): string =>
    values
      .flatMap((value, at) => (value === null ? [] : [`${x(at)} ${y(value)}`]))
      .map((place, at) => `${at === 0 ? "M" : "L"}${place}`)
      .join("");
  const every = Math.ceil(points.length / 7);
  return (
    <div>
      <p aria-hidden className="mb-1 flex flex-wrap gap-x-4 text-xs text-ink-muted">
        <Key text={now} look={look === "past" ? "now" : "us"} />
        <Key text={before} look={look === "past" ? "before" : "them"} />
      </p>
      <div role="group" aria-label={label} className="relative mr-4 ml-9" style={{ height: HIGH }}>
        <svg
          viewBox={`0 0 100 ${HIGH}`}
          preserveAspectRatio="none"
          aria-hidden
          className="absolute inset-0 size-full overflow-visible"
        >
          {ticks.map((tick) => (
            <path
              key={tick}
              d={`M0 ${y(tick)}H100`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path
            d={path(points.map((one) => one.before))}
            fill="none"
            className={colours.before}
            strokeWidth={look === "past" ? "1.25" : "1.75"}
            strokeDasharray={colours.dash}
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={path(points.map((one) => one.value))}
            fill="none"
            className={colours.now}
            strokeWidth="1.75"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {ticks.map((tick) => (
          <span
            key={tick}
            aria-hidden
            className="absolute right-full mr-2 -translate-y-1/2 font-mono text-2xs text-ink-muted"
            style={{ top: y(tick) }}
          >
            {tick}
          </span>
        ))}
        {points.map((point, at) => (
          <span key={point.text}>
            {point.value === null ? null : (
              <Link
                to={point.to}
                aria-label={point.text}
                title={point.text}
                className={`absolute grid size-6 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full ${dense(points.length)}`}
                style={{ left: `${x(at)}%`, top: y(point.value) }}
              >
                <span className={`size-[7px] rounded-full ${colours.dot}`} />
              </Link>
            )}
            {look === "voices" && point.before !== null ? (
              <span
                aria-hidden
                className="absolute size-[7px] -translate-x-1/2 -translate-y-1/2 bg-them"
                style={{ left: `${x(at)}%`, top: y(point.before) }}
              />
            ) : null}
            {at % every === 0 ? (
              <span
                aria-hidden
                className={`absolute text-2xs whitespace-nowrap text-ink-muted ${(at / every) % 2 === 1 ? "max-desk:hidden" : ""} ${at === points.length - 1 ? "-translate-x-full" : "-translate-x-1/2"}`}
                style={{ left: `${x(at)}%`, top: FLOOR + 8 }}
              >
                {point.label}
              </span>
            ) : null}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Points that stand closer than a finger is wide lead nowhere: the table says their numbers. */
const dense = (points: number): string =>
  points > 36 ? "hidden" : points > 10 ? "max-desk:hidden" : "";

const KEY = {
  now: "border-t-2 border-ink",
  before: "border-t border-dotted border-ink-muted",
  us: "border-t-2 border-us",
  them: "border-t-2 border-them",
};

function Key({ text, look }: { text: string; look: keyof typeof KEY }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`w-5 ${KEY[look]}`} />
      {text}
    </span>
  );
}
