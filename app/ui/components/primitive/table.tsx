import { cva } from "class-variance-authority";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

const head = cva(
  "border-b border-line px-3 py-[7px] text-xs font-medium whitespace-nowrap text-ink-muted",
  {
    variants: {
      align: { start: "text-left", end: "text-right" },
      width: { auto: "", least: "w-px" },
    },
  },
);
const KIND = { text: "list-cell", number: "list-cell list-number" };
const PHONE = { inline: "list-inline", line: "list-line", hide: "max-desk:hidden" };

/** A table from the server. On a phone a row becomes its name, the cells with a line of their own, and the rest in a line. */
export function Table({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="overflow-x-auto rounded-panel border border-line bg-surface-raised">
      <table className="w-full border-collapse text-sm max-desk:block">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** The row of column names. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="max-desk:sr-only">
      <tr>{children}</tr>
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="max-desk:block">{children}</tbody>;
}

/** `density` follows the reader's choice: 44 px and more, or 32 px. */
export function Row({
  children,
  density = "comfortable",
}: {
  children: ReactNode;
  density?: "comfortable" | "compact";
}) {
  return <tr className={density === "compact" ? "list-row-compact" : "list-row"}>{children}</tr>;
}

type Sort = { to: string; state: "ascending" | "descending" | "none" };
type HeadProps = { children?: ReactNode; align?: "start" | "end"; width?: "auto" | "least" };

export function HeadCell({ children, align = "start", width = "auto" }: HeadProps) {
  // A column of buttons has no name: an empty heading would be read as one.
  if (children === undefined) return <td className={head({ align, width })} />;
  return (
    <th scope="col" className={head({ align, width })}>
      {children}
    </th>
  );
}

/** A column name that sorts: a link to the same list in another order. */
export function SortCell({
  column,
  sort,
  align = "start",
}: {
  column: string;
  sort: Sort;
  align?: "start" | "end";
}) {
  const { t } = useTranslation("common");
  return (
    <th scope="col" aria-sort={sort.state} className={head({ align, width: "auto" })}>
      <Link
        to={sort.to}
        title={t(`sort.${sort.state}`, { column })}
        className="inline-flex min-h-6 items-center gap-1 rounded-chip hover:text-ink"
      >
        {column}
        {sort.state === "none" ? null : (
          <Icon of={sort.state === "ascending" ? ArrowUp : ArrowDown} />
        )}
      </Link>
    </th>
  );
}

type CellProps = {
  children?: ReactNode;
  kind?: "text" | "number";
  /** Said before the value on a phone, where the column names are gone. */
  label?: string;
  /** On a phone: one after the other on a line, on a line of its own, or not at all. */
  phone?: "inline" | "line" | "hide";
};

export function Cell({ children, kind = "text", label, phone = "inline" }: CellProps) {
  return (
    <td className={`${KIND[kind]} ${PHONE[phone]}`}>
      {label === undefined ? null : (
        <span className="list-label" aria-hidden>
          {label}
        </span>
      )}
      {children}
    </td>
  );
}

/** The cell that names its row; a link belongs inside, a second line may follow. */
export function NameCell({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <th scope="row" className="list-name">
      <span className="list-title">{children}</span>
      {note === undefined || note === null ? null : (
        <span className="block text-xs text-ink-muted">{note}</span>
      )}
    </th>
  );
}
