import { useNavigate } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { type FilterKey, keyOf, type RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import type { Choices, Facet } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { nameOf, useValueText } from "./filter-chips.tsx";
import { listUrl, withoutValue, withValue } from "./list-url.ts";

type Props = {
  facets: Facet[];
  query: RecordingsQuery;
  choices: Choices;
  count: number;
  /** The search found more than it shows: `count` are the newest of them. */
  isFoundCut: boolean;
};
/** As many values stand there before "more". */
const SHOWN = 5;

/** Filters with how many calls have each: beside the list where there is room, else a drawer. Links, which need no script. */
export function FacetPanel({ facets, query, choices, count, isFoundCut }: Props) {
  const { t } = useTranslation("search");
  const panel = useRef<HTMLElement>(null);
  const closeTo = listUrl(query, { panel: null });
  const navigate = useNavigate();
  useEffect(() => {
    const { current } = panel;
    if (current === null || !isDrawer(current)) return;
    if (!current.contains(document.activeElement)) current.focus();
  }, []);
  useEffect(() => {
    const { current } = panel;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === "Tab" && current !== null && isDrawer(current)) keepInside(current, event);
      if (event.key !== "Escape") return;
      navigate(closeTo, { preventScrollReset: true });
      document.querySelector<HTMLElement>("[aria-controls=filters]")?.focus();
    };
    current?.addEventListener("keydown", closeByKey);
    return () => current?.removeEventListener("keydown", closeByKey);
  }, [closeTo, navigate]);
  return (
    <>
      <Link
        to={closeTo}
        preventScrollReset
        tabIndex={-1}
        aria-hidden
        className="fixed inset-0 z-30 bg-veil min-[1240px]:hidden"
      />
      <section
        ref={panel}
        id="filters"
        tabIndex={-1}
        aria-labelledby="filters-title"
        data-quiet-focus
        data-print="no"
        className="content-start self-start max-[1239px]:fixed max-[1239px]:inset-y-0 max-[1239px]:left-0 max-[1239px]:z-40 max-[1239px]:w-72 max-[1239px]:max-w-[85vw] max-[1239px]:overflow-y-auto max-[1239px]:border-r max-[1239px]:border-line max-[1239px]:bg-surface-raised max-[1239px]:p-4 max-[1239px]:shadow-float"
      >
        <div className="flex items-start justify-between gap-2 pb-2">
          <h2 id="filters-title" className="text-sm font-strong">
            {t("filters")}
          </h2>
          <Link
            to={closeTo}
            preventScrollReset
            aria-label={t("filtersClose")}
            title={t("filtersClose")}
            className="grid size-6 place-items-center rounded-chip hover:bg-surface-hover pointer-coarse:size-9"
          >
            <Icon of={X} />
          </Link>
        </div>
        <p className="pb-2 text-xs text-ink-muted">
          {isFoundCut
            ? t("facetsOfFound", { n: count })
            : count > COUNTED
              ? t("facetsOfNewest", { n: COUNTED })
              : t("facetsOfAll")}
        </p>
        {facets.map((facet) => (
          <FacetGroup
            key={facet.name}
            facet={facet}
            query={query}
            choices={choices}
            isNoted={facet.isCut && count <= COUNTED}
          />
        ))}
      </section>
    </>
  );
}

/** Over the list, where there is no room beside it. */
const isDrawer = (panel: HTMLElement): boolean => getComputedStyle(panel).position === "fixed";

/** The page under a drawer is not to be reached: from its last link Tab goes on to its first. */
function keepInside(panel: HTMLElement, event: KeyboardEvent): void {
  const stops = [...panel.querySelectorAll<HTMLElement>("a, summary")].filter(
    (stop) => stop.offsetParent !== null,
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const isEdge = document.activeElement === from || document.activeElement === panel;
  if (to === undefined || !isEdge) return;
  event.preventDefault();
  to.focus();
}

type GroupProps = {
  facet: Facet;
  query: RecordingsQuery;
  choices: Choices;
  /** Of these counts alone it has to be said that they are of the newest. */
  isNoted: boolean;
};

function FacetGroup({ facet: { name, values }, query, choices, isNoted }: GroupProps) {
  const { t } = useTranslation("search");
  const counted = new Map(values.map((value) => [value.value, value]));
  const chosen = chosenOf(query, name).filter(({ value }) => !counted.has(value));
  const all = [...chosen.map(({ value }) => ({ value, name: "", calls: 0 })), ...values];
  // What is chosen is always in sight.
  const isFirst = ({ value }: { value: string }, at: number) =>
    at < SHOWN || stateOf(query, name, value) !== null;
  const first = all.filter(isFirst);
  const others = all.filter((value, at) => !isFirst(value, at));
  const id = `facet-${name}`;
  const line = (value: (typeof all)[number]) => (
    <FacetLine key={value.value} of={name} value={value} query={query} choices={choices} />
  );
  return (
    <section aria-labelledby={id} className="border-t border-line py-2.5">
      <h3 id={id} className="pb-1 text-xs font-medium text-ink-muted">
        {nameOf(t, name)}
      </h3>
      {isNoted ? (
        <p className="pb-1 text-xs text-ink-muted">{t("facetOfNewest", { n: COUNTED })}</p>
      ) : null}
      <ul>{first.map(line)}</ul>
      {others.length === 0 ? null : (
        <details>
          <summary className="words-link min-h-6 text-xs leading-6 text-link">
            {t("facetMore", { count: others.length })}
          </summary>
          <ul>{others.map(line)}</ul>
        </details>
      )}
    </section>
  );
}

type Name = Facet["name"];
type Chosen = { key: FilterKey; value: string };

function chosenOf(query: RecordingsQuery, name: Name): Chosen[] {
  return (["any", "all", "not"] as const).flatMap((link) => {
    const key = keyOf(name, link);
    return key === null ? [] : (query.filters[key] ?? []).map((value) => ({ key, value }));
  });
}
const stateOf = (query: RecordingsQuery, name: Name, value: string): FilterKey | null =>
  chosenOf(query, name).find((chosen) => chosen.value === value)?.key ?? null;

/** A value as a box that can be ticked; one that is left out is crossed. */
function FacetLine({
  of: name,
  value: { value, name: ownName, calls },
  query,
  choices,
}: {
  of: Name;
  value: Facet["values"][number];
  query: RecordingsQuery;
  choices: Choices;
}) {
  const { t } = useTranslation("search");
  const valueOf = useValueText(choices);
  const key = stateOf(query, name, value);
  const isNot = key !== null && key.endsWith(".not");
  const joined = keyOf(name, "all");
  const adds = joined !== null && query.filters[joined] !== undefined ? joined : name;
  const isOwnName = ownName !== "" && ownName !== value;
  const text = isOwnName ? ownName : valueOf(name, value);
  return (
    <li>
      <Link
        to={key === null ? withValue(query, adds, value) : withoutValue(query, key, value)}
        preventScrollReset
        {...(key === null ? {} : { "aria-current": "true" as const })}
        className="flex min-h-7 items-center gap-2 rounded-chip px-0.5 text-sm hover:bg-surface-hover pointer-coarse:min-h-10"
      >
        <span
          aria-hidden
          className="grid size-3.5 shrink-0 place-items-center rounded-[3px] border border-line-control text-[10px] leading-none in-aria-[current=true]:border-ink in-aria-[current=true]:bg-ink in-aria-[current=true]:text-surface-raised"
        >
          {key === null ? "" : isNot ? "×" : "✓"}
        </span>
        <bdi className={isNot ? "min-w-0 grow truncate line-through" : "min-w-0 grow truncate"}>
          {isNot ? <span className="sr-only">{t("link.not")} </span> : null}
          {text}
        </bdi>
        <span className="font-mono text-xs text-ink-muted">{calls}</span>
      </Link>
    </li>
  );
}
