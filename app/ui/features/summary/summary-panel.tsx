import { useTranslation } from "#app/i18n/translation.tsx";
import type { SummaryOutputView, SummaryView } from "#app/core/domain/summary/summary-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { Group, Line, Lines, Note } from "./parts.tsx";
import { fieldName, sectionName, whyEmpty } from "./texts.ts";
import { Evidence } from "./evidence.tsx";
import { valueText } from "./value-text.ts";

type Props = { summary: SummaryView; hrefAt: (ms: number) => string };

/** What was said about each section, word for word, each quote one press from its sound (product §16). */
export function SummaryPanel({ summary, hrefAt }: Props) {
  const { t } = useTranslation("summary");
  const said = summary.outputs.filter((output) => output.certainty !== "not_discussed");
  const sections = [...new Set(summary.outputs.map((output) => output.section))];
  const empty = sections.filter((section) => !said.some((output) => output.section === section));
  const quotes = said.reduce((sum, output) => sum + output.evidence.length, 0);
  const reasons = new Map(
    summary.outputs
      .filter((output) => output.whyEmpty !== null)
      .map((output) => [output.section, output.whyEmpty ?? ""]),
  );
  const hasNoWords =
    said.length === 0 && summary.outputs.some(({ whyEmpty }) => whyEmpty === "no_words");
  return (
    <>
      <Group title={t("title")} aside={t("quotes", { count: quotes })}>
        <p className="text-xs text-ink-muted">{t("explain")}</p>
        {summary.note === null ? null : <Note>{summary.note}</Note>}
      </Group>
      {sections
        .filter((section) => !empty.includes(section))
        .map((section) => (
          <Group key={section} title={sectionName(t, section)}>
            <Lines>
              {said
                .filter((output) => output.section === section)
                .sort((a, b) => a.ord - b.ord)
                .map((output) => (
                  <Output key={output.id} output={output} hrefAt={hrefAt} />
                ))}
            </Lines>
          </Group>
        ))}
      {hasNoWords ? <Note>{t("why.no_words")}</Note> : null}
      {empty.length === 0 || hasNoWords ? null : (
        <Group title={t("notDiscussed")}>
          <Lines>
            {empty.map((section) => (
              <Line key={section}>
                {sectionName(t, section)}
                {reasons.has(section) ? (
                  <span className="block text-xs text-ink-muted">
                    {whyEmpty(t, reasons.get(section) ?? "")}
                  </span>
                ) : null}
              </Line>
            ))}
          </Lines>
        </Group>
      )}
      {summary.dropped > 0 ? <Note>{t("dropped", { count: summary.dropped })}</Note> : null}
    </>
  );
}

/** One statement: its typed value in words, then every quote behind it with its place. */
function Output({ output, hrefAt }: { output: SummaryOutputView; hrefAt: (ms: number) => string }) {
  const { t } = useTranslation("summary");
  const format = useFormat();
  const quotes = output.evidence.map(({ quote }) => quote);
  const text = valueText(t, format, output.value, quotes);
  const field = fieldName(t, output.value);
  const value = field === null || text === null ? text : t("fieldValue", { field, value: text });
  return (
    <Line>
      {value === null ? null : <span className="font-medium">{value} </span>}
      {output.certainty === "implied" ? <Tag tone="plain">{t("certainty.implied")}</Tag> : null}
      {output.evidence.map((evidence) => (
        <span
          key={`${evidence.segment} ${evidence.t0Ms}`}
          className={`mt-2 block first:mt-0 ${value === null ? "" : "text-ink-soft"}`}
        >
          <q className="break-words">{evidence.quote}</q>{" "}
          <Evidence
            at={evidence.t0Ms}
            name={evidence.speaker}
            side={evidence.side}
            hrefAt={hrefAt}
          />
        </span>
      ))}
    </Line>
  );
}
