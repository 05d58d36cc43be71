import type { ReactNode } from "react";
import type { ListColumn, ListSettings } from "#app/core/domain/account/list-settings.ts";
import { callUrl } from "#app/core/pages/call-url.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import {
  Cell,
  DataTable,
  FoundRow,
  NameCell,
  Row,
  SelectCell,
} from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { ColumnCell, isEmptyIn, isSortedBy, useHeading } from "./column-cells.tsx";
import { hasHits, HitLines } from "./hit-lines.tsx";
import { listUrl, sortLink } from "./list-url.ts";
import { HiddenState, RowEnd } from "./row-end.tsx";
import { SelectPage, SelectRow } from "./selection-cells.tsx";

type Props = {
  rows: RecordingRow[];
  query: RecordingsQuery;
  /** What a row shows, and how high it is. */
  look: ListSettings;
  /** Where the next page begins. */
  next: string | null;
  empty: ReactNode;
};

/** One row per call; the strip tells the call before it is opened. */
export function RecordingsTable({ rows, query, look, next, empty }: Props) {
  const { t } = useTranslation("recordings");
  const { t: search } = useTranslation("search");
  const heading = useHeading(query);
  const columns = look.columns.filter(
    (column) => isSortedBy(query.sort, column) || rows.some((row) => !isEmptyIn(row, column)),
  );
  return (
    <DataTable
      caption={t("title")}
      isStackedEarly
      columns={[
        { node: <SelectPage /> },
        { name: search("column.call"), sort: sortLink(query, "title") },
        ...columns.map(heading),
        null,
      ]}
      rows={rows}
      empty={empty}
      pager={{ after: query.after, next, urlOf: (after) => listUrl(query, { after }) }}
    >
      {(row) => <CallRow key={row.callId} row={row} density={look.density} columns={columns} />}
    </DataTable>
  );
}

type RowProps = {
  row: RecordingRow;
  density: ListSettings["density"];
  /** Those that say anything of a row of this page. */
  columns: readonly ListColumn[];
};

function CallRow({ row, density, columns }: RowProps) {
  const { t } = useTranslation("recordings");
  const to = callUrl(row);
  const who = [row.company, ...row.people].filter((name) => name !== null && name !== "");
  const isFound = hasHits(row);
  const headId = `call-${row.callId}`;
  return (
    <>
      <Row density={density} goesOn={isFound}>
        <SelectCell>
          <SelectRow row={row} />
        </SelectCell>
        <NameCell
          width="wide"
          note={who.length > 0 ? who.join(", ") : t("noCompany")}
          id={isFound ? headId : undefined}
        >
          {row.deleted ? (
            <bdi className="font-medium">{row.title}</bdi>
          ) : (
            <TextLink to={to} tone="name">
              <bdi>{row.title}</bdi>
            </TextLink>
          )}
          <HiddenState row={row} columns={columns} />
        </NameCell>
        {columns.map((column) => (
          <ColumnCell key={column} column={column} row={row} />
        ))}
        <Cell phone="line">
          <RowEnd row={row} />
        </Cell>
      </Row>
      {isFound ? (
        // The box and the end of the row have columns too.
        <FoundRow headId={headId} columns={columns.length + 3}>
          <HitLines row={row} />
        </FoundRow>
      ) : null}
    </>
  );
}
