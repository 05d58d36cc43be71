import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import { isFiltered, type RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { RANGES } from "#app/core/pages/recordings-range.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { AddFilter } from "./add-filter.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { listUrl } from "./list-url.ts";
import { SearchBox } from "./search-box.tsx";

type Props = {
  query: RecordingsQuery;
  owners: PersonRef[];
  teams: PersonRef[];
  labels: PersonRef[];
  ignored: Ignored[];
  note: string | null;
};

/** Search, the period, and filters as chips that are added one by one; all of it works without script. */
export function FilterBar({ query, owners, teams, labels, ignored, note }: Props) {
  const { t } = useTranslation("search");
  const { t: common } = useTranslation("common");
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] gap-2.5" data-print="no">
      <SearchBox query={query} />
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t("range.label")}
          segments={[null, ...RANGES].map((range) => ({
            to: listUrl(query, { range, from: null, to: null }),
            label: t(`range.${range ?? "any"}`),
            isCurrent: query.range === range && query.from === null && query.to === null,
          }))}
        />
        <AddFilter query={query} owners={owners} teams={teams} labels={labels} />
        <FilterChips query={query} owners={owners} teams={teams} labels={labels} />
        {isFiltered(query) ? (
          <LinkButton tone="quiet" to={paths.recordings()}>
            {common("clearFilters")}
          </LinkButton>
        ) : null}
      </div>
      <IgnoredNote ignored={ignored} />
      {note === null ? null : <Note note={note} />}
    </div>
  );
}

/** How the search was read. A note may say of what it is, behind a colon. */
function Note({ note }: { note: string }) {
  const { t } = useTranslation("search");
  const [code = "", ...name] = note.split(":");
  return (
    <p className="text-xs text-ink-muted">
      {t(`note.${code}`, { name: name.join(":"), defaultValue: t("note.other") })}
    </p>
  );
}
