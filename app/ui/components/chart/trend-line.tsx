import { type Course, pathOf } from "./course.ts";

type Props = {
  /** What the drawing says. */
  text: string;
  values: Course;
  before: Course;
};

const WIDE = 100;
const HIGH = 32;
const EDGE = 3;

/** The course of a figure, small, under it: now drawn through, before dotted. Nothing of fewer than two weeks. */
export function TrendLine({ text, values, before }: Props) {
  const known = [...values, ...before].filter((value) => value !== null);
  if (values.length < 2 || known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (of: Course) => (at: number) => (at / Math.max(1, of.length - 1)) * WIDE;
  // What never changes lies in the middle, and on the ground where it is nothing.
  const flat = most === 0 ? HIGH - EDGE : HIGH / 2;
  const y = (value: number): number =>
    most === least ? flat : HIGH - EDGE - ((value - least) / (most - least)) * (HIGH - 2 * EDGE);
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      preserveAspectRatio="none"
      width="100%"
      height={HIGH}
      fill="none"
      className="block overflow-visible"
    >
      <path
        d={pathOf(before, x(before), y)}
        className="stroke-ink-muted"
        strokeWidth="1.25"
        strokeDasharray="2 3"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={pathOf(values, x(values), y)}
        className="stroke-ink"
        strokeWidth="1.6"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
