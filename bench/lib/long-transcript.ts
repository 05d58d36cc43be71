import { readTurns } from "#media/speech/test-tools.ts";
import { seeded } from "./figures.ts";

/** Words that are part of no other. */
const RARE = "zanzibar";
const COMMON = "quarterdeck";

export type LongTranscript = {
  /** A `parley.transcript` document, as an export writes it. */
  json: string;
  words: number;
  segments: number;
  durationMs: number;
  /** A word that is said a few times in the whole call, and how often. */
  rare: { text: string; times: number };
  /** A word that is said very often. */
  common: { text: string; times: number };
};

type Word = [string, number, number, number, 0 | 1];

/** Two people in conversation for `hours`: real sentences with their words shuffled about, every word with its own time. */
export async function longTranscript(
  hours: number,
  words: number,
  seed: number,
): Promise<LongTranscript> {
  const random = seeded(seed);
  const turns = [...(await readTurns("sales-call")), ...(await readTurns("freight-call"))];
  const vocabulary = turns.join(" ").split(" ").filter(Boolean);
  const durationMs = hours * 3_600_000;
  const perWord = durationMs / words;
  const segments = [];
  let said = 0;
  let atMs = 0;
  let rare = 0;
  let common = 0;
  while (said < words) {
    const count = Math.min(words - said, 4 + Math.floor(random() * 30));
    const startMs = Math.round(atMs);
    const row: Word[] = [];
    for (let n = 0; n < count; n++) {
      const at = said + n;
      const isRare = at % 9_973 === 5_000;
      const isCommon = !isRare && at % 20 === 7;
      const other = vocabulary[Math.floor(random() * vocabulary.length)] ?? "well";
      const text = isRare ? RARE : isCommon ? COMMON : other;
      rare += Number(isRare);
      common += Number(isCommon);
      const length = perWord * (0.6 + random() * 0.3);
      row.push([
        text,
        Math.round(atMs),
        Math.round(atMs + length),
        30 + Math.floor(random() * 70),
        n === 0 ? 0 : 1,
      ]);
      atMs += perWord;
    }
    said += count;
    segments.push({
      speaker: segments.length % 2,
      startMs,
      endMs: row.at(-1)?.[2] ?? startMs,
      text: row.map(([text]) => text).join(" "),
      timing: "engine",
      words: row,
    });
  }
  const document = {
    format: "parley.transcript",
    version: 1,
    title: "A very long call",
    language: "en",
    startedAt: null,
    speakers: [
      { name: "Robin Vale", side: "R" },
      { name: "Carla Stein", side: "C" },
    ],
    segments,
  };
  return {
    json: JSON.stringify(document),
    words: said,
    segments: segments.length,
    durationMs,
    rare: { text: RARE, times: rare },
    common: { text: COMMON, times: common },
  };
}
