import { nextStepsOf } from "#app/core/domain/summary/next-steps.ts";
import { findDates } from "#app/core/domain/summary/dates.ts";
import { extractFields, type FieldDef } from "#app/core/domain/summary/extract.ts";
import { promisesOf } from "#app/core/domain/hits/promises.ts";
import { computeMetrics } from "#app/core/domain/metrics/metrics.ts";
import { summarySentences } from "#app/core/domain/summary/sentences.ts";
import { highlightsOf } from "#app/core/domain/summary/summary.ts";
import { spokenWords } from "#app/core/domain/words/spoken.ts";
import type { Conversation, Labelled, Writing } from "./labelled.ts";

/** `labelled`: how many there are · `found`: how many a rule says there are · `right`: how many of those are. */
export type Counts = { labelled: number; found: number; right: number; faults: string[] };
type Span = { t0Ms: number; t1Ms: number };

export const RULES = ["question", "promise", "due", "date", "price", "unit", "field"] as const;
export type Rule = (typeof RULES)[number];

const overlap = (a: Span, b: Span): number => Math.min(a.t1Ms, b.t1Ms) - Math.max(a.t0Ms, b.t0Ms);
const none = (): Counts => ({ labelled: 0, found: 0, right: 0, faults: [] });

/** Each found span stands for the one labelled sentence it covers most of, and that for one span. */
function matched(
  found: readonly Span[],
  wanted: readonly Labelled[],
  all: readonly Labelled[],
  mayRepeat = false,
): Counts {
  const open = new Set(wanted);
  const counts = none();
  counts.labelled = wanted.length;
  counts.found = found.length;
  for (const span of found) {
    const best = [...open]
      .filter((sentence) => overlap(span, sentence) > 0)
      .toSorted((a, b) => overlap(span, b) - overlap(span, a))[0];
    if (best) {
      open.delete(best);
      counts.right += 1;
    } else if (mayRepeat && wanted.some((sentence) => overlap(span, sentence) > 0)) {
      counts.found -= 1; // "I'll write it up and I'll send it": two promises of one sentence
    } else {
      const said = all.filter((sentence) => overlap(span, sentence) > 0);
      counts.faults.push(`+ ${said.map(({ written }) => written).join(" / ")}`);
    }
  }
  for (const { written } of open) counts.faults.push(`- ${written}`);
  return counts;
}

/** A value of a sentence as text; `open` ones may be found or not. */
function compared(
  rows: readonly {
    sentence: Labelled;
    wanted: string[];
    found: { key: string; phrase: string }[];
  }[],
): Counts {
  const counts = none();
  for (const { sentence, wanted, found } of rows) {
    const rest = [...wanted];
    counts.labelled += wanted.length;
    for (const { key, phrase } of found) {
      const at = rest.indexOf(key);
      if (at >= 0) {
        rest.splice(at, 1);
        counts.right += 1;
        counts.found += 1;
      } else if (!isOpen(sentence, phrase)) {
        counts.found += 1;
        counts.faults.push(`+ ${key} (${phrase}) ${sentence.written}`);
      }
    }
    for (const key of rest) counts.faults.push(`- ${key} ${sentence.written}`);
  }
  return counts;
}

const isOpen = ({ open }: Labelled, phrase: string): boolean =>
  open.some((part) => {
    const [a, b] = [part.toLowerCase(), phrase.toLowerCase().replace(/[.,?!。、]+$/u, "")];
    return a.includes(b) || b.includes(a);
  });

const ANY_MONEY: FieldDef = { key: "any", type: "money", side: null, cues: /(?:)/ };
type Paid = { amount: number; currency: string; per?: readonly string[] };
const priceKey = ({ amount, currency }: Paid): string => `${currency} ${String(amount)}`;
const unitKey = (paid: Paid): string => `${priceKey(paid)} / ${(paid.per ?? []).join(" / ")}`;

/** Counts of every rule that finds spans or values in one conversation. */
export function countRules(conversation: Conversation, writing: Writing): Record<Rule, Counts> {
  const { language, on } = conversation;
  const { segments, sentences } = conversation.written(writing);
  const clock = { startedAt: `${on}T10:00:00Z`, timeZone: "UTC" };
  const durationMs = (sentences.at(-1)?.t1Ms ?? 0) + 1000;
  const metrics = computeMetrics({
    words: spokenWords(segments),
    durationMs,
    excluded: [],
    quality: "A",
    language,
    sidesKnown: true,
    fillersSupported: false,
    spreadShare: 0,
  });
  const said = summarySentences(segments, language);
  const promises = promisesOf(said, language, clock);
  // Dates and amounts are judged sentence by sentence: where one ends is not their affair.
  const rows = sentences.map((sentence) => {
    const words = segments
      .flatMap((segment) => segment.words)
      .filter((word) => overlap(word, sentence) > 0);
    const [own] = summarySentences(
      [{ no: 0, participantId: null, side: null, t0Ms: sentence.t0Ms, t1Ms: sentence.t1Ms, words }],
      language,
    );
    const texts = words.map(({ text }) => text);
    const dates = findDates(texts, language, clock).map(({ from, to, date }) => ({
      key: date,
      phrase: texts.slice(from, to).join(language === "ja" ? "" : " "),
    }));
    const [money] = own ? extractFields([ANY_MONEY], [own], language, clock) : [];
    const paid = money
      ? [money.best, ...money.others].map(({ value }) => value as unknown as Paid)
      : [];
    return { sentence, dates, paid };
  });
  return {
    question: matched(
      metrics.questions,
      sentences.filter(({ question }) => question),
      sentences,
    ),
    promise: matched(
      promises,
      sentences.filter(({ promise }) => promise),
      sentences,
      true,
    ),
    due: compared(
      sentences
        .filter(({ promise }) => promise)
        .map((sentence) => ({
          sentence,
          wanted: sentence.dates.slice(0, 1).map(({ date }) => date),
          found: nextStepsOf(said, language, clock)
            .filter((step) => overlap(step, sentence) > 0)
            .flatMap(({ due }) => (due ? [{ key: due.date, phrase: due.phrase }] : []))
            .slice(0, 1),
        })),
    ),
    date: compared(
      rows.map(({ sentence, dates }) => ({
        sentence,
        wanted: sentence.dates.map(({ date }) => date),
        found: dates,
      })),
    ),
    price: compared(
      rows.map(({ sentence, paid }) => ({
        sentence,
        wanted: sentence.prices.map(priceKey),
        found: paid.map((value) => ({ key: priceKey(value), phrase: String(value.amount) })),
      })),
    ),
    unit: compared(
      rows.map(({ sentence, paid }) => ({
        sentence,
        wanted: sentence.prices.map(unitKey),
        found: paid.map((value) => ({ key: unitKey(value), phrase: String(value.amount) })),
      })),
    ),
    field: countPriceFields(conversation, writing),
  };
}

/** What is shown as the price and its alternatives: amounts of an offer. */
function countPriceFields(conversation: Conversation, writing: Writing): Counts {
  const { sentences } = conversation.written(writing);
  const offered = new Set(
    sentences
      .filter(({ fits }) => fits.includes("proposal"))
      .flatMap(({ prices }) => prices.map(priceKey)),
  );
  const counts = none();
  for (const output of outputsOf(conversation, writing, "sales_meeting")) {
    const value = output.value as unknown as
      | (Paid & { field?: string; alternatives?: Paid[] })
      | null;
    if (value?.field !== "price") continue;
    for (const paid of [value, ...(value.alternatives ?? [])]) {
      counts.found += 1;
      if (offered.has(priceKey(paid))) counts.right += 1;
      else counts.faults.push(`+ ${priceKey(paid)}`);
    }
  }
  counts.labelled = Math.min(offered.size, 1);
  return counts;
}

const outputsOf = (
  conversation: Conversation,
  writing: Writing,
  template: "sales_meeting" | "discovery",
) =>
  highlightsOf({
    segments: conversation.written(writing).segments,
    language: conversation.language,
    callStartedAt: `${conversation.on}T10:00:00Z`,
    timeZone: "UTC",
    template,
  }).outputs;

/**
 * Highlights: `found` sentences chosen, `right` those that fit their section; `labelled` sections that the
 * conversation has something for, `reached` those with at least one fitting sentence; `twice`: sentences
 * that one summary quotes under two sections.
 */
export function countHighlights(
  conversation: Conversation,
  writing: Writing,
): Counts & { reached: number; twice: number } {
  const { sentences } = conversation.written(writing);
  const counts = { ...none(), reached: 0, twice: 0 };
  for (const template of ["sales_meeting", "discovery"] as const) {
    const quotes = outputsOf(conversation, writing, template)
      .filter(({ value }) => value === null || !("field" in (value as object)))
      .flatMap(({ section, evidence }) => evidence.map((one) => ({ section, one })));
    const seen = new Set<string>();
    for (const { one } of quotes) {
      const place = `${String(one.segment)} ${String(one.t0Ms)}`;
      if (seen.has(place)) counts.twice += 1;
      seen.add(place);
    }
    const sections = new Set(quotes.map(({ section }) => section));
    for (const { section } of outputsOf(conversation, writing, template)) sections.add(section);
    for (const section of sections) {
      const isWanted = sentences.some(({ fits }) => fits.includes(section));
      const chosen = quotes.filter((quote) => quote.section === section);
      const right = chosen.filter(({ one }) =>
        sentences.some((sentence) => sentence.fits.includes(section) && overlap(one, sentence) > 0),
      );
      counts.found += chosen.length;
      counts.right += right.length;
      if (isWanted) counts.labelled += 1;
      if (right.length > 0) counts.reached += 1;
      for (const { one } of chosen.filter((quote) => !right.includes(quote)))
        counts.faults.push(`+ ${section}: ${one.quote}`);
    }
  }
  return counts;
}
