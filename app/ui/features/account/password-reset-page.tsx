import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { askForm, resetForm } from "#app/core/domain/account/account.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { NotePage } from "./note-page.tsx";

type Props = {
  step: "ask" | "sent" | "choose" | "ended";
  token: string;
  lastResult: unknown;
  footer: ReactNode;
};

/** Step one asks for the address, step two, by the link of the mail, for the password. */
export function PasswordResetPage({ step, token, lastResult, footer }: Props) {
  const { t } = useTranslation("account");
  if (step === "sent")
    return (
      <NotePage title={t("reset.sentTitle")} text={t("reset.sent")} footer={footer}>
        <TextLink to={paths.signIn()}>{t("signIn")}</TextLink>
      </NotePage>
    );
  if (step === "ended")
    return (
      <NotePage title={t("reset.endedTitle")} text={t("reset.ended")} footer={footer}>
        <div className="flex">
          <LinkButton to={paths.passwordReset()} tone="primary">
            {t("reset.again")}
          </LinkButton>
        </div>
      </NotePage>
    );
  return step === "ask" ? (
    <NarrowPage title={t("reset.title")} facts={t("reset.intro")} footer={footer}>
      <AskForm lastResult={lastResult} />
    </NarrowPage>
  ) : (
    <NarrowPage title={t("reset.title")} facts={t("reset.choose")} footer={footer}>
      <ChooseForm token={token} lastResult={lastResult} />
    </NarrowPage>
  );
}

function AskForm({ lastResult }: { lastResult: unknown }) {
  const { t } = useTranslation("account");
  const form = useParleyForm(askForm, {
    refusal: refusalOf(lastResult),
  });
  const { fields } = form;
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={{ email: t("email") }} />
      <input type="hidden" name="intent" value="ask" />
      <TextField field={fields.email} label={t("email")} type="email" autoComplete="username" />
      <FormButton width="full" busyText={t("reset.submitting")}>
        {t("reset.submit")}
      </FormButton>
      <TextLink to={paths.signIn()}>{t("signIn")}</TextLink>
    </Form>
  );
}

function ChooseForm({ token, lastResult }: { token: string; lastResult: unknown }) {
  const { t } = useTranslation("account");
  const form = useParleyForm(resetForm, {
    refusal: refusalOf(lastResult),
  });
  const { fields } = form;
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={{ password: t("newPassword") }} />
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="token" value={token} />
      <PasswordField
        field={fields.password}
        label={t("newPassword")}
        hint={t("passwordHint")}
        autoComplete="new-password"
      />
      <FormButton width="full" busyText={t("reset.saving")}>
        {t("reset.save")}
      </FormButton>
    </Form>
  );
}
