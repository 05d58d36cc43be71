import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { factorForm } from "#app/core/domain/account/sign-in.schema.ts";
import { formCode } from "#app/core/domain/form-code.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { submissionOf } from "./submission.ts";

type Props = { next: string; lastResult: unknown; footer: ReactNode };

/** The second step of a sign-in: one code. */
export function FactorPage({ next, lastResult, footer }: Props) {
  const { t } = useTranslation("account");
  const result = submissionOf(lastResult);
  const [form, fields] = useForm({
    lastResult: result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: factorForm, error: formCode }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <NarrowPage title={t("factor.title")} facts={t("factor.facts")} footer={footer}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary
          formErrors={form.errors}
          fields={[{ field: fields.code, label: t("factor.code") }]}
          lastResult={result}
        />
        <input type="hidden" name="next" value={next} />
        <TextField
          field={fields.code}
          label={t("factor.code")}
          autoComplete="one-time-code"
          maxLength={40}
          isMono
        />
        <FormButton width="full" busyText={t("factor.submitting")}>
          {t("factor.submit")}
        </FormButton>
      </Form>
      <TextLink to={paths.signIn(next)}>{t("factor.back")}</TextLink>
    </NarrowPage>
  );
}
