import {
  eachFact,
  isId,
  kindOfFact,
  nameKey,
  readFacts,
} from "#app/core/domain/audit/fact-kinds.ts";
import type { ShownEntry } from "#app/core/domain/audit/log-views.ts";

/** How a fact's word, value and figures are said. */
export type FactWords = {
  fact: (name: string) => string;
  /** One of a fixed choice; null where there are no words for it. */
  choice: (value: string) => string | null;
  flag: (value: boolean) => string;
  pieces: (n: number) => string;
  number: (value: number) => string;
  bytes: (value: number) => string;
  duration: (ms: number) => string;
  moment: (iso: string) => string;
  day: (day: string) => string;
};
type Told = Pick<ShownEntry, "before" | "after" | "names">;

const NONE = "–";
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** An id, wherever in a text; an id of another form; a key of ours. */
const CODED = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|^[\da-f]{12,}$|^[a-z_]+(?:\.[a-z_]+)+$/i;
/** What people wrote: never a word of ours, whatever it is like. */
const WRITTEN =
  /^(?:name|title|term|variants?|words|reason|note|added|removed|section|moved|field|object|host|issuer|provider|domains|origins|model)$/;
const NEVER = /^(?:link|item|file|key|record|assignment|revision|token|crmId)$/;

/**
 * `Role: Rep → Admin`, a line for each fact that changed. What is named by an id is named as the reader may know it, or
 * left out; nothing is a dash where something was before, and no line where nothing was.
 */
export function factLines({ before, after, names }: Told, words: FactWords): string[] {
  const [old, fresh] = [before, after].map((json) => new Map(eachFact(readFacts(json))));
  const all = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])];
  return all.flatMap((name) => {
    const was = said(name, old?.get(name), names, words);
    const is = said(name, fresh?.get(name), names, words);
    if (was === is) return [];
    const value = was === null ? is : fresh?.has(name) === true ? `${was} → ${is ?? NONE}` : was;
    return [`${words.fact(name)}: ${value}`];
  });
}

/** A value in words; null for nothing, and for what has none. */
function said(name: string, value: unknown, names: Told["names"], words: FactWords): string | null {
  if (NEVER.test(name)) return null;
  if (Array.isArray(value)) return saidMany(name, value, names, words);
  const kind = kindOfFact(name);
  if (kind !== undefined && (typeof value === "string" || typeof value === "number")) {
    const found = names[nameKey(kind, String(value))];
    if (found !== undefined || typeof value === "number" || isId(value)) return found ?? null;
  }
  if (typeof value === "boolean") return words.flag(value);
  if (typeof value === "number") return figure(name, value, words);
  return typeof value === "string" ? text(name, value, words) : null;
}

function saidMany(
  name: string,
  values: unknown[],
  names: Told["names"],
  words: FactWords,
): string | null {
  const isPlain = values.every((value) => value === null || typeof value !== "object");
  if (!isPlain) return words.pieces(values.length);
  const all = values.flatMap((value) => said(name, value, names, words) ?? []);
  return all.length === 0 ? null : all.join(", ");
}

function figure(name: string, value: number, words: FactWords): string {
  if (/bytes$/i.test(name)) return words.bytes(value);
  if (/ms$/i.test(name)) return words.duration(value);
  if (/seconds$/i.test(name)) return words.duration(value * 1_000);
  return words.number(value);
}

function text(name: string, value: string, words: FactWords): string | null {
  if (value === "") return null;
  if (MOMENT.test(value)) return words.moment(value);
  if (DAY.test(value)) return words.day(value);
  if (WRITTEN.test(name)) return isId(value) ? null : value;
  return words.choice(value) ?? (CODED.test(value) ? null : value.replaceAll("_", " "));
}
