import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { activateForm } from "#app/core/domain/account/account.schema.ts";
import type { ActivationView } from "#app/core/domain/account/activation-view.ts";
import { LANGUAGES } from "#app/i18n/languages.ts";
import { useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { NotePage } from "./note-page.tsx";
import {
  IdentityProviderButtons,
  type ShownIdentityProvider,
} from "./identity-provider-buttons.tsx";
import { ZoneField } from "./zone-field.tsx";

type Props = {
  /** Null: the code does not work. */
  activation: ActivationView | null;
  isSent: boolean;
  identityProviders: ShownIdentityProvider[];
  zone: string;
  zones: string[];
  lastResult: unknown;
  footer: ReactNode;
};

/** The last step of signing up: name, password, language, zone. */
export function ActivatePage(props: Props) {
  const { activation, isSent, identityProviders, zone, zones, lastResult, footer } = props;
  const { t } = useTranslation("account");
  if (isSent)
    return <NotePage title={t("activate.sentTitle")} text={t("activate.sent")} footer={footer} />;
  if (activation === null)
    return (
      <NotePage title={t("activate.endedTitle")} text={t("activate.ended")} footer={footer}>
        <Form method="post" className="flex">
          <FormButton name="intent" value="again" busyText={t("activate.sending")}>
            {t("activate.again")}
          </FormButton>
        </Form>
      </NotePage>
    );
  const { workspace, maskedEmail, mustUseIdentityProvider } = activation;
  return (
    <NarrowPage
      title={workspace === null ? t("activate.titleStart") : t("activate.titleJoin", { workspace })}
      facts={maskedEmail === null ? undefined : t("activate.facts", { email: maskedEmail })}
      footer={footer}
    >
      {mustUseIdentityProvider ? (
        <>
          <p>{t("activate.partner")}</p>
          <IdentityProviderButtons identityProviders={identityProviders} next={paths.home()} />
        </>
      ) : (
        <ActivateForm activation={activation} zone={zone} zones={zones} lastResult={lastResult} />
      )}
    </NarrowPage>
  );
}

type FormProps = {
  activation: ActivationView;
  zone: string;
  zones: string[];
  lastResult: unknown;
};

function ActivateForm({ activation, zone, zones, lastResult }: FormProps) {
  const { t } = useTranslation("account");
  const { t: shell } = useTranslation("shell");
  const language = useLanguage();
  const { newWorkspace, maskedEmail } = activation;
  const schema = activateForm.required({
    ...(newWorkspace !== null && { workspace: true }),
    ...(maskedEmail === null && { email: true }),
  });
  const form = useParleyForm(schema, {
    refusal: refusalOf(lastResult),
    defaultValue: {
      timeZone: newWorkspace?.timeZone ?? zone,
      language: newWorkspace?.language ?? language,
      workspace: newWorkspace?.name,
    },
  });
  const { fields } = form;
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary
        form={form}
        labels={{
          workspace: t("workspace"),
          name: t("name"),
          email: t("email"),
          password: t("password"),
          language: t("language"),
          timeZone: t("zone"),
        }}
      />
      <input type="hidden" name="intent" value="activate" />
      {newWorkspace === null ? null : (
        <TextField
          field={fields.workspace}
          label={t("workspace")}
          autoComplete="organization"
          maxLength={100}
        />
      )}
      <TextField field={fields.name} label={t("name")} autoComplete="name" maxLength={100} />
      {maskedEmail === null ? (
        <TextField field={fields.email} label={t("email")} type="email" autoComplete="username" />
      ) : null}
      <PasswordField
        field={fields.password}
        label={t("password")}
        hint={t("passwordHint")}
        autoComplete="new-password"
      />
      <SelectField
        field={fields.language}
        label={t("language")}
        options={LANGUAGES.map((value) => ({ value, label: shell(`language.${value}`) }))}
      />
      <ZoneField
        field={fields.timeZone}
        zones={zones}
        isChosen={newWorkspace?.timeZone != null || form.refusal !== undefined}
      />
      <FormButton width="full" busyText={t("activate.submitting")}>
        {t("activate.submit")}
      </FormButton>
    </Form>
  );
}
