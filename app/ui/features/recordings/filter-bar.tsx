import { Form, useSubmit } from "@remix-run/react";
import { ListFilter, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import {
  FILTER_KEYS,
  type FilterKey,
  isFiltered,
  type RecordingsQuery,
} from "#app/core/pages/recordings-query.ts";
import { paths } from "#app/paths.ts";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Chip } from "#app/ui/components/primitive/chip.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { listUrl, withoutValue } from "./list-url.ts";

type Props = {
  query: RecordingsQuery;
  owners: PersonRef[];
  ignored: Ignored[];
  note: string | null;
};

const CHOICES = {
  state: ["receiving", "processing", "ready", "ready_partial", "failed"],
  kind: ["upload", "room", "meeting", "phone", "recorder"],
  quality: ["A", "B", "C"],
  visibility: ["private", "team", "workspace"],
  language: ["en", "ja"],
} as const;

/** Search, filters as chips in a sentence, and a plain form that adds more; all of it works without script. */
export function FilterBar({ query, owners, ignored, note }: Props) {
  const { t } = useTranslation("recordings");
  const { t: common } = useTranslation("common");
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchForm query={query} />
        {FILTER_KEYS.flatMap((key) =>
          (query.filters[key] ?? []).map((value) => (
            <Chip
              key={`${key}=${value}`}
              name={t(`filter.${key}`)}
              value={valueText(t, owners, key, value)}
              removeTo={withoutValue(query, key, value)}
            />
          )),
        )}
        {query.from === null ? null : (
          <Chip
            name={t("filter.from")}
            value={query.from}
            removeTo={listUrl(query, { from: null })}
          />
        )}
        {query.to === null ? null : (
          <Chip name={t("filter.to")} value={query.to} removeTo={listUrl(query, { to: null })} />
        )}
        {query.minMinutes === null ? null : (
          <Chip
            name={t("filter.min")}
            value={t("minutes", { n: query.minMinutes })}
            removeTo={listUrl(query, { minMinutes: null })}
          />
        )}
        {query.maxMinutes === null ? null : (
          <Chip
            name={t("filter.max")}
            value={t("minutes", { n: query.maxMinutes })}
            removeTo={listUrl(query, { maxMinutes: null })}
          />
        )}
        <MoreFilters query={query} owners={owners} />
        {isFiltered(query) ? (
          <LinkButton tone="quiet" to={paths.recordings()}>
            {common("clearFilters")}
          </LinkButton>
        ) : null}
      </div>
      <IgnoredNote ignored={ignored} />
      {note === null ? null : (
        <p className="text-xs text-ink-muted">
          {t(`note.${note}`, { defaultValue: t("note.other") })}
        </p>
      )}
    </div>
  );
}

type T = ReturnType<typeof useTranslation<"recordings">>["t"];

function valueText(t: T, owners: PersonRef[], key: FilterKey, value: string): string {
  if (key === "owner") return owners.find(({ id }) => id === value)?.name ?? value;
  if (key === "company") return value;
  return t(`${key}.${value}`, { defaultValue: value });
}

function SearchForm({ query }: { query: RecordingsQuery }) {
  const { t } = useTranslation("recordings");
  return (
    <Form
      role="search"
      aria-label={t("search")}
      action={paths.recordings()}
      className="flex w-full items-center gap-2 rounded-control border border-line-control bg-surface-raised pl-2.5 text-ink-muted desk:w-72"
    >
      <Icon of={Search} />
      <Kept query={query} without="q" />
      <input
        key={query.q}
        type="search"
        name="q"
        defaultValue={query.q}
        aria-label={t("search")}
        placeholder={t("searchHint")}
        className="min-h-8 w-full min-w-0 rounded-control bg-transparent pr-2 text-sm text-ink pointer-coarse:min-h-9"
      />
      {/* Enter in the field sends it: whoever uses the keyboard needs no stop that cannot be seen. */}
      <button type="submit" tabIndex={-1} className="sr-only">
        {t("search")}
      </button>
    </Form>
  );
}

/** What the address holds already stays in it. */
function Kept({ query, without }: { query: RecordingsQuery; without: "q" | "more" }) {
  const pairs: [string, string][] = without === "q" ? [] : query.q === "" ? [] : [["q", query.q]];
  if (without === "q") {
    for (const key of FILTER_KEYS)
      for (const value of query.filters[key] ?? []) pairs.push([key, value]);
    const single = { from: query.from, to: query.to, min: query.minMinutes, max: query.maxMinutes };
    for (const [key, value] of Object.entries(single))
      if (value !== null) pairs.push([key, String(value)]);
  }
  for (const value of without === "more" ? (query.filters.company ?? []) : [])
    pairs.push(["company", value]);
  if (query.sort !== "-startedAt") pairs.push(["sort", query.sort]);
  return pairs.map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ));
}

function MoreFilters({ query, owners }: Pick<Props, "query" | "owners">) {
  const { t } = useTranslation("recordings");
  const submit = useSubmit();
  const one = (key: FilterKey) => query.filters[key]?.[0] ?? "";
  const any = { value: "", label: t("any") };
  return (
    <details className="text-sm open:basis-full" data-print="no">
      <summary className="inline-flex min-h-7 items-center gap-1.5 rounded-control px-2 text-ink-soft hover:bg-surface-hover">
        <Icon of={ListFilter} />
        {t("filters")}
      </summary>
      <Form
        action={paths.recordings()}
        className="mt-2 flex flex-wrap items-end gap-3 rounded-panel border border-line bg-surface-raised p-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget, { preventScrollReset: true });
        }}
      >
        <Kept query={query} without="more" />
        <Labelled label={t("filter.owner")}>
          <Select
            name="owner"
            defaultValue={one("owner")}
            options={[any, ...owners.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Labelled>
        {(["state", "kind", "quality", "visibility", "language"] as const).map((key) => (
          <Labelled key={key} label={t(`filter.${key}`)}>
            <Select
              name={key}
              defaultValue={one(key)}
              options={[
                any,
                ...CHOICES[key].map((value) => ({
                  value,
                  label: t(`${key}.${value}`, { defaultValue: value }),
                })),
              ]}
            />
          </Labelled>
        ))}
        <Labelled label={t("filter.from")}>
          <input
            type="date"
            name="from"
            defaultValue={query.from ?? ""}
            className={controlLook({ className: "w-full" })}
          />
        </Labelled>
        <Labelled label={t("filter.to")}>
          <input
            type="date"
            name="to"
            defaultValue={query.to ?? ""}
            className={controlLook({ className: "w-full" })}
          />
        </Labelled>
        <Labelled label={t("filter.min")}>
          <input
            type="number"
            min={0}
            max={600}
            name="min"
            defaultValue={query.minMinutes ?? ""}
            className={controlLook({ className: "w-24" })}
          />
        </Labelled>
        <Button type="submit">{t("apply")}</Button>
      </Form>
    </details>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid gap-1 text-xs text-ink-muted">
      {label}
      {children}
    </label>
  );
}
