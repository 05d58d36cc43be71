import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { deviceName } from "#app/core/domain/account/device-name.ts";
import { passwordForm, profileForm } from "#app/core/domain/account/profile.schema.ts";
import type { ProfileView, SessionRow } from "#app/core/domain/account/profile-view.ts";
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
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";
import { ShortcutsPanel } from "./shortcuts-panel.tsx";

type Props = {
  profile: ProfileView;
  zones: { value: string; label: string }[];
  zone: string;
  answer: unknown;
};

/** One's own name, language and zone, password, and the devices one is signed in on. */
export function MePanels({
  profile,
  zones,
  zone,
  answer,
  hasPassword,
  notices,
  factor,
  passkeys,
  identityProviders,
}: Props & {
  hasPassword: boolean;
  notices: ReactNode;
  factor: ReactNode;
  passkeys: ReactNode;
  identityProviders: ReactNode;
}) {
  return (
    <>
      <ProfilePanel profile={profile} zones={zones} zone={zone} answer={answer} />
      {notices}
      {hasPassword ? <PasswordPanel answer={answer} /> : <NoPasswordPanel />}
      {factor}
      {passkeys}
      {identityProviders}
      <SessionsPanel sessions={profile.sessions} />
      <ShortcutsPanel />
    </>
  );
}

function ProfilePanel({ profile, zones, zone, answer }: Props) {
  const { t } = useTranslation("setting");
  const { t: shell } = useTranslation("shell");
  const language = useLanguage();
  const form = useParleyForm(profileForm, {
    id: "profile",
    version: profile.version,
    refusal: refusalOf(answer, "profile"),
    defaultValue: {
      name: profile.name,
      reading: profile.reading ?? "",
      nameOrder: profile.nameOrder,
      language: profile.language ?? language,
      timeZone: profile.timeZone ?? zone,
    },
  });
  const { fields } = form;
  // How a name is read and ordered is asked where names are written so.
  const hasReadings =
    language === "ja" || profile.reading !== null || profile.nameOrder === "family_first";
  const labels = {
    name: t("me.name"),
    reading: t("me.reading"),
    nameOrder: t("me.order"),
    language: t("me.language"),
    timeZone: t("me.zone"),
  };
  const plain = (name: keyof typeof labels, value: string) => ({
    name,
    label: labels[name],
    value,
    shown: value,
  });
  return (
    <Panel title={t("me.title")} aside={profile.email}>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <NowValues
          result={form.refusal}
          values={[
            plain("name", profile.name),
            plain("reading", profile.reading ?? ""),
            {
              ...plain("nameOrder", profile.nameOrder),
              shown: t(profile.nameOrder === "given_first" ? "me.givenFirst" : "me.familyFirst"),
            },
            {
              ...plain("language", profile.language ?? language),
              shown: shell(`language.${profile.language ?? language}`),
            },
            plain("timeZone", profile.timeZone ?? zone),
          ]}
        />
        <input type="hidden" name="version" value={profile.version} />
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField field={fields.name} label={labels.name} autoComplete="name" maxLength={100} />
          {hasReadings ? (
            <>
              {" "}
              <TextField field={fields.reading} label={labels.reading} isOptional maxLength={100} />
              <SelectField
                field={fields.nameOrder}
                label={labels.nameOrder}
                options={[
                  { value: "given_first", label: t("me.givenFirst") },
                  { value: "family_first", label: t("me.familyFirst") },
                ]}
              />
            </>
          ) : (
            <input type="hidden" name="nameOrder" value={profile.nameOrder} />
          )}
          <SelectField
            field={fields.language}
            label={labels.language}
            options={LANGUAGES.map((value) => ({ value, label: shell(`language.${value}`) }))}
          />
          <SelectField field={fields.timeZone} label={labels.timeZone} options={zones} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FormButton name="intent" value="profile">
            {t("save")}
          </FormButton>
          <SavedNote intent="profile" />
        </div>
      </Form>
    </Panel>
  );
}

function NoPasswordPanel() {
  const { t } = useTranslation("setting");
  return (
    <Panel title={t("password.title")}>
      <p className="flex flex-wrap gap-x-3 text-sm">
        {t("password.none")}
        <TextLink to={paths.passwordReset()}>{t("password.ask")}</TextLink>
      </p>
    </Panel>
  );
}

function PasswordPanel({ answer }: { answer: unknown }) {
  const { t } = useTranslation("account");
  const { t: setting } = useTranslation("setting");
  const form = useParleyForm(passwordForm, {
    id: "password",
    refusal: refusalOf(answer, "password"),
  });
  const { fields } = form;
  return (
    <Panel title={setting("password.title")}>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary
          form={form}
          labels={{ currentPassword: t("currentPassword"), password: t("newPassword") }}
        />
        <div className="grid gap-4 desk:grid-cols-2">
          <PasswordField
            field={fields.currentPassword}
            label={t("currentPassword")}
            autoComplete="current-password"
          />
          <PasswordField
            field={fields.password}
            label={t("newPassword")}
            hint={t("passwordHint")}
            autoComplete="new-password"
          />
        </div>
        <p className="text-sm text-ink-muted">{setting("password.note")}</p>
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="password">
            {setting("password.submit")}
          </FormButton>
          <SavedNote intent="password" />
        </div>
      </Form>
    </Panel>
  );
}

function SessionsPanel({ sessions }: { sessions: SessionRow[] }) {
  const { t } = useTranslation("setting");
  return (
    <Panel title={t("session.title")}>
      <ItemList label={t("session.title")}>
        {sessions.map(({ id, device, ip, seenAt, isThis }) => (
          <Item
            key={id}
            title={
              <span className="flex flex-wrap items-center gap-2">
                {deviceName(device) ?? t("session.unknown")}
                {isThis ? <Tag tone="ok">{t("session.this")}</Tag> : null}
              </span>
            }
            note={
              <span className="flex flex-wrap gap-x-3">
                <span>
                  {t("session.seen")} <Moment iso={seenAt} />
                </span>
                <span className="font-mono">{ip}</span>
              </span>
            }
            actions={
              <Form method="post">
                <input type="hidden" name="intent" value="revoke" />
                <FormButton
                  tone="danger"
                  size="small"
                  name="sessionId"
                  value={id}
                  aria-label={t("session.endOf", {
                    device: deviceName(device) ?? t("session.unknown"),
                  })}
                >
                  {t("session.end")}
                </FormButton>
              </Form>
            }
          />
        ))}
      </ItemList>
      <Form method="post" className="mt-3">
        <FormButton tone="danger" name="intent" value="revoke_all">
          {t("session.endAll")}
        </FormButton>
      </Form>
    </Panel>
  );
}
