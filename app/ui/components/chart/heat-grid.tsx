import { type CSSProperties, Fragment } from "react";
import { Link } from "#app/ui/components/primitive/link.tsx";

export type HeatCell = {
  row: number;
  column: number;
  value: number;
  /** The number in it as the reader writes numbers. */
  shown: string;
  text: string;
  to: string;
};
/** First and last row and column of a stretch. */
export type HeatFrame = { rows: [number, number]; columns: [number, number] };
type Props = {
  label: string;
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly HeatCell[];
  /** Stretches with a dashed line around them. */
  frames: readonly HeatFrame[];
};

/** As dark as the square is full, in four steps that print apart; its number is in it, too. */
const STEPS = [
  "bg-surface-chosen text-ink",
  "bg-line-strong text-ink",
  "bg-ink-muted text-surface",
  "bg-ink text-surface",
];

// Rows go down on a wide screen; on a phone they go across, since seven fit there and a day's hours do not. Cells keep
// their order, so that the keyboard goes through a row either way.
const GRID =
  "relative grid gap-0.5 p-1 desk:overflow-x-auto print:overflow-visible grid-cols-[auto_repeat(var(--rows),minmax(0,1fr))] desk:grid-cols-[auto_repeat(var(--columns),minmax(1.5rem,1fr))]";
const AREA = "row-(--column) col-(--row) desk:row-(--row) desk:col-(--column)";
const ROW_NAME =
  "row-[1] col-(--row) desk:row-(--row) desk:col-[1] text-2xs leading-6 text-ink-muted max-desk:text-center desk:sticky desk:left-0 desk:bg-surface-raised desk:pr-1.5";
const COLUMN_NAME =
  "row-(--column) col-[1] desk:row-[1] desk:col-(--column) self-center text-2xs text-ink-muted max-desk:pr-1.5 max-desk:text-right max-desk:whitespace-nowrap desk:self-end desk:text-center desk:leading-tight";

/** Lines of the grid count from one, and the first is that of the names. */
const line = (at: number): number => at + 2;
const placed = (names: Record<string, number | string>): CSSProperties => names;
const areaOf = (row: number | string, column: number | string) =>
  placed({ "--row": row, "--column": column });

/** Squares of a grid, each with its number and its list. Empty ones are neither links nor read out. */
export function HeatGrid({ label, rows, columns, cells, frames }: Props) {
  const most = Math.max(1, ...cells.map(({ value }) => value));
  const step = (value: number) => STEPS[Math.ceil((value / most) * STEPS.length) - 1] ?? "";
  const found = new Map(cells.map((cell) => [`${cell.row}-${cell.column}`, cell]));
  return (
    <div
      role="group"
      aria-label={label}
      className={GRID}
      style={placed({ "--rows": rows.length, "--columns": columns.length })}
    >
      {columns.map((name, column) => (
        <span
          // Hours never move against each other.
          key={column}
          aria-hidden
          className={COLUMN_NAME}
          style={placed({ "--column": line(column) })}
        >
          {name}
        </span>
      ))}
      {rows.map((name, row) => (
        <Fragment key={name}>
          <span aria-hidden className={ROW_NAME} style={placed({ "--row": line(row) })}>
            {name}
          </span>
          {columns.map((_, column) => {
            const cell = found.get(`${row}-${column}`);
            const style = areaOf(line(row), line(column));
            return cell === undefined ? (
              <span
                key={column}
                aria-hidden
                className={`h-6 rounded-mark bg-surface-sunken ${AREA}`}
                style={style}
              />
            ) : (
              <Link
                key={column}
                to={cell.to}
                aria-label={cell.text}
                title={cell.text}
                className={`grid h-6 place-items-center rounded-mark font-mono text-2xs -outline-offset-1 ${AREA} ${step(cell.value)}`}
                style={style}
              >
                {cell.shown}
              </Link>
            );
          })}
        </Fragment>
      ))}
      {frames.map(({ rows: days, columns: hours }) => (
        <span
          key={`${days.join()} ${hours.join()}`}
          aria-hidden
          className={`pointer-events-none -m-0.5 rounded-mark border border-dashed border-ink-soft ${AREA}`}
          style={areaOf(spanOf(days), spanOf(hours))}
        />
      ))}
    </div>
  );
}

/** A stretch as a single value: its end is said by how many lines it spans. */
const spanOf = ([from, to]: [number, number]): string => `${line(from)} / span ${to - from + 1}`;
