import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { linkForm } from "#app/core/domain/account/sign-in.schema.ts";
import { formCode } from "#app/core/domain/form-code.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { submissionOf } from "./submission.ts";

type Props = {
  next: string;
  email: string;
  partner: string;
  lastResult: unknown;
  footer: ReactNode;
};

/** An account with the partner's address exists: its own password says that both are one person. */
export function LinkPage({ next, email, partner, lastResult, footer }: Props) {
  const { t } = useTranslation("signin");
  const result = submissionOf(lastResult);
  const [form, fields] = useForm({
    lastResult: result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: linkForm, error: formCode }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <NarrowPage
      title={t("link.title", { partner })}
      facts={t("link.facts", { email, partner })}
      footer={footer}
    >
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary
          formErrors={form.errors}
          fields={[{ field: fields.password, label: t("password") }]}
          lastResult={result}
        />
        <input type="hidden" name="next" value={next} />
        <input type="hidden" autoComplete="username" value={email} />
        <PasswordField
          field={fields.password}
          label={t("password")}
          autoComplete="current-password"
        />
        <FormButton width="full" busyText={t("submitting")}>
          {t("link.submit")}
        </FormButton>
      </Form>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <TextLink to={paths.passwordReset()}>{t("forgot")}</TextLink>
        <TextLink to={paths.signIn(next)}>{t("link.back")}</TextLink>
      </p>
    </NarrowPage>
  );
}
