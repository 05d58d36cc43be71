import type { CrmField, CrmValue } from "../connection/connection-types.ts";
import { appended } from "./append.ts";
import type { WriteRule } from "./mapping-types.ts";
import { choicesOf, wordsIn, plain } from "./texts.ts";

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
  field: Pick<CrmField, "type" | "length" | "options" | "lineBreak">;
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
    const sorted = (list: CrmValue) => choicesOf(list).toSorted().join(";");
    return sorted(a) === sorted(b);
  }
  if (type === "datetime") return Date.parse(String(a)) === Date.parse(String(b));
  if (typeof a !== "string" || typeof b !== "string") return false;
  // Vendors write HTML in their own way when they save it.
  return type === "richtext" ? wordsIn(a) === wordsIn(b) : plain(a) === plain(b);
}

/** Amounts grow, stages go forward in the order of the list, days go on. */
function isMore(
  { options, type }: Pick<CrmField, "type" | "options">,
  current: CrmValue,
  value: CrmValue,
): boolean {
  if (isEmpty(current)) return true;
  if (typeof current === "number" && typeof value === "number") return value > current;
  if (options.length > 0) {
    const place = (one: CrmValue) => options.findIndex((option) => option.value === one);
    const [is, was] = [place(value), place(current)];
    // A value that is not in the list has no place in it, and stages of two pipelines have no order.
    return was >= 0 && is > was && options[is]?.group === options[was]?.group;
  }
  return (type === "date" || type === "datetime") && String(value) > String(current);
}
