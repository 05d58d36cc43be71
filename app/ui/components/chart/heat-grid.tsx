import { Fragment } from "react";
import { Link } from "#app/ui/components/primitive/link.tsx";

export type HeatCell = { row: number; column: number; value: number; text: string; to: string };
type Props = {
  label: string;
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly HeatCell[];
};

/** As dark as the square is full, in four steps that print apart; its number stands in it, too. */
const STEPS = [
  "bg-surface-chosen text-ink",
  "bg-line-strong text-ink",
  "bg-ink-muted text-surface",
  "bg-ink text-surface",
];

/** Squares of a grid, each with its number and its list. Empty ones are neither links nor read out. */
export function HeatGrid({ label, rows, columns, cells }: Props) {
  const most = Math.max(1, ...cells.map(({ value }) => value));
  const step = (value: number) => STEPS[Math.ceil((value / most) * STEPS.length) - 1] ?? "";
  const found = new Map(cells.map((cell) => [`${cell.row}-${cell.column}`, cell]));
  return (
    <div
      role="group"
      aria-label={label}
      className="grid gap-0.5 overflow-x-auto p-1"
      style={{ gridTemplateColumns: `auto repeat(${columns.length}, minmax(1.5rem, 1fr))` }}
    >
      <span />
      {columns.map((column) => (
        <span key={column} aria-hidden className="text-center font-mono text-2xs text-ink-muted">
          {column}
        </span>
      ))}
      {rows.map((name, row) => (
        <Fragment key={name}>
          <span aria-hidden className="pr-1 text-2xs leading-6 text-ink-muted">
            {name}
          </span>
          {columns.map((of, column) => {
            const cell = found.get(`${row}-${column}`);
            return cell === undefined ? (
              <span key={of} aria-hidden className="h-6 rounded-mark bg-surface-sunken" />
            ) : (
              <Link
                key={of}
                to={cell.to}
                aria-label={cell.text}
                title={cell.text}
                className={`grid h-6 place-items-center rounded-mark font-mono text-2xs ${step(cell.value)}`}
              >
                {cell.value}
              </Link>
            );
          })}
        </Fragment>
      ))}
    </div>
  );
}
