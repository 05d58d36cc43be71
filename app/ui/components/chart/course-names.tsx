import { apart, type lastOf } from "./course.ts";

// Two courses differ in dash and in the shape of their points, too: colour alone is not seen by all, nor printed.
export const COURSES = {
  past: {
    now: { line: "stroke-ink", dash: "none", mark: "rounded-full bg-ink", name: "text-ink" },
    before: {
      ...{ line: "stroke-ink-muted", dash: "2 3", name: "text-ink-muted" },
      mark: "border border-ink-muted bg-surface-raised",
    },
  },
  voices: {
    now: { line: "stroke-us", dash: "none", mark: "rounded-full bg-us", name: "text-us-ink" },
    before: { line: "stroke-them", dash: "6 3", mark: "bg-them", name: "text-them-ink" },
  },
};
export type CourseLook = (typeof COURSES)["past"]["now"];

/** Between two names, one above the other. */
const LINE = 14;

type Ends = readonly [ReturnType<typeof lastOf>, ReturnType<typeof lastOf>];

/** Each course has its name at its end, where there is room beside the drawing. */
export function CourseNames({
  now,
  before,
  courses,
  ends: [last, lastBefore],
  y,
}: {
  now: string;
  before: string;
  courses: (typeof COURSES)["past"];
  ends: Ends;
  y: (value: number) => number;
}) {
  const [one, other] =
    last === null || lastBefore === null
      ? [y(last?.value ?? 0), y(lastBefore?.value ?? 0)]
      : apart(y(last.value), y(lastBefore.value), LINE);
  const name = (text: string, top: number, of: CourseLook) => (
    <span
      aria-hidden
      className={`absolute left-full ml-3 w-28 truncate text-xs leading-4 font-medium -translate-y-1/2 max-desk:hidden print:hidden ${of.name}`}
      style={{ top }}
    >
      {text}
    </span>
  );
  return (
    <>
      {last === null ? null : name(now, one, courses.now)}
      {lastBefore === null ? null : name(before, other, courses.before)}
    </>
  );
}

/** What a line and its points look like, where there is no room for names at their ends. */
export function CourseKey({
  text,
  of,
  hasMark,
}: {
  text: string;
  of: CourseLook;
  hasMark: boolean;
}) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="relative grid h-3 w-6 place-items-center">
        <svg width="24" height="4" className="absolute">
          <path d="M0 2H24" className={of.line} strokeWidth="1.75" strokeDasharray={of.dash} />
        </svg>
        {hasMark ? <span className={`relative size-[7px] ${of.mark}`} /> : null}
      </span>
      {text}
    </span>
  );
}
