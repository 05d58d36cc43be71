import type { TFunction } from "i18next";
import type { PersonRef } from "#app/core/domain/views.ts";
import {
  FILTER_KEYS,
  type FilterKey,
  type RecordingsQuery,
} from "#app/core/pages/recordings-filters.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Chip } from "#app/ui/components/primitive/chip.tsx";
import { listUrl, withoutValue } from "./list-url.ts";

type Props = {
  query: RecordingsQuery;
  owners: PersonRef[];
  teams: PersonRef[];
  labels: PersonRef[];
};
type Single = "show" | "from" | "to" | "minMinutes" | "maxMinutes" | "shareOver" | "shareUnder";

/** The filters that are on, each with a way to take it off. */
export function FilterChips({ query, owners, teams, labels }: Props) {
  const { t } = useTranslation("search");
  const { t: list } = useTranslation("recordings");
  const { percent } = useFormat();
  const { show, from, to, minMinutes, maxMinutes, shareOver, shareUnder } = query;
  const valueOf = (key: FilterKey, value: string): string => {
    if (key === "owner" || key === "team" || key === "label")
      return (
        { owner: owners, team: teams, label: labels }[key].find(({ id }) => id === value)?.name ??
        value
      );
    if (key === "company" || key === "participant") return value;
    return list(`${key}.${value}`, { defaultValue: value });
  };
  const singles: { key: Single; name: string; value: string | null }[] = [
    { key: "show", name: t("name.home"), value: show && t(`show.${show}`) },
    { key: "from", name: t("name.dates"), value: from && t("fromDay", { day: from }) },
    { key: "to", name: t("name.dates"), value: to && t("toDay", { day: to }) },
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
    {
      key: "shareOver",
      name: t("name.share"),
      value: shareOver === null ? null : t("shareOver", { share: percent(shareOver / 100) }),
    },
    {
      key: "shareUnder",
      name: t("name.share"),
      value: shareUnder === null ? null : t("shareUnder", { share: percent(shareUnder / 100) }),
    },
  ];
  return (
    <>
      {FILTER_KEYS.flatMap((key) =>
        (query.filters[key] ?? []).map((value) => (
          <Chip
            key={`${key}=${value}`}
            name={nameOf(t, key)}
            value={valueOf(key, value)}
            removeTo={withoutValue(query, key, value)}
          />
        )),
      )}
      {singles.map(({ key, name, value }) =>
        value === null ? null : (
          <Chip key={key} name={name} value={value} removeTo={listUrl(query, { [key]: null })} />
        ),
      )}
    </>
  );
}

/** What a filter is called. */
export const nameOf = (t: TFunction<"search">, key: FilterKey): string =>
  key === "team" || key === "participant" || key === "label"
    ? t(`name.${key}`)
    : t(`filter.${key}`);
