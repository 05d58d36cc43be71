import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RecordingsView } from "#app/core/pages/recordings-views.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { isFiltered, type RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { BulkRegion } from "./bulk-region.tsx";
import { BulkRuns } from "./bulk-runs.tsx";
import { CardList } from "./card-list.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { DeletedNote } from "./deleted-note.tsx";
import { FacetPanel } from "./facet-panel.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { allUrl, exportSearch, listUrl } from "./list-url.ts";
import { RecordingsTable } from "./recordings-table.tsx";
import { SumLine } from "./sum-line.tsx";
import { ViewNote } from "./view-note.tsx";
import { ViewTabs } from "./view-tabs.tsx";

type Props = RecordingsView & {
  /** What the page's form was answered. */
  answer: unknown;
  /** The button that takes files in, and its form. */
  uploadButton: ReactNode;
  /** The number of analytics that the list belongs to, in words. */
  figure: ReactNode;
  upload: ReactNode;
};

export function RecordingsPage(props: Props) {
  const { rows, count, next, note, query, ignored, choices, facets, look } = props;
  const { t } = useTranslation("recordings");
  const { t: common } = useTranslation("common");
  const { t: search } = useTranslation("search");
  const countText =
    note === "refine"
      ? common("count.callsMore", { n: count })
      : count > COUNTED
        ? common("count.callsMore", { n: COUNTED })
        : common("count.calls", { count });
  const list = { rows, query, next, empty: <NoCalls query={query} upload={props.uploadButton} /> };
  return (
    <Page
      title={t("title")}
      note={countText}
      actions={
        <>
          <Segments
            label={search("as.label")}
            segments={[null, "cards" as const].map((as) => ({
              to: listUrl(query, { as }),
              label: search(`as.${as ?? "table"}`),
              isCurrent: query.as === as,
            }))}
          />
          <ColumnsMenu query={query} look={look} />
          <Exports query={query} />
          {props.uploadButton}
        </>
      }
    >
      {props.upload}
      <DeletedNote />
      <BulkRuns runs={props.runs} run={props.run} />
      <ViewTabs {...props} />
      <ViewNote {...props} />
      <FilterBar
        query={query}
        choices={choices}
        ignored={ignored}
        note={note}
        unheard={props.unheard}
      />
      <p role="status" className="sr-only">
        {query.q === ""
          ? countText
          : count > COUNTED
            ? search("resultMore", { q: query.q, n: COUNTED })
            : search("result", { q: query.q, count })}
      </p>
      <div
        data-beside={facets === null ? undefined : ""}
        className={
          facets === null
            ? "min-w-0"
            : "grid grid-cols-[minmax(0,1fr)] gap-x-6 min-[1240px]:grid-cols-[11.75rem_minmax(0,1fr)]"
        }
      >
        {facets === null ? null : (
          <FacetPanel
            facets={facets}
            query={query}
            choices={choices}
            count={count}
            isFoundCut={note === "refine"}
          />
        )}
        <div className="min-w-0">
          <BulkRegion {...props}>
            {query.as === "cards" ? (
              <CardList {...list} columns={look.columns} />
            ) : (
              <RecordingsTable {...list} look={look} />
            )}
          </BulkRegion>
          {props.sum === null ? null : <SumLine sum={props.sum} figure={props.figure} />}
        </div>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted">
        {search("dropHint")}
        {query.show === "deleted" ? null : (
          <TextLink to={paths.recordings({ show: "deleted" })}>{t("deleted.title")}</TextLink>
        )}
      </p>
    </Page>
  );
}

/** Why nothing is here, and the way on. */
function NoCalls({ query, upload }: { query: RecordingsQuery; upload: ReactNode }) {
  const { t } = useTranslation("recordings");
  const { t: common } = useTranslation("common");
  const { t: search } = useTranslation("search");
  if (query.show === "deleted" && !isFiltered({ ...query, show: null }))
    return (
      <EmptyState
        title={t("deleted.emptyTitle")}
        why={t("deleted.emptyWhy")}
        action={<LinkButton to={allUrl(query)}>{t("deleted.all")}</LinkButton>}
      />
    );
  return isFiltered(query) ? (
    <EmptyState
      title={search("empty.filteredTitle")}
      why={search("empty.filteredWhy")}
      action={<LinkButton to={allUrl(query)}>{common("clearFilters")}</LinkButton>}
    />
  ) : (
    <EmptyState title={search("empty.title")} why={search("empty.why")} action={upload} />
  );
}

/** The whole list as files: the same calls, all pages. */
function Exports({ query }: { query: RecordingsQuery }) {
  const { t } = useTranslation("search");
  const search = exportSearch(query);
  return (
    <span role="group" aria-label={t("export.label")} className="inline-flex gap-2">
      <LinkButton
        to={paths.recordingsCsv(search)}
        aria-label={t("export.csv")}
        reloadDocument
        download
      >
        CSV
      </LinkButton>
      <LinkButton to={paths.recordingsJson(search)} aria-label={t("export.json")} reloadDocument>
        JSON
      </LinkButton>
    </span>
  );
}
