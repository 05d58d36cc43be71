import { TALK_GROUPS, type TalkMetric } from "#app/core/domain/analytics/talk-metrics.ts";
import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { talkUrl } from "./talk-url.ts";
import { useTalkText } from "./use-talk-text.ts";

const GROUPS = ["talk", "questions", "pauses", "pace"] as const;

/** Every number with what it is and what it was; the chosen one fills the page. Beside it, where there is room for a list. */
export function MetricNav({ query, stats }: Pick<TalkStatsPage, "query" | "stats">) {
  const { t } = useTranslation("talk");
  const text = useTalkText();
  const { person } = query;
  const lineOf = (metric: TalkMetric) => stats.lines.find((line) => line.metric === metric);
  return (
    <nav
      aria-label={t("nav.label")}
      className="grid min-w-0 scroll-mt-16 content-start gap-x-4 max-[1239px]:hidden print:hidden"
      id="metrics"
    >
      <p className="mb-1 px-2 text-xs text-ink-muted">
        {t(stats.linesAreOwn ? "nav.own" : "nav.all")}
      </p>
      {GROUPS.map((group) => (
        <section key={group} aria-labelledby={`metrics-${group}`}>
          <h2
            id={`metrics-${group}`}
            className="px-2 pt-2 pb-0.5 text-xs font-strong text-ink-muted"
          >
            {t(`group.${group}`)}
          </h2>
          <ul>
            {TALK_GROUPS[group].map((metric) => {
              const line = lineOf(metric);
              const now = text.value(metric, line?.now ?? null);
              const before = text.value(metric, line?.before ?? null);
              return (
                <li key={metric}>
                  <Link
                    to={talkUrl(query, { metric, person })}
                    preventScrollReset
                    {...(metric === query.metric ? { "aria-current": "true" as const } : {})}
                    // It begins with what is seen, word by word: who speaks to the page says that.
                    aria-label={t("nav.metric", { name: text.name(metric), now, before })}
                    className="grid min-h-7 grid-cols-[minmax(0,1fr)_auto_3.25rem] items-baseline gap-2 rounded-control px-2 py-1 text-sm hover:bg-surface-hover aria-[current=true]:bg-surface-chosen aria-[current=true]:font-medium pointer-coarse:min-h-9"
                  >
                    <span>{text.name(metric)}</span>{" "}
                    <b className="font-mono text-xs font-medium whitespace-nowrap">{now}</b>{" "}
                    <small className="text-right font-mono text-xs whitespace-nowrap text-ink-muted">
                      {before}
                    </small>
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      <p className="mt-2 px-2 text-xs text-ink-muted">{t("nav.pitch")}</p>
    </nav>
  );
}
