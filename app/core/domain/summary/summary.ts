import type { SummaryOutputView } from "./summary-views.ts";
import { baseLanguage } from "../words/lexicon.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import { fold } from "../words/fold.ts";
import type { CallClock } from "./spoken-date.ts";
import { verifyEvidence, type Evidence } from "./evidence.ts";
import { extractFields, type FieldDef, type FieldOption, type FoundField } from "./extract.ts";
import { highlights } from "./highlights.ts";
import { isHedged, nextStepsOf, type NextStep } from "./next-steps.ts";
import type { SectionDef, TemplateKey, Templates } from "./section.ts";
import { EN_TEMPLATES } from "./sections-en.ts";
import { JA_TEMPLATES } from "./sections-ja.ts";
import { summarySentences, type SummarySentence } from "./sentences.ts";
import { termsOf, wordsIn } from "./terms.ts";

export const HIGHLIGHTS_ENGINE = "highlights@1";

/** One value of a run without its id; maps onto tables summary_output and evidence. */
export type HighlightOutput = Omit<SummaryOutputView, "id" | "evidence"> & { evidence: Evidence[] };
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

/** Stands for "a phrase of the section" among the terms of a sentence. */
const CUE = "\u0000cue";
const SIDE = "\u0000side";
/** Set phrases whose words mean nothing here. */
const NOT_MEANT =
  /\bno (?:problems?|issues?|trouble|pain)\b|問題(?:ない|ありません|ございません)/giu;
const QUOTE_WORDS = 70;
const LEAST_WORDS = 4;
const NEAR = 0.25;

const TEMPLATES: Readonly<Record<string, Templates>> = { en: EN_TEMPLATES, ja: JA_TEMPLATES };

/** Sections of a built-in template; a language without its own uses the English one, with its fields. */
export const sectionsOf = (language: string, template: TemplateKey): readonly SectionDef[] =>
  (TEMPLATES[baseLanguage(language)] ?? EN_TEMPLATES)[template];

type Ready = { sentence: SummarySentence; folded: string; terms: string[]; words: number };

const evidenceOf = (sentence: SummarySentence): Evidence => ({
  segment: sentence.segment,
  participantId: sentence.participantId,
  side: sentence.side,
  t0Ms: sentence.t0Ms,
  t1Ms: sentence.t1Ms,
  quote: sentence.text,
});

type Made = Omit<HighlightOutput, "ord">;
const output = (section: string, type: string, rest: Partial<Made>): Made => ({
  section,
  type,
  value: null,
  certainty: "said",
  whyEmpty: null,
  evidence: [],
  ...rest,
});

/** The sentences a section quotes, best moments first chosen, in the order they were said. */
function quotesOf(
  section: SectionDef,
  ready: readonly Ready[],
  language: string,
): SummarySentence[] {
  const [from, to] = section.within ?? [0, 1];
  const part = ready.slice(Math.floor(from * ready.length), Math.ceil(to * ready.length));
  const isCued = part.map(({ folded, words }) => words >= LEAST_WORDS && section.cues.test(folded));
  const hasCue = isCued.includes(true);
  const ranked = part.map(({ terms, words, sentence }, n) => ({
    words,
    terms: [
      ...terms,
      ...(isCued[n] ? [CUE] : []),
      ...(isCued[n] && section.side !== null && sentence.side === section.side ? [SIDE] : []),
    ],
  }));
  const query = [...new Set(termsOf(section.query, language)), ...(hasCue ? [CUE, SIDE] : [])];
  const { chosen, bm25, best } = highlights(ranked, query, QUOTE_WORDS);
  if (!hasCue && best < section.floor) return [];
  // Ranking may choose a neighbour of the best sentence that says nothing itself.
  const least = NEAR * Math.max(...bm25);
  return chosen.filter((n) => (bm25[n] ?? 0) >= least).flatMap((n) => part[n]?.sentence ?? []);
}

function fieldOutput(section: string, { key, type, best, others }: FoundField): Made {
  const alternatives = others.slice(0, 3).map(({ value }) => value);
  return output(section, type, {
    value: { field: key, ...best.value, ...(alternatives.length > 0 ? { alternatives } : {}) },
    certainty: isHedged(best.sentence.text) ? "implied" : "said",
    evidence: [evidenceOf(best.sentence)],
  });
}

/** `task` is what was said; owner null: the other side, or both. */
function stepOutput(section: string, step: NextStep): Made {
  const { sentence, due, owner, quote, t0Ms, t1Ms } = step;
  const other = sentence.side === "R" ? "C" : sentence.side === "C" ? "R" : null;
  return output(section, "checklist", {
    value: {
      task: quote,
      owner: owner === "speaker" ? sentence.participantId : null,
      ownerSide: owner === "speaker" ? sentence.side : owner === "other" ? other : null,
      isBoth: owner === "both",
      due: due?.date ?? null,
      dueTime: due?.time ?? null,
      duePhrase: due?.phrase ?? null,
    },
    certainty: step.isHedged ? "implied" : "said",
    evidence: [{ ...evidenceOf(sentence), quote, t0Ms, t1Ms }],
  });
}

/** A step said again at the end of the call (same owner, alike terms): the later one, which has the last word. */
function withoutRepeats(steps: readonly NextStep[], language: string): NextStep[] {
  const seen = steps.map((step) => new Set(termsOf(step.quote, language)));
  return steps.filter((step, n) => {
    const own = seen[n] ?? new Set();
    return !steps.some((later, m) => {
      const shared = [...own].filter((term) => seen[m]?.has(term) === true).length;
      const isAlike = own.size > 0 && shared / Math.min(own.size, seen[m]?.size ?? 1) >= 0.8;
      const isSameOwner = later.owner === step.owner && later.sentence.side === step.sentence.side;
      return m > n && isSameOwner && isAlike;
    });
  });
}

function sectionOutputs(
  section: SectionDef,
  ready: readonly Ready[],
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
  const quotes = quotesOf(section, ready, language);
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
  const ready = summarySentences(segments, language).map((sentence): Ready => {
    const words = wordsIn(sentence.text, language);
    const meant = sentence.text.replace(NOT_MEANT, " ");
    const terms = words < LEAST_WORDS ? [] : termsOf(meant, language);
    return { sentence, folded: fold(sentence.text), words, terms };
  });
  let dropped = 0;
  const outputs = sectionsOf(language, template).flatMap((section) => {
    const made = sectionOutputs(section, ready, input, fieldsOf(section, competitors));
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
