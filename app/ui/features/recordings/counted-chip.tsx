import { type Counted, readFigure } from "#app/core/domain/analytics/counted.ts";
import { ANY_REASON, type TalkFilter } from "#app/core/domain/analytics/talk-metrics.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import type { Choices } from "#app/core/pages/recordings-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Chip } from "#app/ui/components/primitive/chip.tsx";
import { listUrl } from "./list-url.ts";

/** "Counted in: talk share · Mari · last 13 weeks": all that an analytics page was asked for, and one cross for it. */
export default function CountedChip({
  query,
  choices,
}: {
  query: RecordingsQuery;
  choices: Choices;
}) {
  const { t } = useTranslation("search");
  const text = useCountedText(choices);
  return query.counted === null ? null : (
    <Chip
      name={t("filter.counted")}
      value={text(query.counted)}
      removeTo={listUrl(query, { counted: null, at: null })}
    />
  );
}

function useCountedText({ lists, named }: Choices) {
  const { t } = useTranslation("search");
  const { t: recordings } = useTranslation("recordings");
  const { t: analytics } = useTranslation("analytics");
  const { calendarDay } = useFormat();
  const figureOf = useFigureText();
  const known = [...Object.values(lists).flat(), ...named];
  const name = (id: string): string => known.find((one) => one.id === id)?.name ?? t("goneUnknown");
  return ({ figure, query }: Counted): string => {
    const { range, period, members, teams, talk, languages, labels, stages } = query;
    const days =
      range === null
        ? analytics("days", { from: calendarDay(period.from), to: calendarDay(period.to) })
        : analytics(`range.${range}`);
    return [
      figureOf(figure),
      ...members.map(name),
      days,
      ...teams.map(name),
      ...talk.map((kind) => recordings(`talk.${kind}`)),
      ...languages.map((one) => recordings(`language.${one}`, { defaultValue: one })),
      ...[...labels, ...stages].map(name),
      ...(query.isInHours ? [analytics("filter.hoursWorking")] : []),
      ...(query.isWithoutSample ? [t("withoutSample")] : []),
    ].join(" · ");
  };
}

/** A measure of activity, or what a number of talk statistics counts or leaves out: "Talk share, calls left out". */
function useFigureText() {
  const { t: recordings } = useTranslation("recordings");
  const talk = useTalkText();
  return (text: string): string => {
    const figure = readFigure(text);
    if (figure === null) return text;
    return figure.measure === null ? talk(figure.talk) : recordings(`counted.${figure.measure}`);
  };
}

function useTalkText() {
  const { t } = useTranslation("search");
  const { t: metrics } = useTranslation("metrics");
  return ({ metric: key, out }: TalkFilter): string => {
    const metric = metrics(`name.${key}`);
    if (out === null) return t("figure.counted", { metric });
    if (out === ANY_REASON) return t("figure.out", { metric });
    const reason = metrics(`reason.${out}`, {
      defaultValue: t(`figure.${out}`, { defaultValue: out }),
    });
    return t("figure.reason", { metric, reason });
  };
}
