import { cutWords, spreadWords } from "../words/words.ts";
import { encodeWords } from "../words/words-codec.ts";
import { decodeIndex, decodePage } from "./wire-decode.ts";
import { encodeIndex, encodePages } from "./wire-encode.ts";
import type { WireIndex, WirePage } from "./wire.ts";

export type Said = { lane: number; t0Ms: number; t1Ms: number; text: string; low?: boolean };

const LANES: WireIndex["lanes"] = [
  { id: "p1", name: "Aki", side: "R" },
  { id: "p2", name: "Maria", side: "C" },
];

function rowsOf(said: readonly Said[]) {
  return said.map(({ t0Ms, t1Ms, text, low, lane }, n) => {
    const words = spreadWords(
      cutWords(text),
      { startMs: t0Ms, endMs: t1Ms },
      low === true ? 20 : 90,
    );
    const packed = encodeWords(words, t0Ms);
    return {
      no: n * 2 + 1,
      lane,
      t0Ms,
      t1Ms,
      chars: text.length,
      text,
      words: packed.bytes,
      flags: 0,
    };
  });
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- a test trusts what it wrote
export const parse = <T>(text: string) => JSON.parse(text) as T;

/** Through JSON, as the browser gets it. */
export function send(said: readonly Said[]) {
  const rows = rowsOf(said);
  const index = parse<WireIndex>(JSON.stringify(encodeIndex(3, LANES, rows)));
  const wire = parse<WirePage[]>(JSON.stringify(encodePages(rows)));
  const table = decodeIndex(index);
  return { rows, index, wire, table, pages: wire.map((page, n) => decodePage(table, n, page)) };
}

export const long = (segments: number, wordsEach: number): Said[] =>
  Array.from({ length: segments }, (_, n) => ({
    lane: n % 2,
    t0Ms: n * 4_000 + (n % 3),
    t1Ms: n * 4_000 + 4_500,
    text: Array.from(
      { length: wordsEach },
      (_, w) => ["so", "pricing", "for", "the", "team", "plan,"][(n + w * 7) % 6],
    ).join(" "),
    low: n % 10 === 0,
  }));
