import { Fragment, type ReactNode, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { SummaryOutputView } from "#app/core/domain/summary/summary-views.ts";
import type { MomentView, PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { firstOutputs, promisesOf, quotesIn, saidOutputs, type Promised } from "./first-screen.ts";
import { Group, Line, Lines, Note } from "./parts.tsx";
import { QuoteLink } from "./play-link.tsx";
import { Output } from "./output.tsx";
import { EditedSection } from "./edited-section.tsx";
import { RunLine } from "./run-line.tsx";
import { whyEmpty } from "./texts.ts";
import { useSectionTitle } from "./use-section-title.ts";
import { valueText } from "./value-text.ts";

type Props = {
  summary: PlaybackSummary;
  /** Why it is by its template; null where that is not said. */
  reason: string | null;
  moments: readonly MomentView[];
  hrefAt: (ms: number) => string;
  /** Name of a participant, null when nobody in this call has the id. */
  nameOf: (participantId: string) => string | null;
  /** What stands beside the title: copy, and another template. */
  tools?: ReactNode;
  /** The way to change a section by hand; null for who may not. */
  editOf?: ((section: string) => ReactNode) | null;
};

/**
 * Promises, then at most six quotes, word for word, each one press from its sound (product §16); the rest on demand. What
 * a person made of a section stands in its place, with the value of a later run beside it.
 */
export function SummaryPanel(props: Props) {
  const { summary, moments, hrefAt, nameOf, tools, editOf = null } = props;
  const { t } = useTranslation("summary");
  const { t: own } = useTranslation("panels");
  const [isWhole, setWhole] = useState(false);
  const edited = new Map(summary.edits.map((edit) => [edit.section, edit]));
  const promised = promisesOf(moments, summary.outputs);
  const steps = new Set(promised.map(({ output }) => output));
  const said = saidOutputs(summary.outputs).filter(
    (output) => !steps.has(output) && !edited.has(output.section),
  );
  const shown = isWhole ? said : firstOutputs(said);
  const left = quotesIn(said) - quotesIn(shown);
  const leftOut = summary.uncertainQuotes;
  const hasNoWords =
    said.length === 0 && summary.outputs.some(({ whyEmpty }) => whyEmpty === "no_words");
  const isHighlights = summary.engine.startsWith("highlights");
  const ends = { hrefAt, nameOf, summary, editOf };
  return (
    <>
      <Promises promised={promised} hrefAt={hrefAt} nameOf={nameOf} />
      <Group
        title={isHighlights ? t("title") : own("summary.title")}
        aside={t("quotes", { count: quotesIn(said) })}
      >
        <RunLine summary={summary} reason={props.reason} tools={tools} />
        <Sections outputs={shown} {...ends} />
        {hasNoWords ? <Note>{t("why.no_words")}</Note> : null}
        {left > 0 || isWhole ? (
          <Button size="small" tone="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? own("summary.fewer") : own("summary.more", { count: left })}
          </Button>
        ) : null}
        {leftOut > 0 ? <Note>{own("summary.uncertain", { count: leftOut })}</Note> : null}
        {summary.dropped > 0 ? <Note>{t("dropped", { count: summary.dropped })}</Note> : null}
      </Group>
      {hasNoWords ? null : <NotDiscussed {...ends} />}
      <Note>{isHighlights ? t("explain") : own("summary.explain")}</Note>
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
                endMs={moment.t1Ms}
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

type Inside = Pick<Props, "hrefAt" | "nameOf" | "summary"> & {
  editOf: NonNullable<Props["editOf"]> | null;
};

/** Sections in the order of the template: their statements, or what a person made of them. */
function Sections({ outputs, ...ends }: { outputs: SummaryOutputView[] } & Inside) {
  const { summary, editOf, hrefAt } = ends;
  const titleOf = useSectionTitle(summary.sections);
  const bySection = Map.groupBy(outputs, ({ section }) => section);
  const edits = new Map(summary.edits.map((edit) => [edit.section, edit]));
  const order = new Set([...summary.sections.map(({ key }) => key), ...bySection.keys()]);
  return [...order].map((section) => {
    const inside = bySection.get(section) ?? [];
    const edit = edits.get(section);
    if (!edit && inside.length === 0) return null;
    return (
      <Fragment key={section}>
        <div className="mt-2 flex items-center justify-between gap-2 first-of-type:mt-0">
          <h4 className="text-xs text-ink-muted">{titleOf(section)}</h4>
          {editOf?.(section)}
        </div>
        {edit ? (
          <EditedSection edit={edit} title={titleOf(section)} {...ends} />
        ) : (
          <Lines>
            {inside.map((output) => (
              <Output key={output.id} output={output} hrefAt={hrefAt} />
            ))}
          </Lines>
        )}
      </Fragment>
    );
  });
}

/**
 * Sections without a word, closed; what was left out for its words was discussed all the same. Those that the template
 * requires are named as missing.
 */
function NotDiscussed({ summary, editOf }: Inside) {
  const { outputs, uncertainSections, sections, edits } = summary;
  const { t } = useTranslation("summary");
  const { t: own } = useTranslation("panels");
  const titleOf = useSectionTitle(sections);
  const list = new Intl.ListFormat(useLanguage(), { type: "unit" });
  const empty = [...Map.groupBy(outputs, ({ section }) => section)].filter(
    ([section, inside]) =>
      !uncertainSections.includes(section) &&
      !edits.some((edit) => edit.section === section) &&
      inside.every(({ certainty }) => certainty === "not_discussed"),
  );
  if (empty.length === 0) return null;
  const of = (section: string) => sections.find(({ key }) => key === section);
  const missing = empty.filter(([section]) => of(section)?.isRequired === true);
  const reason = (section: string, why: string): string =>
    (why === "not_discussed" ? of(section)?.ifNotDiscussed : null) ?? whyEmpty(t, why);
  return (
    <>
      {missing.length === 0 ? null : (
        <p className="mt-3 text-sm font-medium">
          {own("summary.missing", {
            sections: list.format(missing.map(([section]) => titleOf(section))),
          })}
        </p>
      )}
      <details className="mt-3 text-sm text-ink-muted">
        <summary className="inline-block min-h-6 leading-6 underline decoration-dotted underline-offset-3">
          {own("summary.notDiscussed", {
            sections: list.format(empty.map(([section]) => titleOf(section))),
          })}
        </summary>
        <ul className="grid gap-1 text-xs">
          {empty.map(([section, inside]) => (
            <li key={section} className="flex items-center justify-between gap-2">
              <span>
                {titleOf(section)}: {reason(section, inside[0]?.whyEmpty ?? "not_discussed")}
              </span>
              {editOf?.(section)}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
