import { baseLanguage } from "../words/lexicon.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import type { CallClock } from "./spoken-date.ts";
import { verifyEvidence } from "./evidence.ts";
import { extractFields, type FieldDef, type FieldOption, type FoundField } from "./extract.ts";
import { isHedged, nextStepsOf } from "./next-steps.ts";
import {
  evidenceOf,
  type HighlightOutput,
  LEAST_WORDS,
  type Made,
  output,
  type Ready,
  readySentences,
} from "./ready.ts";
import { relevanceOf } from "./relevance.ts";
import { fitOf, FITS } from "./section-fit.ts";
import type { SectionDef, TemplateKey, Templates } from "./section.ts";
import { EN_TEMPLATES } from "./sections-en.ts";
import { JA_TEMPLATES } from "./sections-ja.ts";
import type { SummarySentence } from "./sentences.ts";
import { stepOutput, withoutRepeats } from "./step-outputs.ts";
import { termsOf } from "./terms.ts";

export const HIGHLIGHTS_ENGINE = "highlights@2";

export type HighlightsInput = {
  segments: readonly SpokenSegment[];
  language: string;
  /** ISO 8601; "next Tuesday" is resolved against it in `timeZone`. */
  callStartedAt: string;
  timeZone: string;
  template?: TemplateKey;
  /** Names of the workspace's dictionary that are competitors, with their variants. */
  competitors?: readonly FieldOption[];
};
export type HighlightsResult = {
  engine: string;
  template: TemplateKey;
  outputs: HighlightOutput[];
  /** Outputs whose quotes were not in the transcript, and which are therefore not shown. */
  dropped: number;
};

/** Words quoted for a section, and how far the last quote may go beyond. */
const QUOTE_WORDS = 70;
const LEEWAY = 1.35;

const TEMPLATES: Readonly<Record<string, Templates>> = { en: EN_TEMPLATES, ja: JA_TEMPLATES };

/** Sections of a built-in template; a language without its own uses the English one, with its fields. */
export const sectionsOf = (language: string, template: TemplateKey): readonly SectionDef[] =>
  (TEMPLATES[baseLanguage(language)] ?? EN_TEMPLATES)[template];

/** The section a sentence belongs to, and how well it fits. */
type Place = { key: string | null; points: number };
/** How well every sentence fits each section of a template, and which one it belongs to. */
function placesOf(sections: readonly SectionDef[], ready: readonly Ready[]): Place[] {
  const fits = sections.map((section) => {
    const [from, to] = section.within ?? [0, 1];
    return ready.map(({ sentence, facts, words }, n) =>
      section.kind === "checklist" ||
      words < LEAST_WORDS ||
      n < Math.floor(from * ready.length) ||
      n >= Math.ceil(to * ready.length)
        ? 0
        : fitOf(section, sentence, facts),
    );
  });
  const sizes = fits.map((fit) => fit.filter((points) => points >= FITS).length);
  return ready.map((_, n) => {
    // Nothing is quoted twice: of two sections a sentence fits alike, the one with less to quote has it.
    const best = fits
      .map((fit, section) => ({ section, points: fit[n] ?? 0 }))
      .filter(({ points }) => points >= FITS)
      .sort((a, b) => b.points - a.points || (sizes[a.section] ?? 0) - (sizes[b.section] ?? 0))[0];
    const key = best && sections[best.section]?.key;
    return key === undefined ? { key: null, points: 0 } : { key, points: best?.points ?? 0 };
  });
}

/** The sentences a section quotes, best moments first chosen, in the order they were said. */
function quotesOf(
  section: SectionDef,
  ready: readonly Ready[],
  places: readonly Place[],
  language: string,
): SummarySentence[] {
  const part = ready.flatMap((one, n) => {
    const place = places[n];
    return place?.key === section.key ? [{ ...one, points: place.points }] : [];
  });
  const relevance = relevanceOf(
    part.map(({ terms }) => terms),
    [...new Set(termsOf(section.query, language))],
  );
  const order = part
    .map((_, n) => n)
    .sort(
      (a, b) =>
        (part[b]?.points ?? 0) - (part[a]?.points ?? 0) ||
        (relevance[b] ?? 0) - (relevance[a] ?? 0) ||
        a - b,
    );
  const chosen = new Map<string, number>();
  let words = 0;
  for (const n of order) {
    const one = part[n];
    const isFull = words > QUOTE_WORDS / 2 && words + (one?.words ?? 0) > QUOTE_WORDS * LEEWAY;
    if (!one || isFull || chosen.has(one.facts.folded)) continue;
    chosen.set(one.facts.folded, n);
    words += one.words;
  }
  return [...chosen.values()].sort((a, b) => a - b).flatMap((n) => part[n]?.sentence ?? []);
}

function fieldOutput(section: string, { key, type, best, others }: FoundField): Made {
  const alternatives = others.slice(0, 3).map(({ value }) => value);
  return output(section, type, {
    value: { field: key, ...best.value, ...(alternatives.length > 0 ? { alternatives } : {}) },
    certainty: isHedged(best.sentence.text) ? "implied" : "said",
    evidence: [evidenceOf(best.sentence)],
  });
}

function sectionOutputs(
  section: SectionDef,
  ready: readonly Ready[],
  places: readonly Place[],
  input: HighlightsInput,
  fields: readonly FieldDef[],
): Made[] {
  const { language } = input;
  const clock: CallClock = { startedAt: input.callStartedAt, timeZone: input.timeZone };
  const sentences = ready.map(({ sentence }) => sentence);
  if (section.kind === "checklist")
    return withoutRepeats(nextStepsOf(sentences, language, clock), language).map((step) =>
      stepOutput(section.key, step),
    );
  const found = extractFields(fields, sentences, language, clock);
  const quotes = quotesOf(section, ready, places, language);
  return [
    ...found.map((field) => fieldOutput(section.key, field)),
    ...(quotes.length > 0
      ? [output(section.key, "bullets", { evidence: quotes.map(evidenceOf) })]
      : []),
  ];
}

const COMPETITOR_SECTIONS = new Set(["issue", "situation"]);
const fieldsOf = (section: SectionDef, competitors: readonly FieldOption[]): FieldDef[] => [
  ...section.fields,
  ...(competitors.length > 0 && COMPETITOR_SECTIONS.has(section.key)
    ? [
        {
          key: "competitor",
          type: "enum" as const,
          side: "C" as const,
          cues: /$^/,
          options: competitors,
        },
      ]
    : []),
];

/**
 * The summary made without a model (product §16): per section verbatim quotes and typed fields, each
 * with its place in the call. The same input gives the same bytes.
 */
export function highlightsOf(input: HighlightsInput): HighlightsResult {
  const { language, segments, template = "sales_meeting", competitors = [] } = input;
  const clock: CallClock = { startedAt: input.callStartedAt, timeZone: input.timeZone };
  const ready = readySentences(segments, language, clock);
  const sections = sectionsOf(language, template);
  const places = placesOf(sections, ready);
  let dropped = 0;
  const outputs = sections.flatMap((section) => {
    const made = sectionOutputs(section, ready, places, input, fieldsOf(section, competitors));
    const verified = verifyEvidence(made, segments);
    dropped += verified.dropped;
    if (verified.outputs.length > 0) return verified.outputs;
    const whyEmpty = ready.length === 0 ? "no_words" : "not_discussed";
    const type = section.kind === "checklist" ? "checklist" : "bullets";
    return [output(section.key, type, { certainty: "not_discussed", whyEmpty })];
  });
  return {
    engine: HIGHLIGHTS_ENGINE,
    template,
    outputs: outputs.map((made, ord) => ({ ...made, ord })),
    dropped,
  };
}
