import { Fragment, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { SummaryOutputView } from "#app/core/domain/summary/summary-views.ts";
import type { MomentView, PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { firstOutputs, promisesOf, quotesIn, saidOutputs, type Promised } from "./first-screen.ts";
import { Group, Line, Lines, Note } from "./parts.tsx";
import { QuoteLink } from "./play-link.tsx";
import { fieldName, sectionName, whyEmpty } from "./texts.ts";
import { valueText } from "./value-text.ts";

type Props = {
  summary: PlaybackSummary;
  moments: readonly MomentView[];
  hrefAt: (ms: number) => string;
  /** Name of a participant, null when nobody in this call has the id. */
  nameOf: (participantId: string) => string | null;
};

/** Promises, then at most six quotes, word for word, each one press from its sound (product §16); the rest on demand. */
export function SummaryPanel({ summary, moments, hrefAt, nameOf }: Props) {
  const { t } = useTranslation("summary");
  const { t: own } = useTranslation("panels");
  const [isWhole, setWhole] = useState(false);
  const promised = promisesOf(moments, summary.outputs);
  const steps = new Set(promised.map(({ output }) => output));
  const said = saidOutputs(summary.outputs).filter((output) => !steps.has(output));
  const shown = isWhole ? said : firstOutputs(said);
  const left = quotesIn(said) - quotesIn(shown);
  const leftOut = summary.uncertainQuotes;
  const hasNoWords =
    said.length === 0 && summary.outputs.some(({ whyEmpty }) => whyEmpty === "no_words");
  return (
    <>
      <Promises promised={promised} hrefAt={hrefAt} nameOf={nameOf} />
      <Group title={t("title")} aside={t("quotes", { count: quotesIn(said) })}>
        {summary.note === null ? null : <Note>{summary.note}</Note>}
        <Sections outputs={shown} hrefAt={hrefAt} />
        {hasNoWords ? <Note>{t("why.no_words")}</Note> : null}
        {left > 0 || isWhole ? (
          <Button size="small" tone="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? own("summary.fewer") : own("summary.more", { count: left })}
          </Button>
        ) : null}
        {leftOut > 0 ? <Note>{own("summary.uncertain", { count: leftOut })}</Note> : null}
        {summary.dropped > 0 ? <Note>{t("dropped", { count: summary.dropped })}</Note> : null}
      </Group>
      {hasNoWords ? null : <NotDiscussed summary={summary} />}
      <Note>{t("explain")}</Note>
    </>
  );
}

function Promises({
  promised,
  hrefAt,
  nameOf,
}: { promised: readonly Promised[] } & Pick<Props, "hrefAt" | "nameOf">) {
  const { t } = useTranslation("player");
  const { t: summary } = useTranslation("summary");
  const { t: common } = useTranslation("common");
  const format = useFormat();
  if (promised.length === 0) return null;
  const speaker = ({ participantId, side }: MomentView): string => {
    const name = participantId === null ? null : nameOf(participantId);
    if (name !== null) return name;
    return side === null
      ? common("side.everybody")
      : common(side === "R" ? "side.us" : "side.them");
  };
  return (
    <Group title={t("momentsOf.promise")} aside={format.number(promised.length)}>
      <Lines>
        {promised.map(({ moment, output }) => {
          const text = moment.text ?? "";
          const due =
            output === null
              ? null
              : valueText(summary, format, dueOf(output, speaker(moment)), [text]);
          return (
            <Line key={`${moment.t0Ms} ${moment.rule}`}>
              <QuoteLink
                text={text}
                notes={[due, moment.isUnsure ? t("unsure") : null].filter((note) => note !== null)}
                atMs={moment.t0Ms}
                name={speaker(moment)}
                side={moment.side}
                hrefAt={hrefAt}
              />
            </Line>
          );
        })}
      </Lines>
    </Group>
  );
}

/** When a promise is due; who keeps it only where that is not the speaker, whose name stands beside its time already. */
function dueOf({ value }: SummaryOutputView, speaker: string): SummaryOutputView["value"] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return value["ownerName"] === speaker
    ? { ...value, owner: null, ownerName: null, ownerSide: null }
    : value;
}

/** Statements under the names of their sections. */
function Sections({ outputs, hrefAt }: { outputs: SummaryOutputView[] } & Pick<Props, "hrefAt">) {
  const { t } = useTranslation("summary");
  const sections = Map.groupBy(outputs, ({ section }) => section);
  return [...sections].map(([section, inside]) => (
    <Fragment key={section}>
      <h4 className="mt-2 text-xs text-ink-muted first-of-type:mt-0">{sectionName(t, section)}</h4>
      <Lines>
        {inside.map((output) => (
          <Output key={output.id} output={output} hrefAt={hrefAt} />
        ))}
      </Lines>
    </Fragment>
  ));
}

/** One statement: its typed value in words, then every quote behind it with its place. */
function Output({ output, hrefAt }: { output: SummaryOutputView } & Pick<Props, "hrefAt">) {
  const { t } = useTranslation("summary");
  const format = useFormat();
  const quotes = output.evidence.map(({ quote }) => quote);
  const text = valueText(t, format, output.value, quotes);
  const field = fieldName(t, output.value);
  const value = field === null || text === null ? text : t("fieldValue", { field, value: text });
  return (
    <Line>
      {value === null ? null : <p className="font-medium">{value}</p>}
      {output.certainty === "implied" ? <Tag tone="plain">{t("certainty.implied")}</Tag> : null}
      <div className="grid gap-2">
        {output.evidence.map(({ segment, t0Ms, quote, speaker, side }) => (
          <QuoteLink
            key={`${segment} ${t0Ms}`}
            text={quote}
            atMs={t0Ms}
            name={speaker}
            side={side}
            hrefAt={hrefAt}
          />
        ))}
      </div>
    </Line>
  );
}

/** Sections without a word, closed; what was left out for its words was discussed all the same. */
function NotDiscussed({ summary: { outputs, uncertainSections } }: Pick<Props, "summary">) {
  const { t } = useTranslation("summary");
  const { t: own } = useTranslation("panels");
  const list = new Intl.ListFormat(useLanguage(), { type: "unit" });
  const empty = [...Map.groupBy(outputs, ({ section }) => section)].filter(
    ([section, inside]) =>
      !uncertainSections.includes(section) &&
      inside.every(({ certainty }) => certainty === "not_discussed"),
  );
  if (empty.length === 0) return null;
  return (
    <details className="mt-3 text-sm text-ink-muted">
      <summary className="inline-block min-h-6 leading-6 underline decoration-dotted underline-offset-3">
        {own("summary.notDiscussed", {
          sections: list.format(empty.map(([section]) => sectionName(t, section))),
        })}
      </summary>
      <ul className="grid gap-1 text-xs">
        {empty.map(([section, inside]) => (
          <li key={section}>
            {sectionName(t, section)}: {whyEmpty(t, inside[0]?.whyEmpty ?? "not_discussed")}
          </li>
        ))}
      </ul>
    </details>
  );
}
