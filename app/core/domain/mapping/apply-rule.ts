import type { CrmField, CrmValue } from "../connection/connection-types.ts";
import type { WriteRule } from "./mapping-types.ts";
import { fitHtml, fitText, escapeHtml } from "./texts.ts";

export const KEEP_REASONS = [
  "never",
  "not_empty",
  "same",
  "already_there",
  "only_implied",
  "not_more",
  "no_room",
] as const;
/** What the field holds afterwards, or why it stays as it is. */
export type Applied = { write: Exclude<CrmValue, null> } | { keep: (typeof KEEP_REASONS)[number] };

export type Applying = {
  rule: WriteRule;
  field: Pick<CrmField, "type" | "length" | "options">;
  /** As read from the CRM a moment ago. */
  current: CrmValue;
  /** As `convert` made it. */
  value: Exclude<CrmValue, null>;
  /** It was said, not only implied. */
  isSaid: boolean;
  /** The day of the call in the workspace's zone, "2026-11-25". */
  today: string;
  playbackUrl: string;
};

const isEmpty = (value: CrmValue): boolean => value === null || value === "" || value === false;

/** What a write rule makes of a new value beside the one that is there (product §17.3). */
export function applyRule(asked: Applying): Applied {
  const { rule, field, current, value, isSaid } = asked;
  if (rule === "never") return { keep: "never" };
  if (sameValue(field, current, value)) return { keep: "same" };
  switch (rule) {
    case "fill_if_empty":
      return isEmpty(current) ? { write: value } : { keep: "not_empty" };
    case "only_if_said":
      return isSaid ? { write: value } : { keep: "only_implied" };
    case "only_increase":
      return isMore(field, current, value) ? { write: value } : { keep: "not_more" };
    case "append_newest":
    case "append_below":
      return appended(asked, rule);
    case "overwrite":
    case "one_per_call":
      return { write: value };
  }
}

/** Lists and times are compared by what they mean, not by how they are written. */
export function sameValue({ type }: Pick<CrmField, "type">, a: CrmValue, b: CrmValue): boolean {
  if (a === b) return true;
  if (a === null || b === null) return isEmpty(a) && isEmpty(b) && a !== false && b !== false;
  if (type === "multipicklist") {
    const sorted = (list: CrmValue) => String(list).split(";").toSorted().join(";");
    return sorted(a) === sorted(b);
  }
  if (type === "datetime") return Date.parse(String(a)) === Date.parse(String(b));
  return typeof a === "string" && typeof b === "string" && plain(a) === plain(b);
}
const plain = (text: string): string => text.replace(/\r\n/g, "\n").trim().normalize("NFC");

/** Amounts grow, stages go forward in the order of the list, days go on. */
function isMore(
  { options, type }: Pick<CrmField, "type" | "options">,
  current: CrmValue,
  value: CrmValue,
): boolean {
  if (isEmpty(current)) return true;
  if (typeof current === "number" && typeof value === "number") return value > current;
  const place = (one: CrmValue) => options.findIndex((option) => option.value === one);
  if (options.length > 0) return place(value) > place(current);
  return (type === "date" || type === "datetime") && String(value) > String(current);
}

function appended(
  { field, current, value, today, playbackUrl }: Applying,
  rule: "append_newest" | "append_below",
): Applied {
  const before = current === null ? "" : String(current);
  const added = String(value);
  if (field.type === "multipicklist") {
    const all = [...new Set([...before.split(";"), ...added.split(";")])].filter(Boolean);
    const write = all.join(";");
    return write === before ? { keep: "already_there" } : { write };
  }
  const isRich = field.type === "richtext";
  if (plain(before).includes(plain(added))) return { keep: "already_there" };
  const dated = isRich ? `<p>${today}</p>${added}` : `${today}: ${added}`;
  const mine = rule === "append_newest" ? dated : added;
  const gap = before === "" || isRich ? "" : "\n";
  if (field.length !== null && before.length + gap.length + mine.length > field.length) {
    // What stands there is not ours to cut; alone in the field, the new text is cut like any other.
    if (before !== "") return { keep: "no_room" };
    return { write: cut(mine, { ...field, isRich }, playbackUrl) };
  }
  const both = rule === "append_newest" ? [mine, before] : [before, mine];
  return { write: both.join(gap) };
}

function cut(
  text: string,
  { length, isRich }: { length: number | null; isRich: boolean },
  playbackUrl: string,
): string {
  const words = { language: "en" as const, playbackUrl, people: [], columns: [] };
  return isRich
    ? fitHtml(
        { open: "", pieces: [`<p>${escapeHtml(text.replace(/<[^>]+>/g, " "))}</p>`], close: "" },
        { length },
        words,
      )
    : fitText(text, { length }, words);
}
