import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { openPrivateForm } from "#app/core/domain/rights/private-access.schema.ts";
import { formCode } from "#app/core/domain/form-code.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { resultFor } from "./result-for.ts";

/** How an admin comes to private calls: with a reason, for an hour, and everybody concerned is told. */
export function PrivatePanel({ isOpen, answer }: { isOpen: boolean; answer: unknown }) {
  const { t } = useTranslation("setting");
  const result = resultFor(answer, "open_private");
  const [form, fields] = useForm({
    id: "private-access",
    lastResult: result,
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: openPrivateForm, error: formCode }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Panel title={t("private.title")}>
      <p className="mb-4 max-w-prose text-sm">{t("private.note")}</p>
      {isOpen ? (
        <Form method="post">
          <FormButton tone="plain" name="intent" value="close_private">
            {t("private.close")}
          </FormButton>
        </Form>
      ) : (
        <Form method="post" {...getFormProps(form)} className="grid max-w-md gap-4">
          <ErrorSummary
            formErrors={form.errors}
            fields={[{ field: fields.reason, label: t("private.reason") }]}
            lastResult={result}
          />
          <TextareaField
            field={fields.reason}
            label={t("private.reason")}
            hint={t("private.hint")}
            maxLength={500}
            rows={3}
          />
          <div>
            <FormButton tone="plain" name="intent" value="open_private">
              {t("private.open")}
            </FormButton>
          </div>
        </Form>
      )}
    </Panel>
  );
}
