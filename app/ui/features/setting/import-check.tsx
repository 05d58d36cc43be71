import { type ReactNode, useState } from "react";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";

/** Lines shown of each kind; the rest are counted. */
const SHOWN = 100;

/** News that comes meanwhile asks the page again, which takes the answer away: it stays until the reader goes on. */
export function useKept<T>(given: T | null): [T | null, () => void] {
  const [last, setLast] = useState(given);
  const [kept, setKept] = useState(given);
  if (given !== null && given !== last) {
    setLast(given);
    setKept(given);
  }
  return [kept, () => setKept(null)];
}

type Line = { line: number; faults: readonly string[] };
type LinesProps<T extends Line> = {
  title: string;
  rows: readonly T[];
  /** Of the cells; the reason's comes last where a line has a fault. */
  columns: readonly string[];
  /** What names a line, and the rest of it. */
  nameOf: (row: T) => string;
  cellsOf: (row: T) => readonly ReactNode[];
  texts: {
    reason: string;
    empty: string;
    lineOf: (n: number) => string;
    faultOf: (code: string) => string;
    more: (count: number) => string;
  };
};

/** Lines of a file that was looked at, with what is wrong with each. */
export function CheckedLines<T extends Line>({
  title,
  rows,
  columns,
  nameOf,
  cellsOf,
  texts,
}: LinesProps<T>) {
  const hasFaults = rows.some(({ faults }) => faults.length > 0);
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-medium">{title}</h2>
      <DataTable
        caption={title}
        columns={[...columns, ...(hasFaults ? [texts.reason] : [])]}
        rows={rows.slice(0, SHOWN)}
      >
        {(row, at) => (
          // Several people may be on one line.
          <Row key={`${row.line}.${at}`}>
            <NameCell note={texts.lineOf(row.line)}>
              {nameOf(row) === "" ? texts.empty : nameOf(row)}
            </NameCell>
            {cellsOf(row).map((cell, n) => (
              <Cell key={columns[n + 1] ?? n}>{cell}</Cell>
            ))}
            {hasFaults ? (
              <Cell phone="line">{row.faults.map((code) => texts.faultOf(code)).join(" ")}</Cell>
            ) : null}
          </Row>
        )}
      </DataTable>
      {rows.length <= SHOWN ? null : (
        <p className="text-sm text-ink-muted">{texts.more(rows.length - SHOWN)}</p>
      )}
    </section>
  );
}
