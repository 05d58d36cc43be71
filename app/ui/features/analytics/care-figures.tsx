import type { Load, LookedAfter } from "#app/core/domain/care/care-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useCareText } from "./use-care-text.ts";

/** Where the calls of the week, the longer ones of four weeks, and the feedback of those weeks are listed. */
export type CareLists = { week: string; external: string; feedback: string };
type Props = {
  load: Load | null;
  lookedAfter: LookedAfter;
  /** Of one's own figures: each opens what it counts. */
  lists?: CareLists;
};

type CareLine = [name: string, value: string, note: string, list: keyof CareLists];

/** Load and care in numbers, each with what it is of. */
export function CareFigures({ load, lookedAfter, lists }: Props) {
  const { t } = useTranslation("care");
  const { number, percent } = useFormat();
  const { hours, share } = useCareText();
  const { coverage, feedback, delay, answered, tone } = lookedAfter;
  const lines: CareLine[] = [
    ...(load === null
      ? []
      : ([
          [
            t("short.L1"),
            t("hoursOf", { hours: number(load.hours, 1) }),
            load.usual === null
              ? t("figure.noUsual")
              : t("figure.usual", { hours: number(load.usual.median, 1) }),
            "week",
          ],
          [t("short.L2"), share(load.backToBack), t("partOf", load.backToBack), "week"],
          [
            t("short.L3"),
            share(load.outOfHours),
            t("figure.hours", {
              part: hours(load.outOfHours.part),
              whole: hours(load.outOfHours.whole),
            }),
            "week",
          ],
          [
            t("short.L4"),
            load.longestRun === null ? t("none") : t("hoursOf", { hours: hours(load.longestRun) }),
            t("figure.middleOfDays"),
            "week",
          ],
        ] satisfies CareLine[])),
    [
      t("short.C1"),
      share(coverage),
      t("figure.interval", {
        ...{ part: coverage.part, whole: coverage.whole },
        ...{ low: percent(coverage.low), high: percent(coverage.high) },
      }),
      "external",
    ],
    [
      t("short.C2"),
      number(feedback.reduce((sum, n) => sum + n, 0)),
      t("figure.byWeek", { weeks: feedback.join(" · ") }),
      "feedback",
    ],
    [
      t("short.C3"),
      delay.median === null ? t("none") : t("hoursOf", { hours: hours(delay.median) }),
      t("figure.medianOf", { n: delay.n }),
      "feedback",
    ],
    [t("short.C4"), share(answered), t("partOf", answered), "feedback"],
    [t("short.C5"), `${tone.praise} : ${tone.suggestion}`, t("figure.tagged"), "feedback"],
  ];
  return (
    <dl className="mt-3 grid gap-x-6 sm:grid-cols-2">
      {lines.map(([name, value, note, list]) => (
        <div
          key={name}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line py-1.5 text-sm"
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-mono text-xs font-medium">
            {lists === undefined ? (
              value
            ) : (
              <TextLink tone="name" to={lists[list]} aria-label={t("openNumber", { name, value })}>
                {value}
              </TextLink>
            )}
          </dd>
          <dd className="col-span-full text-xs text-ink-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
