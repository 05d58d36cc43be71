import { type ReactNode, useId } from "react";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";

export type ChartTable = { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] };
type Props = {
  /** What the drawing says, in one sentence. */
  summary: string;
  /** The word on the table's button. */
  tableLabel: string;
  table: ChartTable;
  children: ReactNode;
};

/** A drawing from the server with what it says in a sentence before it, and its numbers as a table behind it; on paper the table is open. */
export function ChartFigure({ summary, tableLabel, table, children }: Props) {
  const id = useId();
  return (
    <figure className="min-w-0">
      <figcaption id={id} className="mb-3 max-w-[68ch] text-sm text-ink-soft">
        {summary}
      </figcaption>
      {children}
      <div className="relative mt-2" data-print="open">
        <Disclosure label={tableLabel} place="wide">
          <div className="max-h-80 overflow-auto print:max-h-none print:overflow-visible">
            <table aria-describedby={id} className="w-full border-collapse text-sm">
              <thead>
                <tr>
                  {table.columns.map((column) => (
                    <th
                      key={column}
                      scope="col"
                      className="border-b border-line px-2 py-1 text-left text-xs font-medium text-ink-muted"
                    >
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row, at) => (
                  // Rows of one drawing never move against each other.
                  <tr key={at}>
                    {row.map((cell, no) =>
                      no === 0 ? (
                        <th key={no} scope="row" className="px-2 py-1 text-left font-normal">
                          {cell}
                        </th>
                      ) : (
                        <td key={no} className="px-2 py-1 font-mono text-xs">
                          {cell}
                        </td>
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Disclosure>
      </div>
    </figure>
  );
}
