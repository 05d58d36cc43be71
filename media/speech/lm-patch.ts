/**
 * Adds words to a sphinx trigram model in its binary "trie" form, byte by byte (speech.md §4.7),
 * because Debian's sphinx_lm_convert aborts on the shipped file.
 */
const MAGIC = "Trie Language Model";
const ROW = 12;
/** A stored value is log10(p) in base 1.0001. */
const LOG_BASE = Math.log10(1.0001);
/** Words without bigrams of their own get this backoff weight (log10). */
const BACKOFF = -0.3;

/**
 * Probability of a boosted word, as log10; boost is 0–10. Measured at boost 8 on 1,498 words, 35 terms never said:
 * −3.64 finds 20 of 26 spoken terms, −2.94 21, −2.5 23 with one false hit in 1,498 words; WER never rises.
 */
export function boostLog10(boost: number): number {
  return -3.46 + 0.12 * Math.min(10, Math.max(0, boost));
}

type Layout = {
  order: number;
  counts: number[];
  unigrams: number;
  tables: number;
  strings: number;
};

/**
 * Returns the model with every word of `words` (word → log10 of its probability) present.
 * A known word keeps the higher of both values. An empty map returns equal bytes.
 */
export function patchLm(model: Buffer, words: ReadonlyMap<string, number>): Buffer {
  const layout = readLayout(model);
  const vocabulary = readVocabulary(model, layout);
  const size = vocabulary.length;
  const rows = Buffer.from(model.subarray(layout.unigrams, layout.unigrams + size * ROW));
  const sentinel = model.subarray(layout.unigrams + size * ROW, layout.tables);
  const ids = new Map(vocabulary.map((word, id) => [word, id]));
  const added: string[] = [];
  const newRows: Buffer[] = [];
  for (const [word, log10] of words) {
    const id = ids.get(word);
    const value = Math.fround(log10 / LOG_BASE);
    if (id === undefined) {
      added.push(word);
      newRows.push(unigram(value, Math.fround(BACKOFF / LOG_BASE), sentinel.readUInt32LE(8)));
    } else if (value > rows.readFloatLE(id * ROW)) rows.writeFloatLE(value, id * ROW);
  }
  if (bits(size + added.length) !== bits(size)) throw new Error("model has no room for the words");
  const header = Buffer.from(model.subarray(0, layout.unigrams));
  header.writeUInt32LE(size + added.length, 20);
  const oldStrings = model.subarray(layout.strings + 4);
  const newStrings = Buffer.from(added.map((word) => `${word}\0`).join(""));
  const stringLength = Buffer.alloc(4);
  stringLength.writeUInt32LE(oldStrings.length + newStrings.length);
  return Buffer.concat([
    header,
    rows,
    ...newRows,
    sentinel,
    model.subarray(layout.tables, layout.strings),
    stringLength,
    oldStrings,
    newStrings,
  ]);
}

/** Words the model knows, in id order. */
export function lmVocabulary(model: Buffer): string[] {
  return readVocabulary(model, readLayout(model));
}

function bits(count: number): number {
  return 32 - Math.clz32(count);
}

function unigram(probability: number, backoff: number, next: number): Buffer {
  const row = Buffer.alloc(ROW);
  row.writeFloatLE(probability, 0);
  row.writeFloatLE(backoff, 4);
  row.writeUInt32LE(next, 8);
  return row;
}

function readLayout(model: Buffer): Layout {
  if (model.length < 24 || model.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new Error("not a trie language model");
  }
  const order = model.readUInt8(MAGIC.length);
  const counts = Array.from({ length: order }, (_, n) => model.readUInt32LE(20 + 4 * n));
  const quantiser = order > 1 ? 4 + ((order - 2) * 2 + 1) * 65_536 * 4 : 0;
  const unigrams = 20 + 4 * order + quantiser;
  const vocabulary = counts[0] ?? 0;
  const tables = unigrams + (vocabulary + 1) * ROW;
  let strings = tables;
  for (let n = 1; n < order; n++) {
    const rows = counts[n] ?? 0;
    const width = n === order - 1 ? 16 : 32 + bits(counts[n + 1] ?? 0);
    strings += Math.floor(((1 + rows) * (bits(vocabulary) + width) + 7) / 8) + 8;
  }
  if (strings + 4 > model.length || strings + 4 + model.readUInt32LE(strings) !== model.length) {
    throw new Error("language model has an unknown layout");
  }
  return { order, counts, unigrams, tables, strings };
}

function readVocabulary(model: Buffer, layout: Layout): string[] {
  const words = model.toString("utf8", layout.strings + 4).split("\0");
  if (words.pop() !== "" || words.length !== layout.counts[0]) {
    throw new Error("language model has an unknown vocabulary");
  }
  return words;
}
