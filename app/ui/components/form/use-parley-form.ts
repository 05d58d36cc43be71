import {
  type DefaultValue,
  type FormMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod";
import { formCode } from "#app/core/domain/form-code.ts";
import { useFormVersion } from "./use-form-version.ts";

export type FormOptions<V> = {
  /** Tells the forms of a page apart, also after a reload. */
  id?: string;
  /** Of the row that is edited: once it is saved, the form begins anew with the row as it is now. */
  version?: number;
  /** The server's, of this form: `refusalOf`. */
  refusal: SubmissionResult | undefined;
  defaultValue?: DefaultValue<V>;
};
export type ParleyForm<V extends Record<string, unknown>> = {
  /** For the `Form`. */
  props: ReturnType<typeof getFormProps<V, string[]>>;
  fields: ReturnType<FormMetadata<V>["getFieldset"]>;
  /** Of the form as a whole, as codes of the `forms` catalogue; errors of a field are the field's. */
  errors: string[] | undefined;
  refusal: SubmissionResult | undefined;
};

/**
 * A form with its rules: checked when it is sent, here and by the server, with the same codes; corrected fields lose
 * their error while people type.
 * @param schema what the action parses it with, for the fields that people fill in
 */
export function useParleyForm<V extends Record<string, unknown>>(
  schema: z.ZodType<unknown, V>,
  { id, version, refusal, defaultValue }: FormOptions<V>,
): ParleyForm<V> {
  const shown = useFormVersion(version, refusal);
  const [form, fields] = useForm<V, unknown>({
    ...(id !== undefined && { id: shown === undefined ? id : `${id}-${shown}` }),
    ...(defaultValue !== undefined && { defaultValue }),
    lastResult: refusal,
    onValidate: ({ formData }) => parseWithZod(formData, { schema, error: formCode }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return { props: getFormProps(form), fields, errors: form.errors, refusal };
}
