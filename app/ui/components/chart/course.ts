/** A number for each week; null: there was nothing to count, so that no line leads over it. */
export type Course = readonly (number | null)[];

/** An SVG path through the numbers of a course, broken where there are none. Places are those of the drawing. */
export function pathOf(
  values: Course,
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  return values
    .flatMap((value, at) => {
      if (value === null) return [];
      const begins = (values[at - 1] ?? null) === null;
      return [`${begins ? "M" : "L"}${round(x(at))} ${round(y(value))}`];
    })
    .join("");
}

/** Where a number has none beside it: a line of one point is not seen, it needs a mark. */
export const alone = (values: Course): number[] =>
  values.flatMap((value, at) =>
    value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
      ? [at]
      : [],
  );

/** The last number of a course and where it is; null of none. */
export function lastOf(values: Course): { at: number; value: number } | null {
  const at = values.findLastIndex((value) => value !== null);
  const value = values[at] ?? null;
  return value === null ? null : { at, value };
}

/** Two heights, moved apart around their middle until they are `least` from each other. */
export function apart(one: number, other: number, least: number): [number, number] {
  const missing = least - Math.abs(one - other);
  if (missing <= 0) return [one, other];
  const up = one <= other ? -missing / 2 : missing / 2;
  return [one + up, other - up];
}

const round = (value: number): number => Math.round(value * 100) / 100;
