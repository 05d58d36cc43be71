import { LEAST_CALLS, type TalkMetric } from "#app/core/domain/analytics/talk-metrics.ts";
import type { PersonTalk, TalkTeam } from "#app/core/domain/analytics/talk-stats-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useTalkText } from "./use-talk-text.ts";

/** What a box says, for who does not see it. */
export function useBoxText(metric: TalkMetric) {
  const { t } = useTranslation("talk");
  const { number } = useFormat();
  const text = useTalkText();
  const value = (of: number | null) => text.value(metric, of);
  return {
    ofPerson: (name: string, { n, median, q1, q3, least, most }: PersonTalk): string =>
      n < LEAST_CALLS
        ? t("box.few", { name, count: n, n: number(n) })
        : t("box.person", {
            ...{ name, median: value(median), q1: value(q1), q3: value(q3) },
            ...{ least: value(least), most: value(most), count: n, n: number(n) },
          }),
    ofTeam: ({ people, median, marks }: TalkTeam): string =>
      t("box.team", {
        ...{ count: people, n: number(people), median: value(median) },
        ...{ least: value(marks[0] ?? null), most: value(marks.at(-1) ?? null) },
      }),
  };
}
