import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { appForm, purgeForm } from "#app/core/domain/connection/connection.schema.ts";
import { hubspotManifest } from "#app/core/domain/connection/manifest.ts";
import type { ConnectionCard } from "#app/core/domain/connection/connection-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { scopeUse } from "./scope-use.ts";

type Props = { card: ConnectionCard; answer: unknown };

/** Everything about one provider on one page: its app, its keys, the way there, and the end. */
export function ConnectionPanel({ card, answer }: Props) {
  const { t } = useTranslation("connection");
  const name = t(`name.${card.slug}`);
  return (
    <section
      aria-label={t("panel.title", { name })}
      className="min-w-0 self-start divide-y divide-line rounded-panel border border-line bg-surface-raised"
    >
      <div className="flex items-baseline justify-between gap-3 px-4 py-3">
        <h2 className="text-base font-strong">{t("panel.title", { name })}</h2>
        <TextLink to={paths.connections()}>{t("panel.close")}</TextLink>
      </div>
      <AppStep card={card} />
      <KeysStep card={card} answer={answer} />
      {card.state === "new" ? null : <EndStep card={card} answer={answer} />}
    </section>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-3 px-4 py-4">
      <h3 className="text-sm font-strong">{title}</h3>
      {children}
    </div>
  );
}

function AppStep({ card: { slug, redirectUrl, scopes } }: { card: ConnectionCard }) {
  const { t } = useTranslation("connection");
  const vendor = slug === "hubspot" ? "hubspot" : "salesforce";
  return (
    <Step title={`1 ${t(`panel.app.${vendor}`)}`}>
      <p className="text-sm">{t(`panel.appNote.${vendor}`)}</p>
      <div>
        <p className="text-sm font-medium">{t("panel.redirect")}</p>
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-sm wrap-anywhere">{redirectUrl}</code>
          <CopyLink url={redirectUrl} />
        </p>
      </div>
      <div>
        <p className="text-sm font-medium">{t("panel.scopes")}</p>
        <dl className="divide-y divide-line text-xs">
          {scopes.map(({ name }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-3 py-1">
              <dt className="font-mono wrap-anywhere">{name}</dt>
              <dd className="text-ink-muted">{t(`why.${scopeUse(name)}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {vendor === "hubspot" ? <Manifest redirectUrl={redirectUrl} scopes={scopes} /> : null}
    </Step>
  );
}

function Manifest({ redirectUrl, scopes }: Pick<ConnectionCard, "redirectUrl" | "scopes">) {
  const { t } = useTranslation("connection");
  return (
    <details className="text-sm">
      <summary className="words-link text-link">{t("panel.manifest")}</summary>
      <p className="my-1.5">{t("panel.manifestNote")}</p>
      <textarea
        readOnly
        rows={12}
        aria-label={t("panel.manifest")}
        className={controlLook({ className: "w-full font-mono text-xs" })}
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={hubspotManifest(
          redirectUrl,
          scopes.map(({ name }) => name),
        )}
      />
    </details>
  );
}

function KeysStep({ card: { slug, clientId }, answer }: Props) {
  const { t } = useTranslation("connection");
  const name = t(`name.${slug}`);
  const form = useParleyForm(appForm, {
    id: `app-${slug}`,
    refusal: refusalOf(answer, "save_app", "save_and_connect"),
    defaultValue: { clientId: clientId ?? "" },
  });
  const { fields } = form;
  const labels = { clientId: t("panel.clientId"), clientSecret: t("panel.clientSecret") };
  return (
    <Step title={`2 ${t("panel.keys")}`}>
      <Form method="post" {...form.props} className="grid gap-3" preventScrollReset>
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="slug" value={slug} />
        <TextField field={fields.clientId} label={labels.clientId} isMono maxLength={300} />
        <PasswordField
          field={fields.clientSecret}
          label={labels.clientSecret}
          hint={t(clientId === null ? "panel.secretHint" : "panel.secretKept")}
          autoComplete="new-password"
          isOptional={clientId !== null}
        />
        <h3 className="mt-2 text-sm font-strong">3 {t("panel.go")}</h3>
        <p className="text-sm">{t("panel.goNote", { name })}</p>
        <div className="flex flex-wrap items-center gap-2">
          <FormButton tone="primary" name="intent" value="save_and_connect">
            {t("continue", { name })}
          </FormButton>
          <FormButton tone="quiet" name="intent" value="save_app">
            {t("panel.later")}
          </FormButton>
          <SavedNote intent="save_app">{() => t("panel.saved")}</SavedNote>
        </div>
      </Form>
    </Step>
  );
}

function EndStep({ card: { slug, account }, answer }: Props) {
  const { t } = useTranslation("connection");
  const name = t(`name.${slug}`);
  const form = useParleyForm(purgeForm, {
    id: `purge-${slug}`,
    refusal: refusalOf(answer, "purge"),
  });
  return (
    <Step title={t("panel.end")}>
      {account === null ? null : (
        <Form method="post" className="grid justify-items-start gap-2" preventScrollReset>
          <p className="text-sm">{t("panel.endNote", { name })}</p>
          <input type="hidden" name="slug" value={slug} />
          <FormButton tone="danger" name="intent" value="disconnect">
            {t("panel.disconnect")}
          </FormButton>
        </Form>
      )}
      <Form method="post" {...form.props} className="grid justify-items-start gap-2">
        <ErrorSummary form={form} labels={{ isSure: t("panel.isSure") }} />
        <p className="text-sm">{t("panel.purgeNote")}</p>
        <input type="hidden" name="slug" value={slug} />
        <CheckboxField field={form.fields.isSure} label={t("panel.isSure")} />
        <FormButton tone="danger" name="intent" value="purge">
          {t("panel.purge")}
        </FormButton>
      </Form>
    </Step>
  );
}
