/** Scripts written without spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;

const ASCII = /^[\0-\x7f]*$/;
const ATTACHED = /[\p{M}\uff9e\uff9f]/u;
const cache = new Map<string, string>();
const CACHE_LIMIT = 20_000;

const hiragana = (text: string) =>
  text.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

/** Only Latin, Greek and Cyrillic accents go: a voiced か is another letter, not an accented one. */
function foldSlow(text: string): string {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
  return hiragana(plain)
    .replace(/[‘’ʼ′]/g, "'")
    .replace(/ß/g, "ss")
    .replace(/ς/g, "σ");
}

/**
 * Writes alike what people search alike: case, accents, full and half width, katakana and hiragana,
 * curly apostrophes. The length may change; `foldText` says which character came from where.
 */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : foldSlow(text);

/** Characters (UTF-16 units) of the letter at `from`, its marks included. */
export function clusterLength(text: string, from: number): number {
  let to = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
  while (to < text.length && text.charCodeAt(to) > 0x7f) {
    const next = String.fromCodePoint(text.codePointAt(to) ?? 0);
    if (!ATTACHED.test(next)) break;
    to += next.length;
  }
  return to - from;
}

function foldCluster(cluster: string): string {
  const known = cache.get(cluster);
  if (known !== undefined) return known;
  const folded = foldSlow(cluster);
  if (cache.size < CACHE_LIMIT) cache.set(cluster, folded);
  return folded;
}

/** `at[i]` is where the i-th folded character begins in the text; null when it is `i`. */
export type Folded = { text: string; at: Int32Array | null };

/** As `fold`, with the way back: for marks in the original text. */
export function foldText(text: string): Folded {
  if (ASCII.test(text)) return { text: text.toLowerCase(), at: null };
  const parts: string[] = [];
  const at: number[] = [];
  for (let from = 0; from < text.length; ) {
    const length = clusterLength(text, from);
    const folded = foldCluster(text.slice(from, from + length));
    parts.push(folded);
    for (let n = 0; n < folded.length; n += 1) at.push(from);
    from += length;
  }
  return { text: parts.join(""), at: Int32Array.from(at) };
}

/** Names are read as searches read them: "Köln", "koln" and "KOLN" are one. */
export const foldName = (name: string): string => fold(name).replace(/\s+/g, " ");
