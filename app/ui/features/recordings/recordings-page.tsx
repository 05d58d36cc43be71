import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { isFiltered, type RecordingsQuery } from "#app/core/pages/recordings-query.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { RecordingsTable } from "./recordings-table.tsx";

type Props = {
  rows: RecordingRow[];
  count: number;
  next: string | null;
  note: string | null;
  query: RecordingsQuery;
  ignored: Ignored[];
  owners: PersonRef[];
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
  uploadButton,
  upload,
}: Props) {
  const { t } = useTranslation("recordings");
  const { t: common } = useTranslation("common");
  const countText =
    count > COUNTED ? common("count.callsMore", { n: COUNTED }) : common("count.calls", { count });
  return (
    <Page title={t("title")} note={countText} actions={uploadButton}>
      {upload}
      <FilterBar query={query} owners={owners} ignored={ignored} note={note} />
      <RecordingsTable
        rows={rows}
        query={query}
        next={next}
        empty={
          isFiltered(query) ? (
            <EmptyState
              title={t("empty.filteredTitle")}
              why={t("empty.filteredWhy")}
              action={<LinkButton to={paths.recordings()}>{common("clearFilters")}</LinkButton>}
            />
          ) : (
            <EmptyState title={t("empty.title")} why={t("empty.why")} action={uploadButton} />
          )
        }
      />
      <p className="text-xs text-ink-muted">
        {t("dropHint")}{" "}
        <a
          href={paths.recordingsCsv(listQuery(query))}
          className="text-link underline underline-offset-3"
          download
        >
          CSV
        </a>{" "}
        <a
          href={paths.recordingsJson(listQuery(query))}
          className="text-link underline underline-offset-3"
        >
          JSON
        </a>
      </p>
    </Page>
  );
}

const listQuery = (query: RecordingsQuery) => ({
  q: query.q,
  ...query.filters,
  from: query.from,
  to: query.to,
  min: query.minMinutes,
  max: query.maxMinutes,
  sort: query.sort,
});
