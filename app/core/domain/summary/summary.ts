import type { SummaryOutputView } from "./summary-views.ts";
import { baseLanguage } from "../words/lexicon.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import type { CallClock } from "./spoken-date.ts";
import { verifyEvidence, type Evidence } from "./evidence.ts";
import { extractFields, type FieldDef, type FieldOption, type FoundField } from "./extract.ts";
import { isHedged, nextStepsOf, type NextStep } from "./next-steps.ts";
import { relevanceOf } from "./relevance.ts";
import { factsOf, fitOf, FITS, type Facts } from "./section-fit.ts";
import type { SectionDef, TemplateKey, Templates } from "./section.ts";
import { EN_TEMPLATES } from "./sections-en.ts";
import { JA_TEMPLATES } from "./sections-ja.ts";
import { summarySentences, type SummarySentence } from "./sentences.ts";
import { termsOf, wordsIn } from "./terms.ts";

export const HIGHLIGHTS_ENGINE = "highlights@2";

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

/** Set phrases whose words mean nothing here. */
const NOT_MEANT =
  /\bno (?:problems?|issues?|trouble|pain)\b|問題(?:ない|ありません|ございません)/giu;
/** Words quoted for a section, and how far the last quote may go beyond. */
const QUOTE_WORDS = 70;
const LEEWAY = 1.35;
const LEAST_WORDS = 4;

const TEMPLATES: Readonly<Record<string, Templates>> = { en: EN_TEMPLATES, ja: JA_TEMPLATES };

/** Sections of a built-in template; a language without its own uses the English one, with its fields. */
export const sectionsOf = (language: string, template: TemplateKey): readonly SectionDef[] =>
  (TEMPLATES[baseLanguage(language)] ?? EN_TEMPLATES)[template];

/** The section a sentence belongs to, and how well it fits. */
type Place = { key: string | null; points: number };
type Ready = { sentence: SummarySentence; facts: Facts; terms: string[]; words: number };

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
  const ready = summarySentences(segments, language).map((sentence): Ready => {
    const words = wordsIn(sentence.text, language);
    const meant = sentence.text.replace(NOT_MEANT, " ");
    const terms = words < LEAST_WORDS ? [] : termsOf(meant, language);
    return { sentence, facts: factsOf(sentence, language, clock), words, terms };
  });
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
