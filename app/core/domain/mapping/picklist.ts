import type { CrmField } from "../connection/connection-types.ts";
import type { RowOptions } from "./mapping.schema.ts";

type Options = CrmField["options"];
export type Chosen = { value: string } | "left_empty" | "no_match" | "ask";

const folded = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** The value that fits an option by itself: the same value, else the same label; only values in use. */
export function sameValue(option: string, options: Options): string | null {
  const active = options.filter(({ isActive }) => isActive);
  const byValue = active.find(({ value }) => value === option);
  const found = byValue ?? active.find(({ label }) => folded(label) === folded(option));
  return found?.value ?? null;
}

/** Which value an option of a section becomes: as it was translated, else by itself, else as the row says. */
export function chosen(
  { translation, noMatch }: Pick<RowOptions, "translation" | "noMatch">,
  option: string,
  options: Options,
): Chosen {
  const isActive = (value: string) => options.some((one) => one.isActive && one.value === value);
  const said = Object.hasOwn(translation, option) ? translation[option] : undefined;
  if (said === "") return "left_empty";
  const value = said !== undefined && isActive(said) ? said : sameValue(option, options);
  if (value !== null) return { value };
  if (noMatch.kind === "ask") return "ask";
  if (noMatch.kind === "leave_empty") return "no_match";
  return isActive(noMatch.value) ? { value: noMatch.value } : "no_match";
}
