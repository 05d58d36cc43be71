import type { Counts } from "#app/core/domain/analytics/activity-views.ts";
import type { Measure } from "#app/core/domain/analytics/measures.ts";
import type { ActivityPage } from "#app/core/pages/activity.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { TrendLine } from "#app/ui/components/chart/trend-line.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { countedUrl } from "./counted-url.ts";
import { useActivityText } from "./use-activity-text.ts";

type Tile = {
  key: string;
  measure: Measure;
  value: string;
  /** What the value is of. */
  note: string | null;
  /** What it was in the period before. */
  was: string;
  /** The same by week, and how such a number is written; null: weeks are not known. */
  weekly: { of: (counts: Counts) => number | null; text: (value: number) => string } | null;
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The figures of the period, each with what it was before, its denominator, its course, and the list it counts. */
export function Tiles({ query, activity }: Pick<ActivityPage, "query" | "activity">) {
  const { t } = useTranslation("analytics");
  const tiles = useTiles(activity);
  const past = { from: query.period.beforeFrom, to: query.period.beforeTo };
  return (
    <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-panel border border-line bg-line min-[360px]:grid-cols-2 desk:grid-cols-3 min-[77.5rem]:grid-cols-4">
      {tiles.map(({ key, measure, value, note, was, weekly }) => {
        const name = t(`tile.${key}`, { defaultValue: key });
        return (
          <div
            key={key}
            className="min-w-0 bg-surface-raised px-4 py-3 last:col-span-full min-[77.5rem]:last:col-span-2"
          >
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
              {weekly === null ? null : <Trend name={name} weekly={weekly} activity={activity} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The course of a figure by week; its words name the span, the weeks themselves are in the file. */
function Trend({
  name,
  weekly: { of, text },
  activity: { weeks, weeksBefore },
}: Pick<ActivityPage, "activity"> & { name: string; weekly: NonNullable<Tile["weekly"]> }) {
  const { t } = useTranslation("analytics");
  const [values, before] = [weeks.map(of), weeksBefore.map(of)];
  const known = values.filter((value) => value !== null);
  const was = before.filter((value) => value !== null);
  if (known.length === 0) return null;
  const span = (of: readonly number[]) => ({
    least: text(Math.min(...of)),
    most: text(Math.max(...of)),
  });
  const now = span(known);
  return (
    <span className="mt-2 block basis-full">
      <TrendLine
        values={values}
        before={before}
        text={
          was.length === 0
            ? t("trend.now", { name, ...now })
            : t("trend.both", {
                ...{ name, ...now },
                ...{ leastBefore: span(was).least, mostBefore: span(was).most },
              })
        }
      />
    </span>
  );
}

function useTiles({ now, before, feedback, feedbackBefore }: ActivityPage["activity"]): Tile[] {
  const { t } = useTranslation("analytics");
  const { number } = useFormat();
  const { ratio, hours, wait } = useActivityText();
  const shared = (key: string, measure: Measure, part: (of: Counts) => [number, number]): Tile => {
    const [some, whole] = part(now);
    return {
      ...{ key, measure, value: ratio(share(some, whole)) },
      note: t("partOf", { part: number(some), whole: number(whole) }),
      was: ratio(share(...part(before))),
      weekly: { of: (counts) => share(...part(counts)), text: ratio },
    };
  };
  const counted = (
    key: string,
    measure: Measure,
    of: (counts: Counts) => number,
    text: (value: number) => string,
  ): Tile => ({
    ...{ key, measure, value: text(of(now)), note: null, was: text(of(before)) },
    weekly: { of, text },
  });
  return [
    counted("held", "held", ({ held }) => held, number),
    shared("connected", "connected", ({ connected, held }) => [connected, held]),
    counted("external", "connected", ({ externalMs }) => externalMs, hours),
    counted("companies", "company", ({ companies }) => companies, number),
    shared("recorded", "recorded", ({ recorded, recordable }) => [recorded, recordable]),
    shared("reviewed", "reviewed", ({ reviewed, recorded }) => [reviewed, recorded]),
    {
      ...{ key: "feedback", measure: "feedback", value: wait(feedback.medianMs) },
      note: t("medianOf", { n: number(feedback.n) }),
      ...{ was: wait(feedbackBefore.medianMs), weekly: null },
    },
  ];
}
