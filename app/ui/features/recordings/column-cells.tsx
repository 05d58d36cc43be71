import type { ReactNode } from "react";
import type { ListColumn } from "#app/core/domain/account/list-settings.ts";
import type { RecordingsQuery, Sort } from "#app/core/pages/recordings-filters.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Cell, type Column } from "#app/ui/components/primitive/table.tsx";
import { LabelTags } from "./label-tags.tsx";
import { sortLink } from "./list-url.ts";
import { RowAction, RowState } from "./row-state.tsx";

const SORTED = { us: "talkRatio", started: "startedAt", length: "duration" } as const;
const isSorted = (column: ListColumn): column is keyof typeof SORTED => column in SORTED;
const NUMBERS: readonly ListColumn[] = ["us", "length", "comments"];
/** Their values say by themselves what they are, on a phone too. */
const PLAIN: readonly ListColumn[] = ["strip", "labels", "owner", "started", "length"];
/** On a phone they take a line of their own. */
const LINES: readonly ListColumn[] = ["strip", "labels", "people"];

/** Columns whose name does not say what they count. */
const EXPLAINED = ["reviewed", "quality"] as const;
export const isExplained = (column: ListColumn): column is (typeof EXPLAINED)[number] =>
  EXPLAINED.some((one) => one === column);

/** A column's heading, with the way to sort by it. */
export function useHeading(query: RecordingsQuery): (column: ListColumn) => Column {
  const { t } = useTranslation("search");
  return (column) => ({
    name: t(`column.${column}`),
    ...(isExplained(column) && { title: t(`means.${column}`) }),
    ...(NUMBERS.includes(column) && { align: "end" as const }),
    ...(isSorted(column) && { sort: sortLink(query, SORTED[column]) }),
  });
}

/** A list that is sorted by a column shows it. */
export const isSortedBy = (sort: Sort, column: ListColumn): boolean =>
  isSorted(column) && sort.replace("-", "") === SORTED[column];

/** Whether a row says nothing in a column: one that is empty on a whole page only takes room. */
export function isEmptyIn(row: RecordingRow, column: ListColumn): boolean {
  switch (column) {
    case "us":
      return row.talkRatio === null;
    case "labels":
      return row.labels.length === 0;
    case "started":
      return row.startedAt === null;
    case "length":
      return row.durationMs === null;
    case "reviewed":
      return row.reviewedAt === null;
    case "reviewer":
      return row.reviewers.length === 0;
    case "comments":
      return row.comments === 0;
    case "company":
    case "team":
    case "language":
    case "quality":
      return row[column] === null;
    case "people":
      return row.people.length === 0;
    case "strip":
    case "owner":
    case "kind":
    case "consent":
    case "visibility":
      return false;
  }
}

/** A row's cell of a column. */
export function ColumnCell({ column, row }: { column: ListColumn; row: RecordingRow }) {
  const { t } = useTranslation("search");
  const value = useColumnValue(row)(column);
  const isEmpty = value === null;
  return (
    <Cell
      kind={NUMBERS.includes(column) ? "number" : LINES.includes(column) ? "text" : "short"}
      phone={isEmpty ? "hide" : LINES.includes(column) ? "line" : "inline"}
      {...(isEmpty || PLAIN.includes(column) ? {} : { label: t(`column.${column}`) })}
    >
      {value}
    </Cell>
  );
}

/** What a row says in a column; null for nothing. */
export function useColumnValue(row: RecordingRow): (column: ListColumn) => ReactNode {
  const { t } = useTranslation("recordings");
  const { duration, percent } = useFormat();
  return (column) => {
    switch (column) {
      case "strip":
        return (
          <span className="list-strip">
            <RowState row={row} />
            <RowAction row={row} uploadTo={`${paths.recordings()}?upload=1`} />
          </span>
        );
      case "us":
        // In a column of figures nothing stands between them and their unit.
        return row.talkRatio === null ? null : percent(row.talkRatio).replace(/\s/u, "");
      case "labels":
        return row.labels.length === 0 ? null : <LabelTags labels={row.labels} />;
      case "owner":
        return (
          <span className="list-person" title={row.owner.name}>
            <Face name={row.owner.name} side="us" />
            <bdi>{row.owner.name}</bdi>
          </span>
        );
      case "started":
        return row.startedAt === null ? null : <Moment iso={row.startedAt} />;
      case "length":
        return row.durationMs === null ? null : duration(row.durationMs);
      case "reviewed":
        return row.reviewedAt === null ? null : <Moment iso={row.reviewedAt} style="date" />;
      case "reviewer":
        return namesOf(row.reviewers);
      case "comments":
        return row.comments === 0 ? null : String(row.comments);
      case "company":
        return namesOf(row.company === null ? [] : [row.company]);
      case "people":
        return namesOf(row.people);
      case "team":
        return namesOf(row.team === null ? [] : [row.team]);
      case "kind":
        return t(`kind.${row.kind}`);
      case "language":
        return row.language === null
          ? null
          : t(`language.${row.language}`, { defaultValue: row.language });
      case "consent":
        return t(`consent.${row.consent}`);
      case "quality":
        return row.quality;
      case "visibility":
        return t(`visibility.${row.visibility}`);
    }
  };
}

const namesOf = (names: readonly string[]): ReactNode =>
  names.length === 0 ? null : (
    <bdi className="block max-w-52 truncate" title={names.join(", ")}>
      {names.join(", ")}
    </bdi>
  );
