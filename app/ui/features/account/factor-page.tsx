import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { factorForm } from "#app/core/domain/account/sign-in.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

type Props = { next: string; lastResult: unknown; footer: ReactNode };

/** The second step of a sign-in: one code. */
export function FactorPage({ next, lastResult, footer }: Props) {
  const { t } = useTranslation("account");
  const form = useParleyForm(factorForm, {
    refusal: refusalOf(lastResult),
  });
  const { fields } = form;
  return (
    <NarrowPage title={t("factor.title")} facts={t("factor.facts")} footer={footer}>
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary form={form} labels={{ code: t("factor.code") }} />
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
