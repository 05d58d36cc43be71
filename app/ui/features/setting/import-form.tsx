import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { FileField } from "#app/ui/components/form/file-field.tsx";
import { EncodingField } from "#app/ui/features/forms/encoding-field.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";

type FormProps = {
  id: string;
  answer: unknown;
  /** The button's, and those whose refusal is said here too. */
  intents: readonly [string, ...string[]];
  texts: { file: string; text: string; check: string };
  accept?: string;
  rows?: number;
  /** One more field, with its label. */
  more?: { name: string; label: string; draw: (field: FormField) => ReactNode };
};

/** A file or a text of many lines; the server reads both. */
export function ImportForm({
  id,
  answer,
  intents,
  texts,
  accept = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain",
  rows = 5,
  more,
}: FormProps) {
  const refusal = refusalOf(answer, ...intents);
  const [form, fields] = useForm<
    { text: string; file: File; encoding: string } & Record<string, unknown>
  >({
    id,
    lastResult: refusal,
  });
  const last = more && fields[more.name];
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...getFormProps(form)}
      className="grid max-w-xl gap-4"
    >
      <ErrorSummary
        form={{ errors: form.errors, fields, refusal }}
        labels={{
          ...{ file: texts.file, text: texts.text },
          ...(more && { [more.name]: more.label }),
        }}
      />
      <FileField field={fields.file} label={texts.file} accept={accept} isOptional />
      <EncodingField field={fields.encoding} errors={fields.file.errors} />
      <TextareaField field={fields.text} label={texts.text} rows={rows} isOptional />
      {last === undefined ? null : more?.draw(last)}
      <div>
        <FormButton name="intent" value={intents[0]}>
          {texts.check}
        </FormButton>
      </div>
    </Form>
  );
}
