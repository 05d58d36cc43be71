/** A number written or said in Japanese over characters [from, to). */
export type JapaneseNumber = { from: number; to: number; value: number };

const DIGITS = new Map(Array.from("〇一二三四五六七八九").map((letter, n) => [letter, n]));
const SMALL = new Map([
  ["十", 10],
  ["百", 100],
  ["千", 1000],
]);
const LARGE = new Map([
  ["万", 1e4],
  ["億", 1e8],
  ["兆", 1e12],
]);

/** Full-width digits and signs as ASCII, one for one, so that places stay. */
export const halfWidth = (text: string): string =>
  text.replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));

/** 十百千 build a section (bare = 1×), 万億兆 multiply it; 〇 and digits in a row are positional. */
export function japaneseValue(text: string): number | null {
  let [total, section, digits] = [0, 0, ""];
  const take = () => {
    const value = digits === "" ? null : Number(digits);
    digits = "";
    return value;
  };
  for (const letter of halfWidth(text).replaceAll(",", "")) {
    const digit = DIGITS.get(letter);
    const [small, large] = [SMALL.get(letter), LARGE.get(letter)];
    if (/[\d.]/.test(letter)) digits += letter;
    else if (digit !== undefined) digits += String(digit);
    else if (small !== undefined) section += (take() ?? 1) * small;
    else if (large !== undefined) {
      const value = section + (take() ?? 0);
      total += (value === 0 ? 1 : value) * large;
      section = 0;
    } else return null;
  }
  const value = total + section + (take() ?? 0);
  return Number.isFinite(value) ? value : null;
}

const NUMBER =
  /[\d０-９〇一二三四五六七八九十百千](?:[\d０-９〇一二三四五六七八九十百千万億兆]|[,，.．](?=[\d０-９]))*/gu;

/** Every run of number letters; whether it counts something is for its unit to say. */
export function japaneseNumbers(text: string): JapaneseNumber[] {
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const value = japaneseValue(match[0]);
    return value === null ? [] : [{ from: match.index, to: match.index + match[0].length, value }];
  });
}
