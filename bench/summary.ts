import type { AskedSection } from "#app/core/domain/summary/asked-section.ts";
import { templateHighlights } from "#app/core/domain/summary/template-highlights.ts";
import { OUTPUT_TYPES } from "#app/core/domain/summary/output.ts";
import type { SpokenSegment } from "#app/core/domain/words/spoken.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { readTurns } from "#media/speech/test-tools.ts";
import { judge, options, quantile, seeded } from "./lib/figures.ts";
import { runBench } from "./lib/run.ts";

// Highlights of a call of one hour by a template of twenty sections of all types: what a call that is over waits for.
// `npm run bench -- summary`

const BENCH = "summary";
const WORDS = 9_500;
const HOUR_MS = 3_600_000;
const SECTIONS = 20;
const GOAL_MS = 1_000;
/** One word in so many is another's, or every sentence would be like fifty others. */
const CHANGED = 5;

const ASKED = [
  ["Agenda", "What was this meeting meant to cover?", ["agenda", "goal"]],
  ["Problems", "What goes wrong for the customer today?", ["problem", "slow", "error"]],
  ["Budget", "What may it cost?", ["budget", "set aside", "afford"]],
  ["Timing", "When does it have to be in place?", ["go live", "launch"]],
  ["Next steps", "Who does what by when?", ["send", "follow up"]],
] as const;

/** Two people in conversation for an hour, in sentences of scripts with words of others. */
async function anHour(): Promise<SpokenSegment[]> {
  const random = seeded(options.seed);
  const turns = [...(await readTurns("sales-call")), ...(await readTurns("freight-call"))];
  const vocabulary = turns.join(" ").split(/\s+/).filter(Boolean);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const segments: SpokenSegment[] = [];
  const msAWord = HOUR_MS / WORDS;
  for (let said = 0; said < WORDS; ) {
    const text = (pick(turns) ?? "")
      .split(/\s+/)
      .map((word) => (random() * CHANGED < 1 ? (pick(vocabulary) ?? word) : word))
      .join(" ");
    const cut = cutWords(text);
    const t0Ms = Math.round(said * msAWord);
    const t1Ms = Math.round((said + cut.length) * msAWord);
    const side = segments.length % 2 === 0 ? "R" : "C";
    const words = spreadWords(cut, { startMs: t0Ms, endMs: t1Ms }).map(
      ({ startMs, endMs, ...word }) => ({ ...word, t0Ms: startMs, t1Ms: endMs }),
    );
    segments.push({ no: segments.length, participantId: side, side, t0Ms, t1Ms, text, words });
    said += cut.length;
  }
  return segments;
}

await runBench(async () => {
  const segments = await anHour();
  const sections = Array.from({ length: SECTIONS }, (_, n): AskedSection => {
    const type = OUTPUT_TYPES[n % OUTPUT_TYPES.length] ?? "text";
    const [title, instruction, lookFor] = ASKED[n % ASKED.length] ?? ASKED[0];
    const isChoice = type === "enum" || type === "multi_enum";
    const options = ["Price", "Speed", "Service"].map((value) => ({ value, words: [] }));
    return {
      ...{ key: `section_${n}`, title, instruction, type, isRequired: false, lookFor },
      ...{ unit: null, currency: null, maxLength: null, example: "", tuned: null },
      columns: type === "table" ? ["Quote", "Speaker", "Time"] : [],
      options: isChoice ? options : [],
    };
  });
  const call = {
    ...{ segments, language: "en", sections },
    clock: { startedAt: "2026-11-25T01:30:00Z", timeZone: "Asia/Tokyo" },
    people: [
      { id: "R", name: "Mari Kato" },
      { id: "C", name: "Elena Duarte" },
    ],
  };
  const times: number[] = [];
  let quotes = 0;
  for (let round = 0; round <= options.rounds * 2; round++) {
    const from = performance.now();
    const { outputs } = templateHighlights(call);
    if (round > 0) times.push(performance.now() - from); // the first one compiles
    quotes = outputs.reduce((sum, { evidence }) => sum + evidence.length, 0);
  }
  if (quotes === 0) throw new Error("Empty Highlights were measured.");
  judge({
    bench: BENCH,
    case: "highlights-hour-20-sections",
    unit: "ms",
    of: "p95",
    ours: times,
    value: quantile(times, 0.95),
    goal: { op: "<=", value: GOAL_MS },
    note: `${WORDS} words in ${segments.length} turns, ${SECTIONS} sections of ${OUTPUT_TYPES.length} types, ${quotes} quotes`,
  });
});
