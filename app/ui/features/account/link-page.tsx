import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { linkForm } from "#app/core/domain/account/sign-in.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

type Props = {
  next: string;
  email: string;
  identityProvider: string;
  lastResult: unknown;
  footer: ReactNode;
};

/** An account with the partner's address exists: its own password says that both are one person. */
export function LinkPage({ next, email, identityProvider, lastResult, footer }: Props) {
  const { t } = useTranslation("signin");
  const form = useParleyForm(linkForm, {
    refusal: refusalOf(lastResult),
  });
  const { fields } = form;
  return (
    <NarrowPage
      title={t("link.title", { partner: identityProvider })}
      facts={t("link.facts", { email, partner: identityProvider })}
      footer={footer}
    >
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary form={form} labels={{ password: t("password") }} />
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
