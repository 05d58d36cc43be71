/** Pronunciations of dictionary terms for pocketsphinx (speech.md §4.7). Pure. */
import type { BiasTerm } from "./engine.ts";
import { numberForms } from "./spoken-forms.ts";

const PHONES: ReadonlySet<string> = new Set(
  "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split(
    " ",
  ),
);
/** Phones of flite that the acoustic model spells otherwise. */
const FLITE: Readonly<Record<string, string>> = {
  AX: "AH",
  IX: "IH",
  AXR: "ER",
  DX: "T",
  NX: "N",
  EL: "AH L",
  EM: "AH M",
  EN: "AH N",
};
const SPELLED: Readonly<Record<string, string>> = Object.fromEntries(
  "A EY|B B IY|C S IY|D D IY|E IY|F EH F|G JH IY|H EY CH|I AY|J JH EY|K K EY|L EH L|M EH M|N EH N|O OW|P P IY|Q K Y UW|R AA R|S EH S|T T IY|U Y UW|V V IY|W D AH B AH L Y UW|X EH K S|Y W AY|Z Z IY"
    .split("|")
    .map((entry) => [entry[0] ?? "", entry.slice(2)]),
);
const SYMBOLS: Readonly<Record<string, string>> = {
  "&": "and",
  "+": "plus",
  ".": "dot",
  "@": "at",
};
/** More variants per term cost time and false hits. */
const MAX_VARIANTS = 6;

/** Word → its pronunciations, first the common one. */
export type Pronunciations = ReadonlyMap<string, readonly string[]>;

/** Reads a CMU dictionary file: lines "word P H O N E S" and "word(2) P H …". */
export function parseDictionary(text: string): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const space = line.indexOf(" ");
    if (space < 1) continue;
    const word = line.slice(0, space).replace(/\(\d+\)$/, "");
    const phones = line.slice(space + 1).trim();
    const known = out.get(word);
    if (known === undefined) out.set(word, [phones]);
    else known.push(phones);
  }
  return out;
}

/** The user's own phones, normalised; undefined unless each is one of the model's 39. */
export function validPhones(phones: string): string | undefined {
  const list = phones
    .toUpperCase()
    .split(/\s+/)
    .map((phone) => phone.replace(/\d$/, ""))
    .filter(Boolean);
  return list.length > 0 && list.every((phone) => PHONES.has(phone)) ? list.join(" ") : undefined;
}

/** Output of flite's t2p, "pau hh ah1 b s p aa1 t pau", as phones of the model. */
export function phonesFromT2p(output: string): string | undefined {
  const list = output
    .trim()
    .split(/\s+/)
    .filter((phone) => phone !== "pau" && phone !== "")
    .map((phone) => phone.replace(/\d$/, "").toUpperCase())
    .map((phone) => FLITE[phone] ?? phone);
  return list.length === 0 ? undefined : validPhones(list.join(" "));
}

/** A part of a term as it is said: a word to look up or letters to spell. */
type Unit = { word: string } | { letters: string };

/** One token of the decoder. A token that is an ordinary word keeps its own pronunciations. */
export type TermPlan = { token: string; term: BiasTerm; sayings: Unit[][] };

/** Tokens and sayings of a bias list; terms that share a token are one. */
export function planTerms(terms: readonly BiasTerm[]): TermPlan[] {
  const plans = new Map<string, TermPlan>();
  for (const term of terms) {
    const token = tokenOf(term.text);
    const sayings = [term.text, ...(term.soundsLike ?? [])].flatMap(sayingsOf);
    const known = plans.get(token);
    if (token === "" || (sayings.length === 0 && term.phones === undefined)) continue;
    if (known === undefined) plans.set(token, { token, term, sayings });
    else {
      known.sayings.push(...sayings);
      if (term.boost > known.term.boost) known.term = { ...known.term, boost: term.boost };
    }
  }
  return [...plans.values()];
}

/** Lower case, one token: "HubSpot" → hubspot, "Maria Lopez" → maria_lopez. */
export function tokenOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[^\p{L}\p{N}']+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

/** Spellings that flite's t2p must be asked about. */
export function spellingsToAsk(plans: readonly TermPlan[], known: Pronunciations): string[] {
  const asked = new Set<string>();
  for (const { sayings } of plans) {
    for (const saying of sayings) {
      const words = saying.flatMap((unit) => ("word" in unit ? [unit.word] : []));
      if (words.length === saying.length) asked.add(words.join(" "));
      for (const word of words) if (!known.has(word)) asked.add(word);
    }
  }
  return [...asked];
}

/** Pronunciations of one term: the user's, then dictionary, compound and letter-to-sound ones. */
export function pronounce(
  plan: TermPlan,
  known: Pronunciations,
  asked: ReadonlyMap<string, string>,
): string[] {
  const own = plan.term.phones === undefined ? undefined : validPhones(plan.term.phones);
  const variants = new Set<string>(own === undefined ? [] : [own]);
  for (const saying of plan.sayings) {
    const whole = saying.map((unit) => ("word" in unit ? unit.word : "")).join(" ");
    const fromT2p = asked.get(whole);
    if (fromT2p !== undefined) variants.add(fromT2p);
    for (const phones of join(saying, known, asked)) variants.add(phones);
  }
  return [...variants].slice(0, MAX_VARIANTS);
}

/** The units one after the other; undefined words make the whole impossible. */
function join(
  saying: readonly Unit[],
  known: Pronunciations,
  asked: ReadonlyMap<string, string>,
): string[] {
  const options = saying.map((unit) => {
    if ("letters" in unit)
      return [Array.from(unit.letters, (letter) => SPELLED[letter] ?? "").join(" ")];
    const listed = known.get(unit.word) ?? compound(unit.word, known);
    const spelt = asked.get(unit.word);
    return listed ?? (spelt === undefined ? [] : [spelt]);
  });
  const rows = options.reduce<string[]>(
    (made, next) => made.flatMap((row) => next.slice(0, 2).map((p) => `${row} ${p}`)).slice(0, 4),
    [""],
  );
  return rows.flatMap((row) => validPhones(row) ?? []);
}

/** An unknown word made of two known ones ("cargowise"), cut so that the shorter part is longest. */
function compound(word: string, known: Pronunciations): string[] | undefined {
  let best: string[] | undefined;
  let least = 2;
  for (let cut = 3; cut <= word.length - 3; cut++) {
    const first = known.get(word.slice(0, cut))?.[0];
    const second = known.get(word.slice(cut))?.[0];
    const shorter = Math.min(cut, word.length - cut);
    if (first === undefined || second === undefined || shorter <= least) continue;
    best = [`${first} ${second}`];
    least = shorter;
  }
  return best;
}

/** "HubSpot" → hubspot · hub spot; "SOC 2" → S O C two · soc two; "monday.com" → monday dot com. */
function sayingsOf(text: string): Unit[][] {
  const cased = text.normalize("NFKD").replace(/\p{M}/gu, "");
  const parts = cased.match(/[A-Za-z'’]+|\d+|[&+@]|\.(?=[A-Za-z])/g) ?? [];
  // A script without Latin letters has no pronunciation here; the user gives one.
  if (/\p{L}/u.test(cased.replace(/[A-Za-z]/g, ""))) return [];
  const rows = parts.reduce<Unit[][]>(
    (made, part) => made.flatMap((row) => partSayings(part).map((p) => [...row, ...p])).slice(0, 8),
    [[]],
  );
  return rows.filter((row) => row.length > 0);
}

function partSayings(part: string): Unit[][] {
  const symbol = SYMBOLS[part];
  if (symbol !== undefined) return [[{ word: symbol }]];
  if (/^\d/.test(part)) {
    return numberForms(part)
      .slice(0, 3)
      .map((form) => form.map((word) => ({ word })));
  }
  const word = part
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^'+|'+$/g, "");
  if (word === "") return [[]];
  const spelt: Unit[][] = /^[A-Z]{2,5}$/.test(part) ? [[{ letters: part }]] : [];
  // Without a vowel it cannot be a word.
  if (spelt.length > 0 && !/[AEIOUY]/.test(part)) return spelt;
  const humps = part.split(/(?<=[a-z])(?=[A-Z])/).map((hump) => ({ word: hump.toLowerCase() }));
  return [...spelt, [{ word }], ...(humps.length > 1 ? [humps] : [])];
}
