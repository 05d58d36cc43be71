import * as z from "zod";
import { DEFAULT_LIST, LIST_COLUMNS, type ListColumn, type ListSettings } from "./list-settings.ts";

const column = z.enum(LIST_COLUMNS);
const columns = z
  .array(column)
  .max(LIST_COLUMNS.length)
  .transform((given) => [...new Set(given)]);
const density = z.enum(["comfortable", "compact"]);

const kept = z
  .object({
    columns: columns.catch(DEFAULT_LIST.columns),
    density: density.catch(DEFAULT_LIST.density),
    viewId: z.uuid().nullable().catch(null),
  })
  .catch(DEFAULT_LIST);

/** Settings out of a member's stored preferences; whatever is missing, broken or out of range falls back. */
export const readListSettings = (stored: unknown): ListSettings => kept.parse(stored);

/** Fields of one name, of which a form may send one or none. */
const many = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), item.transform((one) => [one])]).default([]);

/** Every column in its order, which of them are shown, and the button that was pressed, as `up:owner`. */
export const listLookForm = z.object({
  intent: z.literal("arrange_list"),
  order: many(column),
  shown: many(column),
  density,
  press: z
    .string()
    .regex(/^(?:up|down):[a-z]+$/)
    .or(z.enum(["save", "reset"]))
    .default("save"),
});
export type ListLook = Omit<z.output<typeof listLookForm>, "intent">;

/** The columns that a form asks for: the shown ones in their order, one of them a place further up or down. */
export function arranged({
  order,
  shown,
  press,
}: Pick<ListLook, "order" | "shown" | "press">): ListColumn[] {
  if (press === "reset") return DEFAULT_LIST.columns;
  const wanted = [...new Set([...order, ...shown])].filter((name) => shown.includes(name));
  const [step = "", moved = ""] = press.split(":");
  const at = wanted.findIndex((name) => name === moved);
  const to = step === "up" ? at - 1 : at + 1;
  const [one, other] = [wanted[at], wanted[to]];
  if (step === "save" || one === undefined || other === undefined) return wanted;
  return wanted.with(at, other).with(to, one);
}
