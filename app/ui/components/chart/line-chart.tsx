import { Link } from "#app/ui/components/primitive/link.tsx";
import { alone, lastOf, pathOf } from "./course.ts";
import { CourseKey, type CourseLook, CourseNames, COURSES } from "./course-names.tsx";
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
  /** Shaded, with this word: "2 holidays". */
  mark?: string | null;
};
type Props = {
  label: string;
  points: readonly LinePoint[];
  now: string;
  before: string;
  /** `past`: the second course is an earlier time, and both begin at zero. `voices`: ours and theirs, on their own span. */
  look?: "past" | "voices";
  /** A number of the axis in the reader's writing. */
  tickText: (tick: number) => string;
};

const HIGH = 176;
const TOP = 16;
const FLOOR = 150;
/** A point is pressed by a finger: they are no closer than this, and a long time scrolls within its figure. */
const APART = 24;

/**
 * Two courses over the same weeks. Each point of now is a link that the keyboard reaches. Across, places are shares of the
 * width, so that nothing is measured; text is beside the drawing.
 */
export function LineChart({ label, points, now, before, look = "past", tickText }: Props) {
  const [values, past] = [points.map(({ value }) => value), points.map((one) => one.before)];
  const ticks = ticksOf([...values, ...past], look);
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  const courses = COURSES[look];
  const x = (at: number): number => (points.length < 2 ? 50 : (at / (points.length - 1)) * 100);
  const y = (value: number): number => FLOOR - ((value - least) / (most - least)) * (FLOOR - TOP);
  const place = (at: number, value: number) => ({ left: `${x(at)}%`, top: y(value) });
  const texts = ticks.map(tickText);
  const every = Math.ceil(points.length / 5);
  const marked = look === "voices" ? past.map((_, at) => at) : alone(past);
  return (
    <div>
      <p
        aria-hidden
        className="mb-1 flex flex-wrap gap-x-4 text-xs text-ink-muted desk:not-print:hidden"
      >
        <CourseKey text={now} of={courses.now} hasMark />
        <CourseKey text={before} of={courses.before} hasMark={look === "voices"} />
      </p>
      <div className="flex max-desk:-mx-1">
        <div
          aria-hidden
          className="relative shrink-0 font-mono text-2xs text-ink-muted"
          style={{
            height: HIGH,
            width: `${Math.max(...texts.map((text) => text.length)) + 0.5}ch`,
          }}
        >
          {ticks.map((tick, at) => (
            <span
              key={tick}
              className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
              style={{ top: y(tick) }}
            >
              {texts[at]}
            </span>
          ))}
        </div>
        <div className="min-w-0 grow overflow-x-auto overflow-y-hidden print:overflow-visible">
          <div className="inline-block min-w-full px-3 align-top desk:pr-32">
            <div
              role="group"
              aria-label={label}
              className="relative print:min-w-0!"
              style={{ height: HIGH, minWidth: (points.length - 1) * APART }}
            >
              {points.map(({ mark = null }, at) =>
                mark === null ? null : (
                  <Marked key={at} left={x(at)} share={100 / points.length} text={mark} />
                ),
              )}
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
                <Line d={pathOf(past, x, y)} of={courses.before} />
                <Line d={pathOf(values, x, y)} of={courses.now} />
              </svg>
              {marked.map((at) => {
                const value = past[at] ?? null;
                return value === null ? null : (
                  <span
                    key={at}
                    aria-hidden
                    className={`absolute size-[7px] -translate-x-1/2 -translate-y-1/2 ${courses.before.mark}`}
                    style={place(at, value)}
                  />
                );
              })}
              {points.map(({ value, text, to, label: name }, at) => (
                // Weeks never move against each other.
                <span key={at}>
                  {value === null ? null : (
                    <Link
                      to={to}
                      aria-label={text}
                      title={text}
                      className="absolute grid size-6 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full -outline-offset-2"
                      style={place(at, value)}
                    >
                      <span className={`size-[7px] ${courses.now.mark}`} />
                    </Link>
                  )}
                  {at % every === 0 ? (
                    <span
                      aria-hidden
                      className={`absolute text-2xs whitespace-nowrap text-ink-muted ${(at / every) % 2 === 1 ? "max-desk:hidden" : ""} ${shiftOf(at, points.length)}`}
                      style={{ left: `${x(at)}%`, top: FLOOR + 8 }}
                    >
                      {name}
                    </span>
                  ) : null}
                </span>
              ))}
              <CourseNames
                {...{ now, before, courses }}
                ends={[lastOf(values), lastOf(past)]}
                y={y}
              />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

/** Voices keep room around them: a difference of one word a minute is no mountain. */
function ticksOf(values: readonly (number | null)[], look: keyof typeof COURSES): number[] {
  const known = values.filter((value) => value !== null);
  return look === "past"
    ? ticksTo(Math.max(0, ...known))
    : ticksAround(Math.min(...known) * 0.95, Math.max(...known) * 1.05);
}

/** Words under the ends of an axis stay within it. */
function shiftOf(at: number, points: number): string {
  if (points > 1 && at === 0) return "-ml-2";
  return points > 1 && at === points - 1 ? "-translate-x-full" : "-translate-x-1/2";
}

const Line = ({ d, of }: { d: string; of: CourseLook }) => (
  <path
    d={d}
    fill="none"
    className={of.line}
    strokeWidth="1.75"
    strokeDasharray={of.dash}
    vectorEffect="non-scaling-stroke"
  />
);

/** A week that differs from the others, in words. */
const Marked = ({ left, share, text }: { left: number; share: number; text: string }) => (
  <span
    className="absolute -translate-x-1/2 border-x border-dashed border-line-strong bg-surface-sunken"
    style={{ left: `${left}%`, width: `${share}%`, top: 0, height: FLOOR }}
  >
    <span className="absolute top-0 left-1/2 -translate-x-1/2 text-2xs whitespace-nowrap text-ink-muted max-desk:sr-only">
      {text}
    </span>
  </span>
);
