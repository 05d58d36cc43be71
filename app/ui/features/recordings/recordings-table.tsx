import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import type { Snippet } from "#app/core/domain/search/search-views.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-query.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { callUrl } from "./call-url.ts";
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
  return (
    <DataTable
      caption={t("title")}
      columns={[
        { name: t("column.call"), sort: sortLink(query, "title") },
        t("column.strip"),
        { name: t("column.us"), align: "end" },
        t("column.owner"),
        { name: t("column.started"), sort: sortLink(query, "startedAt") },
        { name: t("column.length"), align: "end", sort: sortLink(query, "duration") },
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
  const { duration, percent } = useFormat();
  const to = callUrl(row);
  const who = [row.company, ...row.people].filter((name) => name !== null && name !== "");
  return (
    <Row>
      <NameCell note={who.length > 0 ? who.join(", ") : t("noCompany")}>
        <TextLink to={to} tone="name">
          <bdi>{row.title}</bdi>
        </TextLink>
        {row.snippets.map((snippet) => (
          <SnippetLine key={snippet.t0Ms} callId={row.callId} snippet={snippet} />
        ))}
      </NameCell>
      <Cell phone="line">
        <RowState row={row} />
      </Cell>
      {row.talkRatio === null ? (
        <Cell kind="number" phone="hide" />
      ) : (
        <Cell kind="number" label={t("column.us")}>
          {percent(row.talkRatio)}
        </Cell>
      )}
      <Cell>
        <span className="inline-flex items-center gap-2">
          <Face name={row.owner.name} side="us" />
          {row.owner.name}
        </span>
      </Cell>
      <Cell>{row.startedAt === null ? null : <Moment iso={row.startedAt} />}</Cell>
      <Cell kind="number">{row.durationMs === null ? null : duration(row.durationMs)}</Cell>
      <Cell phone="line">
        <span className="flex flex-wrap items-center gap-1.5">
          {row.isImported ? <Tag>{t("imported")}</Tag> : null}
          {row.isPartial ? <Tag tone="warn">{t("partial")}</Tag> : null}
          {row.visibility === "private" ? <Tag>{t("private")}</Tag> : null}
          <RowAction row={row} />
        </span>
      </Cell>
    </Row>
  );
}

/** Where the words were said; the link plays there. */
function SnippetLine({ callId, snippet }: { callId: string; snippet: Snippet }) {
  const { duration } = useFormat();
  const pieces: { text: string; isMarked: boolean }[] = [];
  let from = 0;
  for (const [start, end] of snippet.marks) {
    pieces.push(
      { text: snippet.text.slice(from, start), isMarked: false },
      { text: snippet.text.slice(start, end), isMarked: true },
    );
    from = end;
  }
  pieces.push({ text: snippet.text.slice(from), isMarked: false });
  return (
    <span className="mt-0.5 block text-xs font-normal text-ink-soft">
      <TextLink to={paths.playback(callId, { t: Math.floor(snippet.t0Ms / 1000) })}>
        {duration(snippet.t0Ms)}
      </TextLink>{" "}
      {snippet.speaker === "" ? null : <b className="font-medium">{snippet.speaker}: </b>}
      {pieces.map(({ text, isMarked }, at) =>
        // Pieces of one sentence never move against each other.
        isMarked ? (
          <mark key={at} className="rounded-mark bg-mark text-ink">
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </span>
  );
}
