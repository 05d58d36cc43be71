/** Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980), own code. */

type Rule = readonly [suffix: string, replacement: string];

const STEP_2: readonly Rule[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];
const STEP_3: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];
const STEP_4 = [
  "al",
  "ance",
  "ence",
  "er",
  "ic",
  "able",
  "ible",
  "ant",
  "ement",
  "ment",
  "ent",
  "ion",
  "ou",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
];

/** y is a consonant at the start and after a vowel. */
function isConsonant(word: string, at: number): boolean {
  const letter = word[at] ?? "";
  if ("aeiou".includes(letter)) return false;
  return letter !== "y" || at === 0 || !isConsonant(word, at - 1);
}

/** m of [C](VC)^m[V]. */
function measure(stem: string): number {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < stem.length; at += 1) {
    const consonant = isConsonant(stem, at);
    if (consonant && wasVowel) count += 1;
    wasVowel = !consonant;
  }
  return count;
}

const hasVowel = (stem: string): boolean =>
  Array.from(stem).some((_, at) => !isConsonant(stem, at));
const endsDouble = (word: string): boolean =>
  word.length > 1 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1);
/** Ends consonant, vowel, consonant, the last not w, x or y. */
const endsCvc = (word: string): boolean => {
  const n = word.length;
  return (
    n > 2 &&
    isConsonant(word, n - 3) &&
    !isConsonant(word, n - 2) &&
    isConsonant(word, n - 1) &&
    !"wxy".includes(word[n - 1] ?? "")
  );
};

function step1a(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function step1b(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = ["ed", "ing"].find(
    (end) => word.endsWith(end) && hasVowel(word.slice(0, -end.length)),
  );
  if (!suffix) return word;
  const stem = word.slice(0, -suffix.length);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsCvc(stem) ? `${stem}e` : stem;
}

const step1c = (word: string): string =>
  word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;

/** The longest suffix decides, whether or not its stem is long enough. */
function replaceLongest(word: string, rules: readonly Rule[]): string {
  const rule = rules
    .filter(([suffix]) => word.endsWith(suffix))
    .reduce<Rule | null>(
      (best, next) => (best && best[0].length >= next[0].length ? best : next),
      null,
    );
  if (!rule) return word;
  const stem = word.slice(0, -rule[0].length);
  return measure(stem) > 0 ? stem + rule[1] : word;
}

function step4(word: string): string {
  const suffix = STEP_4.filter((end) => word.endsWith(end)).toSorted(
    (a, b) => b.length - a.length,
  )[0];
  if (!suffix) return word;
  const stem = word.slice(0, -suffix.length);
  if (measure(stem) < 2 || (suffix === "ion" && !/[st]$/.test(stem))) return word;
  return stem;
}

function step5(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const before = stem.slice(0, -1);
    const m = measure(before);
    if (m > 1 || (m === 1 && !endsCvc(before))) stem = before;
  }
  return measure(stem) > 1 && endsDouble(stem) && stem.endsWith("l") ? stem.slice(0, -1) : stem;
}

/** Stem of a lower-case English word; words of one or two letters stay. */
export function porterStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const first = step1c(step1b(step1a(word)));
  return step5(step4(replaceLongest(replaceLongest(first, STEP_2), STEP_3)));
}
