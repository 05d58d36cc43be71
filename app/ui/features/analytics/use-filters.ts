import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import { TALK_KINDS } from "#app/core/domain/views.ts";
import type { AnalyticsChoices } from "#app/core/pages/analytics-beside.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";

type Choice = { id: string; name: string };
export type Filter = {
  /** As the address writes it. */
  name: "team" | "member" | "talk" | "language" | "label" | "stage";
  label: string;
  /** What can be chosen, and what is chosen though it is not there any more. */
  choices: Choice[];
  values: readonly string[];
  /** There is something to choose between, or something is chosen. */
  isShown: boolean;
};
type Props = { query: AnalyticsQuery; choices: AnalyticsChoices; seesOthers: boolean };

const LANGUAGES = ["en", "ja"];

/** The filters of several values, each with the names of what it may be. */
export function useFilters({ query, choices, seesOthers }: Props): Filter[] {
  const { t } = useTranslation("analytics");
  const { t: list } = useTranslation("recordings");
  const filter = (
    name: Filter["name"],
    values: readonly string[],
    known: readonly Choice[],
    isOffered: boolean,
  ): Filter => {
    const gone = values
      .filter((value) => known.every(({ id }) => id !== value))
      .map((id) => ({ id, name: t("filter.gone") }));
    return {
      ...{ name, values, label: t(`filter.${name}`), choices: [...known, ...gone] },
      isShown: isOffered || values.length > 0,
    };
  };
  const { teams, members, labels, stages } = choices;
  const kinds = TALK_KINDS.map((kind) => ({ id: kind, name: list(`talk.${kind}`) }));
  const languages = LANGUAGES.map((id) => ({
    id,
    name: list(`language.${id}`, { defaultValue: id }),
  }));
  return [
    filter("team", query.teams, teams, teams.length > 0),
    filter("member", query.members, members, seesOthers),
    filter("talk", query.talk, kinds, true),
    filter("language", query.languages, languages, true),
    filter("label", query.labels, labels, labels.length > 0),
    filter("stage", query.stages, stages, stages.length > 0),
  ];
}

/** The names of what is chosen. */
export const chosenNames = ({ choices }: Filter, values: readonly string[]): string[] =>
  choices.filter(({ id }) => values.includes(id)).map(({ name }) => name);
