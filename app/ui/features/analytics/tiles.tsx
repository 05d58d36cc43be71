import type { Counts } from "#app/core/domain/analytics/activity-views.ts";
import type { Measure } from "#app/core/domain/analytics/measures.ts";
import type { ActivityPage } from "#app/core/pages/activity.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { countedUrl } from "./counted-url.ts";
import { useActivityText } from "./use-activity-text.ts";

/** `note`: what the value is of; `was`: what it was in the period before. */
type Tile = { key: string; measure: Measure; value: string; note: string | null; was: string };

/** The figures of the period, each with what it was before, its denominator, and the list it counts. */
export function Tiles({ query, activity }: Pick<ActivityPage, "query" | "activity">) {
  const { t } = useTranslation("analytics");
  const { number } = useFormat();
  const { share, hours, wait } = useActivityText();
  const { now, before, feedback, feedbackBefore } = activity;
  const past = { from: query.period.beforeFrom, to: query.period.beforeTo };
  const shared = (key: string, measure: Measure, part: (of: Counts) => [number, number]): Tile => {
    const [some, whole] = part(now);
    return {
      ...{ key, measure, value: share(some, whole) },
      note: t("partOf", { part: number(some), whole: number(whole) }),
      was: share(...part(before)),
    };
  };
  const counted = (key: string, measure: Measure, of: (counts: Counts) => string): Tile => ({
    ...{ key, measure, value: of(now), note: null, was: of(before) },
  });
  const tiles: Tile[] = [
    counted("held", "held", ({ held }) => number(held)),
    shared("connected", "connected", ({ connected, held }) => [connected, held]),
    counted("external", "connected", ({ externalMs }) => hours(externalMs)),
    counted("companies", "company", ({ companies }) => number(companies)),
    shared("recorded", "recorded", ({ recorded, recordable }) => [recorded, recordable]),
    shared("reviewed", "reviewed", ({ reviewed, recorded }) => [reviewed, recorded]),
    {
      ...{ key: "feedback", measure: "feedback", value: wait(feedback.medianMs) },
      note: t("medianOf", { n: number(feedback.n) }),
      was: wait(feedbackBefore.medianMs),
    },
  ];
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-panel border border-line bg-line">
      {tiles.map(({ key, measure, value, note, was }) => {
        const name = t(`tile.${key}`, { defaultValue: key });
        return (
          <div key={key} className="grow basis-52 bg-surface-raised px-4 py-3">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
              <span className="text-xl font-strong">
                <TextLink
                  tone="name"
                  to={countedUrl(query, measure)}
                  aria-label={t("open", { name, value })}
                >
                  {value}
                </TextLink>
              </span>
              {note === null ? null : <span className="text-xs text-ink-muted">{note}</span>}
              <span className="text-xs leading-6 text-ink-muted [&>a]:inline-block [&>a]:min-h-6">
                <TextLink
                  tone="name"
                  to={countedUrl(query, measure, { days: past })}
                  aria-label={t("openWas", { name, value: was })}
                >
                  <span className="text-ink-muted">{t("was", { value: was })}</span>
                </TextLink>
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
