import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { signUpForm } from "#app/core/domain/account/account.schema.ts";
import { LANGUAGES } from "#app/i18n/languages.ts";
import { useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { NotePage } from "./note-page.tsx";
import {
  IdentityProviderButtons,
  type ShownIdentityProvider,
} from "./identity-provider-buttons.tsx";
import { ZoneField } from "./zone-field.tsx";

type Props = {
  door: "closed" | "domains" | "open";
  isSent: boolean;
  zone: string;
  zones: string[];
  identityProviders: ShownIdentityProvider[];
  lastResult: unknown;
  footer: ReactNode;
};

/** An address, and for a workspace of one's own its name, zone and language. */
export function SignUpPage(props: Props) {
  const { door, isSent, zone, zones, identityProviders, lastResult, footer } = props;
  const { t } = useTranslation("account");
  const back = <TextLink to={paths.signIn()}>{t("signUp.have")}</TextLink>;
  if (isSent)
    return (
      <NotePage title={t("signUp.sentTitle")} text={t("signUp.sent")} footer={footer}>
        {back}
      </NotePage>
    );
  if (door === "closed")
    return (
      <NotePage title={t("signUp.closedTitle")} text={t("signUp.closed")} footer={footer}>
        {back}
      </NotePage>
    );
  return (
    <NarrowPage
      title={t(door === "open" ? "signUp.titleOpen" : "signUp.title")}
      facts={t("signUp.intro")}
      footer={footer}
    >
      <SignUpForm
        isOpen={door === "open"}
        zone={zone}
        zones={zones}
        identityProviders={identityProviders}
        lastResult={lastResult}
      />
      {back}
    </NarrowPage>
  );
}

type FormProps = Pick<Props, "zone" | "zones" | "identityProviders" | "lastResult"> & {
  isOpen: boolean;
};

function SignUpForm({ isOpen, zone, zones, identityProviders, lastResult }: FormProps) {
  const { t } = useTranslation("account");
  const { t: shell } = useTranslation("shell");
  const language = useLanguage();
  const form = useParleyForm(isOpen ? signUpForm.required({ workspace: true }) : signUpForm, {
    refusal: refusalOf(lastResult),
    defaultValue: { timeZone: zone, language },
  });
  const { fields } = form;
  return (
    <>
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary
          form={form}
          labels={{
            email: t("email"),
            workspace: t("workspace"),
            timeZone: t("zone"),
            language: t("language"),
          }}
        />
        <TextField field={fields.email} label={t("email")} type="email" autoComplete="email" />
        {isOpen ? (
          <>
            <TextField
              field={fields.workspace}
              label={t("workspace")}
              autoComplete="organization"
              maxLength={100}
            />
            <ZoneField
              field={fields.timeZone}
              zones={zones}
              isChosen={form.refusal !== undefined}
            />
            <SelectField
              field={fields.language}
              label={t("language")}
              options={LANGUAGES.map((value) => ({ value, label: shell(`language.${value}`) }))}
            />
          </>
        ) : null}
        <FormButton width="full" busyText={t("signUp.submitting")}>
          {t("signUp.submit")}
        </FormButton>
      </Form>
      {form.errors?.includes("sso_required") === true ? (
        <IdentityProviderButtons identityProviders={identityProviders} next={paths.home()} />
      ) : null}
    </>
  );
}
