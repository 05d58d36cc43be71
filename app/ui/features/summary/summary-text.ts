import type { TFunction } from "i18next";
import type { EvidenceView, SummaryOutputView } from "#app/core/domain/summary/summary-views.ts";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { valueText } from "./value-text.ts";

type Format = Parameters<typeof valueText>[1] & { duration: (ms: number) => string };
export type SummaryOfCall = {
  title: string;
  /** ISO; null where the start is unknown. */
  startedAt: string | null;
  people: readonly { id: string; name: string }[];
  /** Where the call is; null to leave it out. */
  address: string | null;
  summary: PlaybackSummary;
};
type Texts = { t: TFunction<"summary">; titleOf: (section: string) => string };

/** What these say is the item; of the others the quote says more than the value. */
const PROSE = new Set(["text", "bullets", "checklist", "table"]);

const sectionsOf = ({ sections, outputs }: PlaybackSummary): string[] => [
  ...new Set([...sections.map(({ key }) => key), ...outputs.map(({ section }) => section)]),
];
const editOf = ({ edits }: PlaybackSummary, section: string) =>
  edits.find((one) => one.section === section);
const foundIn = ({ outputs }: PlaybackSummary, section: string): SummaryOutputView[] =>
  outputs.filter((output) => output.section === section && output.certainty !== "not_discussed");
const withName = (value: object, people: SummaryOfCall["people"]): object => {
  const owner = "owner" in value ? people.find(({ id }) => id === value.owner) : undefined;
  return owner ? { ...value, ownerName: owner.name } : value;
};

/**
 * A summary as plain text that reads well in a mail: which call it is, then each section with its items, and where each
 * was said. What was not discussed is named at the end where the template requires it.
 */
export function summaryText(call: SummaryOfCall, { t, titleOf }: Texts, format: Format): string {
  const { summary, people } = call;
  const blocks = sectionsOf(summary).flatMap((section) => {
    const lines = linesOf(section);
    return lines.length === 0 ? [] : [[titleOf(section), ...lines].join("\n")];
  });
  const missing = summary.sections
    .filter(({ key, isRequired }) => isRequired && linesOf(key).length === 0)
    .map(({ key }) => titleOf(key));
  const date = call.startedAt === null ? [] : [format.date(call.startedAt)];
  const names = people.map(({ name }) => name).filter((name) => name !== "");
  return [
    [
      call.title,
      [...date, names.join(", ")].filter((part) => part !== "").join(" · "),
      ...(call.address === null ? [] : [call.address]),
    ]
      .filter((line) => line !== "")
      .join("\n"),
    ...blocks,
    ...(missing.length === 0 ? [] : [t("missing", { sections: missing.join(", ") })]),
  ].join("\n\n");

  function linesOf(section: string): string[] {
    const edit = editOf(summary, section);
    if (edit)
      return edit.items.map(({ value, evidence }) =>
        line(valueText(t, format, withName(value, people)) ?? "", placesOf(evidence)),
      );
    return foundIn(summary, section).flatMap(({ type, value, evidence }) => {
      const quotes = evidence.map(({ quote }) => quote);
      const said = valueText(t, format, value, PROSE.has(type) ? [] : quotes);
      const isQuote = said === null || quotes.some((quote) => bare(quote) === bare(said));
      if (isQuote) return evidence.map((one) => line(`“${one.quote}”`, placesOf([one])));
      if (PROSE.has(type)) return [line(said, placesOf(evidence))];
      return [
        line(`${said} – ${quotes.map((quote) => `“${quote}”`).join(" ")}`, placesOf(evidence)),
      ];
    });
  }

  function placesOf(evidence: readonly EvidenceView[]): string {
    return evidence
      .map(({ t0Ms, speaker }) => `${format.duration(t0Ms)} ${speaker}`.trim())
      .join(", ");
  }
}

const line = (text: string, places: string): string =>
  places === "" ? `- ${text}` : `- ${text} (${places})`;
const bare = (text: string): string => text.toLowerCase().replace(/[\s\p{P}]/gu, "");

/** The same for programs: values as they are stored, with the times of their quotes in ms from the start of the call. */
export function summaryJson(
  { title, startedAt, people, summary }: SummaryOfCall,
  { titleOf }: Pick<Texts, "titleOf">,
) {
  const places = (evidence: readonly EvidenceView[]) =>
    evidence.map(({ speaker, t0Ms: startMs, t1Ms: endMs, quote }) => ({
      ...{ speaker, startMs, endMs, quote },
    }));
  return {
    ...{ format: "parley.summary", version: 1, title, startedAt },
    template: summary.template && {
      name: summary.template.name,
      version: summary.template.version,
    },
    ...{ engine: summary.engine, model: summary.model },
    sections: sectionsOf(summary).map((key) => {
      const edit = editOf(summary, key);
      const known = summary.sections.find((section) => section.key === key);
      return {
        ...{ key, title: titleOf(key), type: known?.type ?? null, editedBy: edit?.by ?? null },
        items: edit
          ? edit.items.map(({ value, evidence }) => ({
              ...{ value: withName(value, people), certainty: null, evidence: places(evidence) },
            }))
          : foundIn(summary, key).map(({ value, certainty, evidence }) => ({
              ...{ value, certainty, evidence: places(evidence) },
            })),
      };
    }),
  };
}
