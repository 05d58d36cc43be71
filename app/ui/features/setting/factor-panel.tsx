import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { factorOffForm, factorOnForm } from "#app/core/domain/account/profile.schema.ts";
import type { Proof } from "#app/core/domain/account/profile-view.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { FactorOffer } from "#app/ui/features/factor/factor-offer.tsx";
import { keptOffer, type Offer } from "#app/ui/features/factor/kept-offer.ts";
import { codesOf, RecoveryCodes } from "#app/ui/features/factor/recovery-codes.tsx";

type Props = {
  factor: { isOn: boolean; codesLeft: number };
  /** A key to add to an authenticator; null: nobody asked for one. */
  offer: Offer | null;
  proof: Proof;
  /** What stands in the place of forms while `proof` is stale. */
  signInAgain: ReactNode;
  answer: unknown;
};

/** The second step of signing in: switched on with a key and a code, off with the password. */
export function FactorPanel({ factor, offer, proof, signInAgain, answer }: Props) {
  const { t } = useTranslation("general");
  const codes = codesOf(answer);
  const hasPassword = proof === "password";
  return (
    <Panel title={t("factor.title")}>
      {codes === null ? null : (
        <div className="mb-4">
          <RecoveryCodes codes={codes} />
        </div>
      )}
      <p className="mb-3 text-sm">
        {factor.isOn
          ? `${t("factor.on")} ${t("factor.left", { count: factor.codesLeft })}`
          : t(hasPassword ? "factor.off" : "factor.offOther")}
      </p>
      {proof === "stale" ? (
        signInAgain
      ) : factor.isOn ? (
        <OffForm hasPassword={hasPassword} answer={answer} />
      ) : offer === null ? (
        <LinkButton to={paths.settingGeneral({ factor: 1 })}>{t("factor.setUp")}</LinkButton>
      ) : (
        <OnForm offer={offer} hasPassword={hasPassword} answer={answer} />
      )}
    </Panel>
  );
}

type FormProps = { hasPassword: boolean; answer: unknown };

function OnForm({ offer, hasPassword, answer }: FormProps & { offer: Offer }) {
  const { t } = useTranslation("general");
  const { t: account } = useTranslation("account");
  const form = useParleyForm(factorOnForm, {
    id: "factor-on",
    refusal: refusalOf(answer, "factor_on"),
  });
  const { fields } = form;
  const kept = keptOffer(offer, form.refusal?.initialValue);
  return (
    <Form method="post" {...form.props} className="grid max-w-md gap-4">
      <ErrorSummary
        form={form}
        labels={{ code: t("factor.code"), currentPassword: account("currentPassword") }}
      />
      {(["sealed", "secret", "url"] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={kept[name]} />
      ))}
      <FactorOffer secret={kept.secret} url={kept.url} />
      <TextField
        field={fields.code}
        label={t("factor.code")}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        isMono
      />
      {hasPassword ? (
        <PasswordField
          field={fields.currentPassword}
          label={account("currentPassword")}
          autoComplete="current-password"
        />
      ) : null}
      <div>
        <FormButton tone="plain" name="intent" value="factor_on">
          {t("factor.switchOn")}
        </FormButton>
      </div>
    </Form>
  );
}

function OffForm({ hasPassword, answer }: FormProps) {
  const { t } = useTranslation("general");
  const { t: account } = useTranslation("account");
  const form = useParleyForm(factorOffForm, {
    id: "factor-off",
    refusal: refusalOf(answer, "factor_off"),
  });
  const { fields } = form;
  return (
    <Form method="post" {...form.props} className="grid max-w-md gap-4">
      <ErrorSummary form={form} labels={{ currentPassword: account("currentPassword") }} />
      {hasPassword ? (
        <PasswordField
          field={fields.currentPassword}
          label={account("currentPassword")}
          autoComplete="current-password"
        />
      ) : null}
      <div>
        <FormButton tone="danger" name="intent" value="factor_off">
          {t("factor.switchOff")}
        </FormButton>
      </div>
    </Form>
  );
}
