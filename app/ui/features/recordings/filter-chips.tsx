import type { TFunction } from "i18next";
import { Fragment, lazy, Suspense } from "react";
import { X } from "lucide-react";
import {
  FILTER_KEYS,
  type FilterKey,
  type FilterLink,
  type FilterName,
  filterOf,
  keyOf,
  METRIC_KEYS,
  type MetricKey,
  readKey,
  readMetricKey,
  type RecordingsQuery,
} from "#app/core/pages/recordings-filters.ts";
import type { Choices } from "#app/core/pages/recordings-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Chip } from "#app/ui/components/primitive/chip.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { linkedUrl, listUrl, withoutFilter, withoutMetric } from "./list-url.ts";

/** It has the words of every number of analytics, which a list by its own filters does not need. */
const CountedChip = lazy(() => import("./counted-chip.tsx"));

type Props = { query: RecordingsQuery; choices: Choices };
type Single = "show" | "from" | "to" | "minMinutes" | "maxMinutes" | "at";

/** The filters that are on, as a sentence whose "and", "or" and "not" can be pressed. */
export function FilterChips({ query, choices }: Props) {
  const { t } = useTranslation("search");
  const { show, from, to, minMinutes, maxMinutes } = query;
  const metric = useMetricText();
  const hour = useHourText();
  const { calendarDay } = useFormat();
  const singles: { key: Single; name: string; value: string | null }[] = [
    {
      key: "show",
      name: show === "deleted" ? t("filter.state") : t("name.home"),
      value: show && t(`show.${show}`),
    },
    { key: "from", name: t("name.dates"), value: from && t("fromDay", { day: calendarDay(from) }) },
    { key: "to", name: t("name.dates"), value: to && t("toDay", { day: calendarDay(to) }) },
    {
      key: "minMinutes",
      name: t("name.length"),
      value: minMinutes === null ? null : t("minLength", { n: minMinutes }),
    },
    {
      key: "maxMinutes",
      name: t("name.length"),
      value: maxMinutes === null ? null : t("maxLength", { n: maxMinutes }),
    },
    { key: "at", name: t("name.hour"), value: query.at && hour(query.at) },
  ];
  return (
    <>
      {query.counted === null ? null : (
        <Suspense>
          <CountedChip query={query} choices={choices} />
        </Suspense>
      )}
      {FILTER_KEYS.map((key) =>
        query.filters[key] === undefined ? null : (
          <FilterChip key={chipKey(query, key)} query={query} name={key} choices={choices} />
        ),
      )}
      {singles.map(({ key, name, value }) =>
        value === null ? null : (
          <Chip key={key} name={name} value={value} removeTo={listUrl(query, { [key]: null })} />
        ),
      )}
      {METRIC_KEYS.map((key) => {
        const bound = query.metrics[key];
        return bound === undefined ? null : (
          <Chip
            key={key}
            name={t(`metric.${readMetricKey(key).metric}`)}
            value={metric(key, bound)}
            removeTo={withoutMetric(query, key)}
          />
        );
      })}
    </>
  );
}

/** "is" becomes "not" in the same chip, so that the focus stays where it was. */
const chipKey = ({ filters }: RecordingsQuery, key: FilterKey): string => {
  const { name, link } = readKey(key);
  const first = FILTER_KEYS.find((other) => readKey(other).name === name && filters[other]);
  return first === key ? name : `${name}.${link}`;
};

function FilterChip({
  query,
  name: key,
  choices,
}: {
  query: RecordingsQuery;
  name: FilterKey;
  choices: Choices;
}) {
  const { t } = useTranslation("search");
  const { t: common } = useTranslation("common");
  const valueOf = useValueText(choices);
  const { name: base, link } = readKey(key);
  const name = nameOf(t, base);
  const values = (query.filters[key] ?? []).map((value) => valueOf(base, value));
  const isNot = link === "not";
  const joiner = link === "all" ? "and" : "or";
  const sentence = `${isNot ? `${t("link.not")} ` : ""}${values.join(` ${t(`link.${joiner}`)} `)}`;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5 rounded-control border border-line-strong bg-surface-raised py-px pr-0.5 pl-2 text-sm">
      <small className="text-xs text-ink-muted">{name}</small>
      {keyOf(base, "not") === null ? null : (
        <Toggle query={query} name={key} from={isNot ? "not" : "is"} to={isNot ? "any" : "not"} />
      )}
      {values.map((value, at) => (
        <Fragment key={value}>
          {at === 0 ? null : keyOf(base, "all") === null || isNot ? (
            <small className="text-xs text-ink-muted">{t("link.or")}</small>
          ) : (
            <Toggle
              query={query}
              name={key}
              from={joiner}
              to={link === "all" ? "any" : "all"}
              isAgain={at > 1}
            />
          )}
          <bdi className="max-w-60 truncate">{value}</bdi>
        </Fragment>
      ))}
      <Link
        to={withoutFilter(query, key)}
        preventScrollReset
        aria-label={common("removeFilter", { name, value: sentence })}
        title={common("remove")}
        className="grid size-6 place-items-center rounded-chip hover:bg-surface-hover"
      >
        <Icon of={X} />
      </Link>
    </span>
  );
}

const WORD_OF: Record<FilterLink, "is" | "all" | "not"> = { any: "is", all: "all", not: "not" };

/** A word of the sentence that becomes another when it is pressed. */
function Toggle({
  query,
  name,
  from,
  to,
  isAgain = false,
}: {
  query: RecordingsQuery;
  name: FilterKey;
  from: "is" | "not" | "and" | "or";
  to: FilterLink;
  /** It says the same as another one before it, which the keyboard reaches. */
  isAgain?: boolean;
}) {
  const { t } = useTranslation("search");
  const url = linkedUrl(query, name, to);
  if (url === null) return null;
  const other = from === "and" ? "or" : from === "or" ? "and" : WORD_OF[to] === "is" ? "is" : "not";
  return (
    <Link
      to={url}
      preventScrollReset
      {...(isAgain ? { tabIndex: -1 } : {})}
      aria-label={t("link.change", { word: t(`link.${from}`), other: t(`link.${other}`) })}
      title={t("link.change", { word: t(`link.${from}`), other: t(`link.${other}`) })}
      className="min-h-6 rounded-chip text-xs leading-6 underline decoration-dotted underline-offset-4 hover:bg-surface-hover pointer-coarse:min-h-9 pointer-coarse:leading-9"
    >
      {from === "not" ? <b className="font-medium">{t("link.not")}</b> : t(`link.${from}`)}
    </Link>
  );
}

const IS_ID = /^[0-9a-f-]{36}$/i;

/** A filter's value in words. */
export function useValueText({ lists, named }: Choices) {
  const { t } = useTranslation("search");
  const { t: recordings } = useTranslation("recordings");
  const listed = Object.values(lists).flat();
  return (name: FilterName, value: string): string => {
    const kept = listed.find(({ id }) => id === value);
    if (kept) return kept.name;
    const other = named.find(({ id }) => id === value);
    if (other) return other.isGone ? t("gone", { name: other.name }) : other.name;
    const { list, words, hasIds } = filterOf(name);
    if (words === undefined)
      return list ? t("goneUnknown") : recordings(`${name}.${value}`, { defaultValue: value });
    return hasIds && IS_ID.test(value) ? t("goneUnknown") : value;
  };
}

/** An hour of the week in words: "Wednesday from 14:00". */
function useHourText() {
  const { t } = useTranslation("search");
  return (at: string): string => {
    const [day = "0", hour = "0"] = at.split("-");
    return t("hourOfWeek", {
      day: t(`weekday.${day}`, { defaultValue: day }),
      hour: `${hour.padStart(2, "0")}:00`,
    });
  };
}

/** A figure's bound in words: "over 60 %". */
function useMetricText() {
  const { t } = useTranslation("search");
  const { percent } = useFormat();
  return (key: MetricKey, bound: number): string => {
    const { metric, isOver } = readMetricKey(key);
    const isShare = metric === "talkRatio" || metric === "overlap";
    const value = isShare ? percent(bound / 100) : t(`unit.${metric}`, { n: bound });
    return isOver ? t("over", { value }) : t("under", { value });
  };
}

/** What a filter is called. */
export const nameOf = (t: TFunction<"search">, name: FilterName): string => t(`filter.${name}`);
