import { Form } from "@remix-run/react";
import { useId } from "react";
import { TALK_GROUPS } from "#app/core/domain/analytics/talk-metrics.ts";
import { talkSearch } from "#app/core/domain/analytics/talk-search.ts";
import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { HiddenFields } from "./hidden-fields.tsx";
import { useTalkText } from "./use-talk-text.ts";

const GROUPS = ["talk", "questions", "pauses", "pace"] as const;

/** The choice of a number where a list beside it has no room: before the number itself, for eyes and for the keyboard. */
export function MetricSelect({ query, stats }: Pick<TalkStatsPage, "query" | "stats">) {
  const { t } = useTranslation("talk");
  const text = useTalkText();
  const id = useId();
  const { metric: _, ...others } = talkSearch(query);
  return (
    <Form
      key={query.metric}
      method="get"
      action={paths.talkStats()}
      preventScrollReset
      data-print="no"
      className="grid grid-cols-[minmax(0,1fr)] gap-1 min-[1240px]:hidden"
    >
      <HiddenFields search={others} />
      <label htmlFor={id} className="text-xs text-ink-muted">
        {t(stats.linesAreOwn ? "nav.own" : "nav.all")}
      </label>
      <span className="flex gap-2">
        <select
          id={id}
          name="metric"
          defaultValue={query.metric}
          className={controlLook({ size: "small", className: "min-w-0 grow desk:grow-0" })}
        >
          {GROUPS.map((group) => (
            <optgroup key={group} label={t(`group.${group}`)}>
              {TALK_GROUPS[group].map((metric) => {
                const line = stats.lines.find((one) => one.metric === metric);
                return (
                  <option key={metric} value={metric}>
                    {t("nav.option", {
                      name: text.name(metric),
                      now: text.value(metric, line?.now ?? null),
                      before: text.value(metric, line?.before ?? null),
                    })}
                  </option>
                );
              })}
            </optgroup>
          ))}
        </select>
        <span className="shrink-0 whitespace-nowrap">
          <Button type="submit">{t("nav.show")}</Button>
        </span>
      </span>
      <p className="text-xs text-ink-muted">{t("nav.pitch")}</p>
    </Form>
  );
}
