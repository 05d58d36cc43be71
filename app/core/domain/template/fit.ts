import { baseLanguage } from "../words/lexicon.ts";
import type { AppliesTo, CallKindName, TemplateContent } from "./template.schema.ts";

/** What a rule looks at. `labelIds`: those on the call, and those that were merged into them. */
export type CallFacts = {
  /** BCP 47; null while nothing is known of it. */
  language: string | null;
  kind: CallKindName;
  teamId: string | null;
  labelIds: readonly string[];
  /** The stage of the deal it is linked to. */
  stageId: string | null;
};
type Rule = Pick<TemplateContent, "language" | "appliesTo">;

/** The language a call's template is written in: its own where there are templates in it, else English. */
export const templateLanguage = (language: string | null): "en" | "ja" =>
  baseLanguage(language ?? "en") === "ja" ? "ja" : "en";

/** Whether a template is for a call. */
export function fits({ language, appliesTo }: Rule, call: CallFacts): boolean {
  const { kinds, labelIds, teamIds, stageIds } = appliesTo;
  return (
    templateLanguage(call.language) === language &&
    (kinds.length === 0 || kinds.includes(call.kind)) &&
    (labelIds.length === 0 || labelIds.some((id) => call.labelIds.includes(id))) &&
    (teamIds.length === 0 || (call.teamId !== null && teamIds.includes(call.teamId))) &&
    (stageIds.length === 0 || (call.stageId !== null && stageIds.includes(call.stageId)))
  );
}

const KEYS = ["kinds", "labelIds", "teamIds", "stageIds"] as const satisfies (keyof AppliesTo)[];

/** Whether every call that fits `second` fits `first` as well. */
const takesAllOf = (first: Rule, second: Rule): boolean =>
  first.language === second.language &&
  KEYS.every((key) => {
    const wide: readonly string[] = first.appliesTo[key];
    const narrow: readonly string[] = second.appliesTo[key];
    return (
      wide.length === 0 || (narrow.length > 0 && narrow.every((value) => wide.includes(value)))
    );
  });

/**
 * The template above that takes every call of the one at `index`, which is therefore never reached; null where some calls
 * are left for it. The fix is to move it above that one.
 */
export function takenBy<T extends Rule>(inOrder: readonly T[], index: number): T | null {
  const own = inOrder[index];
  if (own === undefined) return null;
  return inOrder.slice(0, index).find((above) => takesAllOf(above, own)) ?? null;
}
