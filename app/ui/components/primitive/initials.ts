/**
 * One or two letters that stand for a name: "Mari Kato" → "MK", "Plato" → "P", "佐藤 花子" → "佐",
 * and "?" when there is no letter. Whole characters as people see them, never half of one.
 */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s\u3000]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ""));
  const said = words.filter((word) => word !== "");
  const [first, last] = [said.at(0), said.at(-1)];
  if (first === undefined || last === undefined) return "?";
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(first))
    return letter(first);
  return said.length === 1 ? letter(first) : letter(first) + letter(last);
}

/** Made once: a list asks for many names, and making one costs far more than asking it. */
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

function letter(word: string): string {
  // Most names: a plain letter or digit with nothing upon it needs no rules of Unicode.
  if (/^[A-Za-z0-9](?![^\0-\x7f])/.test(word)) return word.charAt(0).toUpperCase();
  const [first] = characters.segment(word);
  return (first?.segment ?? "").toLocaleUpperCase("en");
}
