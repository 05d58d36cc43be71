import { cva } from "class-variance-authority";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import { Pager } from "./pager.tsx";

const head = cva(
  "border-b border-line px-3 py-[7px] text-xs font-medium whitespace-nowrap text-ink-muted",
  {
    variants: {
      align: { start: "text-left", end: "text-right" },
      width: { auto: "", least: "w-px" },
    },
  },
);
const KIND = {
  text: "list-cell",
  short: "list-cell whitespace-nowrap",
  number: "list-cell list-number",
};
const PHONE = { inline: "list-inline", line: "list-line", hide: "max-desk:hidden" };

type Sort = { to: string; state: "ascending" | "descending" | "none" };
/**
 * A name, with what it means where that is not plain, where it stands and how it sorts; something else, such as the box that takes all rows, with what it is called
 * where its column is one of values; null for a column of buttons, which has no name.
 */
export type Column =
  | string
  | { name: string; title?: string; align?: "end"; sort?: Sort }
  | { node: ReactNode; name?: string; width?: "wide" }
  | null;
type Props<R> = {
  /** What the list is of, for who does not see it. */
  caption: string;
  columns: readonly Column[];
  rows: readonly R[];
  /** A `Row` with its key. */
  children: (row: R, at: number) => ReactNode;
  /** Stands in its place where there are no rows. */
  empty?: ReactNode;
  /** Rows of many columns are two lines where a window has no room for all of them, not only on a phone. */
  isStackedEarly?: boolean;
  /** Steps by cursor: where this page begins (null at the start), where the next one does, and the address of either. */
  pager?: {
    after: string | null;
    next: string | null;
    urlOf: (after: string | null) => string;
  };
};

/** A list from the server. On a phone a row becomes its name, the cells with a line of their own, and the rest in a line. */
export function DataTable<R>(props: Props<R>) {
  const { caption, columns, rows, children, empty, isStackedEarly = false, pager } = props;
  return (
    <>
      {rows.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <div
          data-table={isStackedEarly ? "early" : ""}
          className="overflow-x-auto rounded-panel border border-line bg-surface-raised"
        >
          <table className="w-full border-collapse text-sm max-desk:block">
            <caption className="sr-only">{caption}</caption>
            <thead className="max-desk:sr-only">
              <tr>
                {columns.map((column, at) => (
                  // Columns never move against each other.
                  <HeadCell key={at} column={column} />
                ))}
              </tr>
            </thead>
            <tbody className="max-desk:block">{rows.map(children)}</tbody>
          </table>
        </div>
      )}
      {pager === undefined ? null : (
        <Pager
          newerTo={pager.after === null ? null : pager.urlOf(null)}
          olderTo={pager.next === null ? null : pager.urlOf(pager.next)}
        />
      )}
    </>
  );
}

function HeadCell({ column }: { column: Column }) {
  // An empty heading would be read as one.
  if (column === null) return <td className={head({ align: "start", width: "least" })} />;
  if (typeof column === "object" && "node" in column) {
    const Head = column.name === undefined ? "td" : "th";
    return (
      <Head
        {...(column.name === undefined ? {} : { scope: "col" })}
        className={
          column.width === "wide"
            ? "w-2/5 border-b border-line px-3 py-0 align-bottom"
            : "w-px border-b border-line py-0 pl-2 max-desk:hidden"
        }
      >
        {column.name === undefined ? null : <span className="sr-only">{column.name}</span>}
        {column.node}
      </Head>
    );
  }
  const given = typeof column === "string" ? { name: column } : column;
  const { name, title, align = "start", sort } = given;
  const look = head({ align, width: "auto" });
  return sort === undefined ? (
    <th scope="col" className={look} title={title}>
      {name}
    </th>
  ) : (
    <th scope="col" aria-sort={sort.state} className={look} title={title}>
      <SortLink name={name} sort={sort} />
    </th>
  );
}

/** A column name that sorts: a link to the same list in another order. */
function SortLink({ name, sort }: { name: string; sort: Sort }) {
  const { t } = useTranslation("common");
  return (
    <Link
      to={sort.to}
      title={t(`sort.${sort.state}`, { column: name })}
      className="inline-flex min-h-6 items-center gap-1 rounded-chip hover:text-ink"
    >
      {name}
      {sort.state === "none" ? null : (
        <Icon of={sort.state === "ascending" ? ArrowUp : ArrowDown} />
      )}
    </Link>
  );
}

/** Two rows of one thing have one colour, under the pointer and chosen. */
const GOES_ON = "border-b-0 [&:not(:has(:checked)):has(+[data-found]:hover)]:bg-surface-hover";
const FOUND =
  "hover:bg-surface-hover [tr:not(:has(:checked)):hover+&]:bg-surface-hover [tr:has(:checked)+&]:bg-surface-chosen";

/** `density` follows the reader's choice: 44 px and more, or 32 px. */
export function Row({
  children,
  density = "comfortable",
  goesOn = false,
  sortId,
}: {
  children: ReactNode;
  density?: "comfortable" | "compact";
  /** A row under it belongs to it: no line parts them. */
  goesOn?: boolean;
  /** Of a row that can be dragged: see `LateSorting`. */
  sortId?: string | undefined;
}) {
  return (
    <tr
      className={`${density === "compact" ? "list-row-compact" : "list-row sorted-row"} ${goesOn ? GOES_ON : ""}`}
      data-sort-row={sortId}
    >
      {children}
    </tr>
  );
}

type OpenRowProps = {
  /** Names the row for ears, which would read the whole form otherwise. */
  label: string;
  columns: number;
  children: ReactNode;
};

/** What is open of the row above it: a form, across all columns; one at a time, at `#edit`. */
export function OpenRow({ label, columns, children }: OpenRowProps) {
  return (
    <tr id="edit" aria-label={label} className="scroll-mt-16 max-desk:block">
      <td colSpan={columns} className="border-b border-line p-3 max-desk:block">
        {children}
      </td>
    </tr>
  );
}

/** A sentence about the row above it, across all columns, with what mends it. */
export function NoteRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr className="max-desk:block">
      <td colSpan={columns} className="border-b border-line px-3 py-2 text-sm max-desk:block">
        {children}
      </td>
    </tr>
  );
}

type FoundRowProps = {
  /** The id of the `NameCell` above, which names this row for ears too. */
  headId: string;
  columns: number;
  children: ReactNode;
};

/** What a search found in the row above it, across all columns. */
export function FoundRow({ headId, columns, children }: FoundRowProps) {
  return (
    <tr
      data-found
      className={`border-b border-line last:border-b-0 max-desk:block max-desk:px-3 max-desk:pb-2.5 ${FOUND}`}
    >
      <td colSpan={columns} headers={headId} className="px-3 pb-2 max-desk:block max-desk:p-0">
        {/* One box: where rows are lines the cell lays its children out side by side. */}
        <div className="min-w-0">{children}</div>
      </td>
    </tr>
  );
}

type CellProps = {
  children?: ReactNode;
  /** `short` stays on one line, so that rows are equally high. */
  kind?: "text" | "short" | "number";
  /** Said before the value on a phone, where the column names are gone. */
  label?: string;
  /** On a phone: one after the other on a line, on a line of its own, or not at all. */
  phone?: "inline" | "line" | "hide";
};

/** On a phone numbers that are links stand close together: each keeps 24 px to be pressed. */
const PRESSED =
  "max-desk:[&_a]:inline-block max-desk:[&_a]:min-h-6 max-desk:[&_a]:min-w-6 max-desk:[&_a]:leading-6";

export function Cell({ children, kind = "text", label, phone = "inline" }: CellProps) {
  return (
    <td className={`${KIND[kind]} ${PHONE[phone]} ${kind === "number" ? PRESSED : ""}`}>
      {label === undefined ? null : (
        <span className="list-label" aria-hidden>
          {label}
        </span>
      )}
      {children}
    </td>
  );
}

/** The cell with the box that takes its row; on a phone it stands beside the name. */
export const SelectCell = ({ children }: { children: ReactNode }) => (
  <td className="list-select">{children}</td>
);

/** The cell that names its row; a link belongs inside, a second line may follow. */
export function NameCell({
  children,
  note,
  width = "auto",
  id,
}: {
  children: ReactNode;
  note?: ReactNode;
  /** `wide` keeps room for a name beside cells of many words. */
  width?: "auto" | "wide";
  /** Where a row under it belongs to it. */
  id?: string | undefined;
}) {
  return (
    <th id={id} scope="row" className={width === "wide" ? "list-name list-name-wide" : "list-name"}>
      <span className="list-title">{children}</span>
      {note === undefined || note === null ? null : <span className="list-note">{note}</span>}
    </th>
  );
}
