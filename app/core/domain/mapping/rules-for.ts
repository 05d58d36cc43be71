import type { CrmField } from "../connection/connection-types.ts";
import { isActivity, type WriteRule } from "./mapping-types.ts";

const TEXTS = ["text", "longtext", "richtext"] as const;
const GROWS = ["number", "money", "percent", "date", "datetime"] as const;
const among = (list: readonly string[], one: string): boolean => list.includes(one);

/** Write rules that make sense for a field, the usual one first. */
export function rulesFor(
  object: string,
  { type, name }: Pick<CrmField, "type" | "name">,
): WriteRule[] {
  if (isActivity(object)) return ["one_per_call", "never"];
  const canAppend = among(TEXTS, type) || type === "multipicklist";
  const canGrow = among(GROWS, type) || isStage(name);
  return [
    "fill_if_empty",
    "overwrite",
    ...(canAppend ? (["append_newest", "append_below"] as const) : []),
    "only_if_said",
    ...(canGrow ? (["only_increase"] as const) : []),
    "never",
  ];
}

const isStage = (name: string): boolean => /^(stagename|dealstage)$/i.test(name);
