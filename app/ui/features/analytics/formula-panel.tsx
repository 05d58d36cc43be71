import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { talkSearch } from "#app/core/domain/analytics/talk-search.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { talkListUrl, talkUrl } from "./talk-url.ts";
import { useTalkText } from "./use-talk-text.ts";

/** How the number is made, of which calls, by which rule set, and what is needed to compute it again. */
export function FormulaPanel({ query, stats }: Pick<TalkStatsPage, "query" | "stats">) {
  const { t } = useTranslation("talk");
  const { t: metrics } = useTranslation("metrics");
  const { number } = useFormat();
  const text = useTalkText();
  const { metric, config } = query;
  const { all, reasons, configs } = stats;
  const kinds =
    query.talk.length === 0
      ? t("band.kind.every")
      : query.talk
          .map((kind): string => t(`band.kind.${kind}`))
          .reduce((all, name) => t("and", { all, name }));
  return (
    <Panel title={t("formula.title", { name: text.name(metric) })}>
      <p className="max-w-[76ch] rounded-control bg-surface-sunken px-3 py-2 text-sm">
        {metrics(`formula.${metric}`)}
      </p>
      <dl className="mt-3 grid max-w-[76ch] grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-ink-soft">{t("formula.counted", { kinds })}</dt>
        <dd className="text-right font-mono text-xs">
          <TextLink tone="name" to={talkListUrl(query)}>
            {t("calls", { count: all.n, n: number(all.n) })}
          </TextLink>
        </dd>
        {reasons.map(({ reason, n }) => (
          <div key={reason} className="contents">
            <dt className="text-ink-soft">
              {t("formula.leftOut", {
                reason: t(`reason.${reason}`, {
                  defaultValue: metrics(`reason.${reason}`, { defaultValue: reason }),
                }),
              })}
            </dt>
            <dd className="text-right font-mono text-xs">
              <TextLink tone="name" to={talkListUrl(query, { out: reason })}>
                {t("calls", { count: n, n: number(n) })}
              </TextLink>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-[76ch] text-sm text-ink-soft">{t("formula.person")}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        {configs.length > 1 ? (
          <Segments
            label={t("formula.config")}
            segments={configs.map((one) => ({
              to: talkUrl(query, { config: one, person: query.person }),
              label: one,
              isCurrent: one === config,
            }))}
          />
        ) : (
          <span className="text-xs text-ink-muted">{t("formula.by", { config })}</span>
        )}
        <span className="flex gap-x-4 text-xs" data-print="no">
          <TextLink reloadDocument download to={paths.talkStatsScript()}>
            {t("formula.script")}
          </TextLink>
          <TextLink reloadDocument to={paths.talkStatsFile("json", talkSearch(query))}>
            {t("formula.inputs")}
          </TextLink>
        </span>
      </div>
    </Panel>
  );
}
