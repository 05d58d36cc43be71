import { SlidersHorizontal } from "lucide-react";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import {
  countFilters,
  isFiltered,
  type RecordingsQuery,
} from "#app/core/pages/recordings-filters.ts";
import type { Choices } from "#app/core/pages/recordings-views.ts";
import { RANGES } from "#app/core/pages/recordings-range.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { paths } from "#app/paths.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { AddFilter } from "./add-filter.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { allUrl, listUrl } from "./list-url.ts";
import { SearchBox } from "./search-box.tsx";

type Props = {
  query: RecordingsQuery;
  choices: Choices;
  ignored: Ignored[];
  note: string | null;
  /** Calls whose words are still to come. */
  unheard: number;
};

/** Search, the period, and filters as chips that are added one by one; all of it works without script. */
export function FilterBar({ query, choices, ignored, note, unheard }: Props) {
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
        <LinkButton
          to={listUrl(query, { panel: query.panel === "filters" ? null : "filters" })}
          preventScrollReset
          icon={SlidersHorizontal}
          aria-expanded={query.panel === "filters"}
          {...(query.panel === "filters" ? { "aria-controls": "filters" } : {})}
        >
          {t("filters")}
          {countFilters(query) === 0 ? null : (
            <span className="font-mono text-xs text-ink-muted">{countFilters(query)}</span>
          )}
        </LinkButton>
        <AddFilter query={query} choices={choices} />
        <FilterChips query={query} choices={choices} />
        {isFiltered(query) ? (
          <LinkButton tone="quiet" to={allUrl(query)}>
            {common("clearFilters")}
          </LinkButton>
        ) : null}
      </div>
      <IgnoredNote ignored={ignored} />
      {note === null ? null : <Note note={note} />}
      {unheard === 0 ? null : (
        <p role="status" className="text-sm text-ink-muted">
          {unheard > COUNTED ? t("unheardMore", { n: COUNTED }) : t("unheard", { count: unheard })}{" "}
          <TextLink tone="sentence" to={paths.recordings({ show: "in-progress" })}>
            {t("unheardShow")}
          </TextLink>
        </p>
      )}
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
