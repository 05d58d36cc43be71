import { type ActiveTracker, trackerMatcher } from "#app/core/domain/tracker/matcher.ts";
import { parsePhrase } from "#app/core/domain/tracker/phrase.ts";
import type { Side } from "#app/core/domain/views.ts";
import type { SpokenSegment } from "#app/core/domain/words/spoken.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { readConversations } from "./lib/labelled.ts";
import { judge, options, quantile, seeded } from "./lib/figures.ts";
import { runBench } from "./lib/run.ts";

// As many trackers as a workspace may have, with as many phrases as each may have, over 100,000 words of labelled
// conversations: built and read, as one call is. `npm run bench -- trackers`

const BENCH = "trackers";
const WORDS = 100_000;
const TRACKERS = 200;
const PHRASES = 50;
const GOAL_MS = 1_000;
const MS_A_WORD = 380;

/** What is said in the conversations of a language, over and over. */
function speech(language: string): { segments: SpokenSegment[]; lines: string[] } {
  const said = readConversations().filter((one) => one.language === language);
  const lines = said.flatMap((one) => one.written("marks").sentences.map(({ text }) => text));
  const segments: SpokenSegment[] = [];
  for (let words = 0, no = 0; words < WORDS; no += 1) {
    const text = lines[no % lines.length] ?? "";
    const cut = cutWords(text);
    const t0Ms = words * MS_A_WORD;
    const t1Ms = t0Ms + cut.length * MS_A_WORD;
    const side: Side = no % 2 === 0 ? "R" : "C";
    segments.push({
      ...{ no, side, participantId: side, t0Ms, t1Ms, text },
      words: spreadWords(cut, { startMs: t0Ms, endMs: t1Ms }).map((word) => ({
        ...{ text: word.text, t0Ms: word.startMs, t1Ms: word.endMs, isSpaced: word.isSpaced },
      })),
    });
    words += Math.max(1, cut.length);
  }
  return { segments, lines };
}

/**
 * Phrases of two to four words, as teams write them: one in ten is said, the others are made of words of several sentences
 * and begin like what is said. One of three is exact, or of two words near each other.
 */
function trackersFor(lines: readonly string[]): ActiveTracker[] {
  const random = seeded(options.seed);
  const pick = (count: number): string => {
    const words = cutWords(lines[Math.floor(random() * lines.length)] ?? "");
    const from = Math.floor(random() * Math.max(1, words.length - count));
    return words
      .slice(from, from + count)
      .map(({ text }) => text.replaceAll('"', ""))
      .join(" ");
  };
  const row = (count: number): string =>
    random() < 0.1 ? pick(count) : Array.from({ length: count }, () => pick(1)).join(" ");
  const make = (n: number): string => {
    if (n % 6 === 0) return `"${row(2)}"`;
    return n % 6 === 1 ? `${row(2)} near/5 ${pick(1)}` : row(2 + (n % 3));
  };
  return Array.from({ length: TRACKERS }, (_, t) => {
    const phrases = [];
    while (phrases.length < PHRASES) {
      const phrase = parsePhrase(make(phrases.length));
      if (typeof phrase !== "string") phrases.push(phrase);
    }
    const side = t % 3 === 0 ? "C" : null;
    return { ...{ id: `t${t}`, version: 1, name: `t${t}`, side }, phrases };
  });
}

await runBench(() => {
  for (const language of ["en", "ja"]) {
    const { segments, lines } = speech(language);
    const trackers = trackersFor(lines);
    let hits = 0;
    const ours = Array.from({ length: options.rounds + 1 }, () => {
      const began = performance.now();
      hits = trackerMatcher(trackers, language).find(segments).length;
      return performance.now() - began;
    }).slice(1);
    judge({
      ...{ bench: BENCH, case: `${TRACKERS} trackers of ${PHRASES} phrases ${language}` },
      ...{ unit: "ms", of: "p95", ours, value: quantile(ours, 0.95) },
      ...{ note: `${hits} hits`, goal: { op: "<=", value: GOAL_MS } },
    });
  }
  return Promise.resolve();
});
