import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { isFiltered, type RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { listSearch } from "./list-url.ts";
import { RecordingsTable } from "./recordings-table.tsx";

type Props = {
  rows: RecordingRow[];
  count: number;
  next: string | null;
  note: string | null;
  query: RecordingsQuery;
  ignored: Ignored[];
  owners: PersonRef[];
  teams: PersonRef[];
  labels: PersonRef[];
  /** The button that takes files in, and its form. */
  uploadButton: ReactNode;
  upload: ReactNode;
};

export function RecordingsPage({
  rows,
  count,
  next,
  note,
  query,
  ignored,
  owners,
  teams,
  labels,
  uploadButton,
  upload,
}: Props) {
  const { t } = useTranslation("recordings");
  const { t: common } = useTranslation("common");
  const { t: search } = useTranslation("search");
  const countText =
    count > COUNTED ? common("count.callsMore", { n: COUNTED }) : common("count.calls", { count });
  return (
    <Page
      title={t("title")}
      note={countText}
      actions={
        <>
          <Exports query={query} />
          {uploadButton}
        </>
      }
    >
      {upload}
      <FilterBar
        query={query}
        owners={owners}
        teams={teams}
        labels={labels}
        ignored={ignored}
        note={note}
      />
      <p role="status" className="sr-only">
        {query.q === ""
          ? countText
          : count > COUNTED
            ? search("resultMore", { q: query.q, n: COUNTED })
            : search("result", { q: query.q, count })}
      </p>
      <RecordingsTable
        rows={rows}
        query={query}
        next={next}
        empty={
          isFiltered(query) ? (
            <EmptyState
              title={search("empty.filteredTitle")}
              why={search("empty.filteredWhy")}
              action={<LinkButton to={paths.recordings()}>{common("clearFilters")}</LinkButton>}
            />
          ) : (
            <EmptyState
              title={search("empty.title")}
              why={search("empty.why")}
              action={uploadButton}
            />
          )
        }
      />
      <p className="text-xs text-ink-muted">{search("dropHint")}</p>
    </Page>
  );
}

/** The whole list as files: the same calls, all pages. */
function Exports({ query }: { query: RecordingsQuery }) {
  const { t } = useTranslation("search");
  const search = listSearch({ ...query, after: null });
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
