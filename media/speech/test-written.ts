/** Texts as an engine or a person writes them, for tests and the bench. */
import type { Word } from "./engine.ts";

/** A sentence of a script with capitals, punctuation and digits. */
export function writeOut(text: string): string {
  const digits: [RegExp, string][] = [
    [/\bforty five\b/g, "45"],
    [/\btwenty\b/g, "20"],
    [/\bfifteen percent\b/g, "15%"],
    [/\bsixty thousand dollars\b/g, "$60,000"],
    [/\beight hundred thousand dollars\b/g, "$800,000"],
    [/\btwelve thousand\b/g, "12k"],
    [/\bcrm\b/g, "CRM"],
    [/\bhubspot\b/g, "HubSpot"],
    [/\bthree\b/g, "3"],
  ];
  const written = digits.reduce((all, [spoken, figure]) => all.replace(spoken, figure), text);
  return `${written.charAt(0).toUpperCase()}${written.slice(1)}.`.replace(" and ", ", and ");
}

/** Start errors, in milliseconds, of words that stand unchanged in both, in order. */
export function startErrors(truth: readonly Word[], words: readonly Word[]): number[] {
  let at = 0;
  return truth.flatMap(({ text, startMs }) => {
    const found = words.findIndex(
      (word, n) => n >= at && word.text.toLowerCase().replace(/[^a-z']/g, "") === text,
    );
    // A figure swallowed this word; a later equal word is not it.
    if (found < 0 || Math.abs((words[found]?.startMs ?? 0) - startMs) > 2000) return [];
    at = found + 1;
    return [Math.abs((words[found]?.startMs ?? 0) - startMs)];
  });
}
