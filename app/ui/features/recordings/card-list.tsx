import type { ReactNode } from "react";
import type { ListColumn } from "#app/core/domain/account/list-settings.ts";
import { callUrl } from "#app/core/pages/call-url.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Pager } from "#app/ui/components/primitive/pager.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useColumnValue } from "./column-cells.tsx";
import { HitLines } from "./hit-lines.tsx";
import { listUrl } from "./list-url.ts";
import { HiddenState, RowEnd } from "./row-end.tsx";
import { SelectRow } from "./selection-cells.tsx";

type Props = {
  rows: RecordingRow[];
  query: RecordingsQuery;
  columns: readonly ListColumn[];
  next: string | null;
  empty: ReactNode;
};

/** The same rows as cards: what is chosen of a row, the most important first. */
export function CardList({ rows, query, columns, next, empty }: Props) {
  const { t } = useTranslation("recordings");
  return (
    <>
      {rows.length === 0 ? (
        empty
      ) : (
        <ul
          aria-label={t("title")}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-3"
        >
          {rows.map((row) => (
            <CallCard key={row.callId} row={row} columns={columns} />
          ))}
        </ul>
      )}
      <Pager
        newerTo={query.after === null ? null : listUrl(query, { after: null })}
        olderTo={next === null ? null : listUrl(query, { after: next })}
      />
    </>
  );
}

/** They are drawn without a name before them. */
const WIDE: readonly ListColumn[] = ["strip", "labels"];

function CallCard({ row, columns }: { row: RecordingRow; columns: readonly ListColumn[] }) {
  const { t } = useTranslation("recordings");
  const { t: search } = useTranslation("search");
  const valueOf = useColumnValue(row);
  const who = [row.company, ...row.people].filter((name) => name !== null && name !== "");
  const shown = columns.flatMap((column) => {
    const value = valueOf(column);
    return value === null ? [] : [{ column, value }];
  });
  return (
    <li className="grid content-start gap-2 rounded-panel border border-line bg-surface-raised p-3 text-sm hover:border-line-strong has-checked:bg-surface-chosen">
      <div className="relative pr-8">
        <span className="absolute -top-1.5 -right-1.5">
          <SelectRow row={row} />
        </span>
        <h2 className="text-base leading-snug font-medium wrap-anywhere">
          {row.deleted ? (
            <bdi>{row.title}</bdi>
          ) : (
            <TextLink to={callUrl(row)} tone="name">
              <bdi>{row.title}</bdi>
            </TextLink>
          )}
        </h2>
        <p className="truncate text-xs text-ink-muted">
          {who.length > 0 ? who.join(", ") : t("noCompany")}
        </p>
        <HiddenState row={row} columns={columns} />
        <HitLines row={row} />
      </div>
      {shown
        .filter(({ column }) => WIDE.includes(column))
        .map(({ column, value }) => (
          <div key={column} className="min-w-0">
            {value}
          </div>
        ))}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        {shown
          .filter(({ column }) => !WIDE.includes(column))
          .map(({ column, value }) => (
            <div key={column} className="col-span-2 grid grid-cols-subgrid items-center">
              <dt className="text-ink-muted">{search(`column.${column}`)}</dt>
              <dd className="min-w-0 truncate">{value}</dd>
            </div>
          ))}
      </dl>
      <RowEnd row={row} />
    </li>
  );
}
