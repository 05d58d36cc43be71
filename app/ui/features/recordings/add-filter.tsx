import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { PersonRef } from "#app/core/domain/views.ts";
import {
  FILTER_NAMES,
  type FilterName,
  filterOf,
  keysOf,
  METRICS,
  type MetricKey,
  type RecordingsQuery,
} from "#app/core/pages/recordings-filters.ts";
import type { Choices } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { nameOf } from "./filter-chips.tsx";
import { ListForm } from "./list-form.tsx";
import { listUrl } from "./list-url.ts";

type Props = { query: RecordingsQuery; choices: Choices };

/** Filters by what is listed or typed, then those whose values are known beforehand. */
const OPEN = FILTER_NAMES.filter((name) => filterOf(name).list ?? filterOf(name).words);
const placeOf = (name: FilterName): number => filterOf(name).place ?? 0;
const FIXED = FILTER_NAMES.filter(placeOf).sort((a, b) => placeOf(a) - placeOf(b));
const ROW = "flex flex-wrap items-end gap-2";

/** Adds one filter at a time; a second value of the same one is an alternative. */
export function AddFilter({ query, choices: { lists } }: Props) {
  const { t } = useTranslation("search");
  const { t: recordings } = useTranslation("recordings");
  const choicesOf = (name: FilterName): PersonRef[] => {
    const { list, values = [] } = filterOf(name);
    if (list) return lists[list];
    return values.map((id) => ({ id, name: recordings(`${name}.${id}`, { defaultValue: id }) }));
  };
  const offer = (name: FilterName) => (
    <Offer key={name} query={query} name={name} choices={choicesOf(name)} />
  );
  return (
    <Disclosure
      label={t("addLabel")}
      face={
        <span
          aria-hidden
          className="inline-flex min-h-[28px] items-center gap-1.5 rounded-control border border-dashed border-line-strong px-2.5 text-sm text-ink-soft"
        >
          <Icon of={Plus} />
          {t("add")}
        </span>
      }
      place="wide"
      isOpen={query.panel === "add"}
      plainTo={listUrl(query, { panel: "add" })}
    >
      <div className="grid">
        {OPEN.map(offer)}
        {keysOf(METRICS).map((metric) => (
          <Group key={metric} name={t(`metric.${metric}`)}>
            <One
              query={query}
              name={`${metric}.gt`}
              label={t(`over_${metric}`)}
              {...METRICS[metric]}
            />
            <One
              query={query}
              name={`${metric}.lt`}
              label={t(`under_${metric}`)}
              {...METRICS[metric]}
            />
          </Group>
        ))}
        <Group name={t("name.length")}>
          <One query={query} name="min" label={t("filter.min")} most={600} />
          <One query={query} name="max" label={t("filter.max")} most={600} />
        </Group>
        <Group name={t("name.dates")}>
          <One query={query} name="from" label={t("filter.from")} />
          <One query={query} name="to" label={t("filter.to")} />
        </Group>
        {FIXED.map(offer)}
      </div>
    </Disclosure>
  );
}

/** One group is open at a time. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details name="filter" className="border-b border-line last:border-b-0">
      <summary className="flex min-h-8 items-center rounded-control px-1 text-sm hover:bg-surface-hover pointer-coarse:min-h-10">
        {name}
      </summary>
      <div className="grid gap-2 px-1 pt-1 pb-3">{children}</div>
    </details>
  );
}

type OfferProps = { query: RecordingsQuery; name: FilterName; choices: PersonRef[] };

/** What is left to choose of a filter, and a field for words where it takes them. */
function Offer({ query, name, choices }: OfferProps) {
  const { t } = useTranslation("search");
  const left = choices.filter(({ id }) => !query.filters[name]?.includes(id));
  const { words } = filterOf(name);
  if (left.length === 0 && words === undefined) return null;
  return (
    <Group name={nameOf(t, name)}>
      {left.length === 0 ? null : <PickForm query={query} name={name} choices={left} />}
      {words === undefined ? null : <WordsForm query={query} name={name} />}
    </Group>
  );
}

function PickForm({ query, name, choices }: OfferProps) {
  const { t } = useTranslation("search");
  return (
    <ListForm query={query} without={[]} look={ROW}>
      <span className="min-w-0 flex-1">
        <Select
          name={name}
          size="small"
          aria-label={nameOf(t, name)}
          options={choices.map(({ id, name: text }) => ({ value: id, label: text }))}
        />
      </span>
      <Button type="submit">{t("apply")}</Button>
    </ListForm>
  );
}

function WordsForm({ query, name }: { query: RecordingsQuery; name: FilterName }) {
  const { t } = useTranslation("search");
  return (
    <ListForm query={query} without={[]} look={ROW}>
      <input
        name={name}
        aria-label={t("wordsOf", { name: nameOf(t, name) })}
        placeholder={t("words")}
        required
        maxLength={120}
        autoComplete="off"
        className={controlLook({ size: "small", className: "min-w-0 flex-1" })}
      />
      <Button type="submit">{t("apply")}</Button>
    </ListForm>
  );
}

/** A filter with one value, which a new one replaces. @param most the largest number; without it a day is asked for */
function One({
  query,
  name,
  label,
  most,
  step = 1,
}: {
  query: RecordingsQuery;
  name: MetricKey | "min" | "max" | "from" | "to";
  label: string;
  most?: number;
  step?: number;
}) {
  const { t } = useTranslation("search");
  const isDay = most === undefined;
  return (
    <ListForm query={query} without={isDay ? [name, "range"] : [name]} look={ROW}>
      <label className="grid min-w-0 flex-1 gap-1 text-xs text-ink-muted">
        {label}
        <input
          {...(isDay
            ? { type: "date" }
            : { type: "number", min: 0, max: most, step, inputMode: "decimal" })}
          name={name}
          required
          className={controlLook({ size: "small", className: "w-full" })}
        />
      </label>
      <Button type="submit">{t("apply")}</Button>
    </ListForm>
  );
}
