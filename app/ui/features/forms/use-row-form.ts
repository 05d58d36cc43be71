import type * as z from "zod";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import {
  type FormOptions,
  type ParleyForm,
  useParleyForm,
} from "#app/ui/components/form/use-parley-form.ts";

type Options<V extends Record<string, unknown>> = {
  /** The row, with its version where the form edits it. */
  row: { id: string; version?: number };
  /** The field that names the row, such as `teamId`. */
  field: string;
  /** The commands the form may send; the first one names it. */
  intents: [string, ...string[]];
  answer: unknown;
  defaultValue?: FormOptions<V>["defaultValue"];
};

/** The form of one row among several on a page: what was refused of another row is not said here. */
export function useRowForm<V extends Record<string, unknown>>(
  schema: z.ZodType<unknown, V>,
  { row, field, intents, answer, defaultValue }: Options<V>,
): ParleyForm<V> {
  return useParleyForm(schema, {
    id: `${intents[0]}-${row.id}`,
    ...(row.version !== undefined && { version: row.version }),
    refusal: sentValue(answer, field) === row.id ? refusalOf(answer, ...intents) : undefined,
    ...(defaultValue !== undefined && { defaultValue }),
  });
}
