import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { paths } from "#app/paths.ts";
import { LabelTags } from "./label-tags.tsx";
import { callUrl } from "./call-url.ts";
import { ReasonLine, SnippetLine } from "./hit-lines.tsx";
import { listUrl, sortLink } from "./list-url.ts";
import { RowAction, RowState } from "./row-state.tsx";

type Props = {
  rows: RecordingRow[];
  query: RecordingsQuery;
  /** Where the next page begins. */
  next: string | null;
  empty: ReactNode;
};

/** One row per call; the strip tells the call before it is opened. */
export function RecordingsTable({ rows, query, next, empty }: Props) {
  const { t } = useTranslation("recordings");
  const { t: search } = useTranslation("search");
  return (
    <DataTable
      caption={t("title")}
      columns={[
        { name: search("column.call"), sort: sortLink(query, "title") },
        search("column.strip"),
        { name: search("column.us"), align: "end", sort: sortLink(query, "talkRatio") },
        search("column.labels"),
        search("column.owner"),
        { name: search("column.started"), sort: sortLink(query, "startedAt") },
        { name: search("column.length"), align: "end", sort: sortLink(query, "duration") },
        search("column.reviewed"),
        null,
      ]}
      rows={rows}
      empty={empty}
      pager={{ after: query.after, next, urlOf: (after) => listUrl(query, { after }) }}
    >
      {(row) => <CallRow key={row.callId} row={row} />}
    </DataTable>
  );
}

function CallRow({ row }: { row: RecordingRow }) {
  const { t } = useTranslation("recordings");
  const { t: search } = useTranslation("search");
  const { duration, percent } = useFormat();
  const to = callUrl(row);
  const who = [row.company, ...row.people].filter((name) => name !== null && name !== "");
  return (
    <Row>
      <NameCell width="wide" note={who.length > 0 ? who.join(", ") : t("noCompany")}>
        <TextLink to={to} tone="name">
          <bdi>{row.title}</bdi>
        </TextLink>
        {row.snippets.map((snippet) => (
          <SnippetLine key={snippet.t0Ms} callId={row.callId} snippet={snippet} />
        ))}
        {row.reasons.map((reason) => (
          <ReasonLine key={reason.place} callId={row.callId} reason={reason} />
        ))}
      </NameCell>
      <Cell phone="line">
        <span className="block min-w-0 desk:min-w-38 desk:max-w-88">
          <RowState row={row} />
        </span>
      </Cell>
      {row.talkRatio === null ? (
        <Cell kind="number" phone="hide" />
      ) : (
        <Cell kind="number" label={search("column.us")}>
          {/* In a column of figures nothing stands between them and their unit. */}
          {percent(row.talkRatio).replace(/\s/u, "")}
        </Cell>
      )}
      <Cell phone={row.labels.length === 0 ? "hide" : "line"}>
        <LabelTags labels={row.labels} />
      </Cell>
      <Cell kind="short">
        <span className="inline-flex max-w-44 items-center gap-2" title={row.owner.name}>
          <Face name={row.owner.name} side="us" />
          <span className="truncate">{row.owner.name}</span>
        </span>
      </Cell>
      <Cell kind="short">{row.startedAt === null ? null : <Moment iso={row.startedAt} />}</Cell>
      <Cell kind="number">{row.durationMs === null ? null : duration(row.durationMs)}</Cell>
      {row.reviewedAt === null ? (
        <Cell kind="short" phone="hide" />
      ) : (
        <Cell kind="short" label={search("column.reviewed")}>
          <Moment iso={row.reviewedAt} style="date" />
        </Cell>
      )}
      <Cell phone="line">
        <span className="flex items-center justify-end gap-1.5 max-desk:flex-wrap max-desk:justify-start">
          {row.isImported ? <Tag>{t("imported")}</Tag> : null}
          {row.isPartial ? <Tag tone="warn">{t("partial")}</Tag> : null}
          {row.visibility === "private" ? <Tag>{t("private")}</Tag> : null}
          <RowAction row={row} uploadTo={`${paths.recordings()}?upload=1`} />
        </span>
      </Cell>
    </Row>
  );
}
