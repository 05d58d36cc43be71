import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { passwordSignInForm, signInForm } from "#app/core/domain/account/sign-in.schema.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { paths } from "#app/paths.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { PasskeyButton } from "#app/ui/features/factor/passkey-button.tsx";
import {
  IdentityProviderButtons,
  type ShownIdentityProvider,
} from "./identity-provider-buttons.tsx";

type DemoCard = {
  name: string;
  email: string;
  role: "admin" | "manager" | "rep";
  password: string;
};
type Props = {
  next: string;
  demo: DemoCard[];
  /** Somebody may sign up without an invitation. */
  canSignUp: boolean;
  /** They come from choosing a new password. */
  isReset: boolean;
  /** The one that everybody here is in; null where there are several. */
  workspace: string | null;
  /** Where the operator says what becomes of the data and how they are reached. */
  host: { privacyUrl: string | null; contactUrl: string | null };
  /** Nobody has an account here yet. */
  isNew: boolean;
  identityProviders: ShownIdentityProvider[];
  lastResult: unknown;
  /** What waits for them to sign in. */
  note: ReactNode;
  footer: ReactNode;
};

/** E-mail and password; on a demo also a card per role, each a form of its own. */
export function SignInPage(props: Props) {
  const { next, demo, canSignUp, isReset, isNew, identityProviders, lastResult, footer } = props;
  const { workspace, host, note } = props;
  const { t } = useTranslation("signin");
  const { t: account } = useTranslation("account");
  // A partner's people send their address alone, to be told so; everybody else is asked for both at once.
  const form = useParleyForm(identityProviders.length > 0 ? signInForm : passwordSignInForm, {
    refusal: refusalOf(lastResult),
  });
  const { email, password } = form.fields;
  // This address comes through a partner: a password would only be refused again.
  const mustUseIdentityProvider =
    form.errors?.includes("sso_required") === true && identityProviders.length > 0;
  return (
    <NarrowPage
      title={t("title")}
      workspace={workspace ?? undefined}
      footer={
        <>
          {footer}
          {host.privacyUrl === null ? null : <a href={host.privacyUrl}>{t("host.privacy")}</a>}
          {host.contactUrl === null ? null : <a href={host.contactUrl}>{t("host.contact")}</a>}
        </>
      }
    >
      {note}
      {isReset ? <Banner isUpdate>{account("reset.done")}</Banner> : null}
      {isNew ? <Banner>{t("newHere")}</Banner> : null}
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary
          form={{ errors: form.errors, fields: { email, password }, refusal: form.refusal }}
          labels={{ email: t("email"), password: t("password") }}
        />
        <input type="hidden" name="next" value={next} />
        <TextField field={email} label={t("email")} type="email" autoComplete="username" />
        {mustUseIdentityProvider ? null : (
          <>
            <PasswordField field={password} label={t("password")} autoComplete="current-password" />
            <FormButton width="full" busyText={t("submitting")}>
              {t("submit")}
            </FormButton>
          </>
        )}
      </Form>
      {identityProviders.length > 0 ? (
        <IdentityProviderButtons identityProviders={identityProviders} next={next} />
      ) : null}
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <TextLink to={paths.passwordReset()}>{t("forgot")}</TextLink>
        {canSignUp ? <TextLink to={paths.signUp()}>{account("signUp.link")}</TextLink> : null}
        <PasskeyButton next={next} />
      </div>
      {demo.length > 0 ? <DemoCards cards={demo} next={next} /> : null}
    </NarrowPage>
  );
}

function DemoCards({ cards, next }: { cards: DemoCard[]; next: string }) {
  const { t } = useTranslation("signin");
  const { t: shell } = useTranslation("shell");
  const isBusy = useNavigation().state !== "idle";
  return (
    <Panel title={t("demo.title")}>
      <ul className="divide-y divide-line">
        {cards.map(({ name, email, role, password }) => (
          <li key={email}>
            <Form method="post" className="flex items-center gap-2.5 py-2">
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="password" value={password} />
              <input type="hidden" name="next" value={next} />
              <Face name={name} />
              <span className="min-w-0 grow">
                {name}{" "}
                <span className="ml-1.5 text-sm text-ink-muted">{shell(`role.${role}`)}</span>
              </span>
              <Button
                type="submit"
                size="small"
                aria-label={t("demo.signInAs", { name })}
                busy={isBusy && t("submitting")}
              >
                {t("submit")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
