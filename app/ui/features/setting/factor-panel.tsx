import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { factorOffForm, factorOnForm } from "#app/core/domain/account/profile.schema.ts";
import { formCode } from "#app/core/domain/form-code.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { resultFor, sentValue } from "./result-for.ts";

type Offer = { secret: string; url: string; sealed: string };
type Props = {
  factor: { isOn: boolean; codesLeft: number };
  /** A key to add to an authenticator; null: nobody asked for one. */
  offer: Offer | null;
  answer: unknown;
};

/** The second step of signing in: switched on with a key and a code, off with the password. */
export function FactorPanel({ factor, offer, answer }: Props) {
  const { t } = useTranslation("setting");
  const codes = codesOf(answer);
  return (
    <Panel title={t("factor.title")}>
      {codes === null ? null : <Codes codes={codes} />}
      <p className="mb-3 text-sm">
        {factor.isOn
          ? `${t("factor.on")} ${t("factor.left", { count: factor.codesLeft })}`
          : t("factor.off")}
      </p>
      {factor.isOn ? (
        <OffForm answer={answer} />
      ) : offer === null ? (
        <LinkButton to={paths.settingGeneral({ factor: 1 })}>{t("factor.setUp")}</LinkButton>
      ) : (
        <OnForm offer={offer} answer={answer} />
      )}
    </Panel>
  );
}

function Codes({ codes }: { codes: string[] }) {
  const { t } = useTranslation("setting");
  return (
    <div className="mb-4 grid gap-2">
      <Banner isNews>{t("factor.codes")}</Banner>
      <ul aria-label={t("factor.codesTitle")} className="grid grid-cols-2 gap-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}

function OnForm({ offer, answer }: { offer: Offer; answer: unknown }) {
  const { t } = useTranslation("setting");
  const { t: account } = useTranslation("account");
  const result = resultFor(answer, "factor_on");
  // A refused code keeps the key it was made with: people have added it by now.
  const sent = (name: keyof Offer): string => {
    const value = result === undefined ? undefined : sentValue(answer, name);
    return typeof value === "string" ? value : offer[name];
  };
  const [form, fields] = useForm({
    id: "factor-on",
    lastResult: result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: factorOnForm, error: formCode }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid max-w-md gap-4">
      <ErrorSummary
        formErrors={form.errors}
        fields={[
          { field: fields.code, label: t("factor.code") },
          { field: fields.currentPassword, label: account("currentPassword") },
        ]}
        lastResult={result}
      />
      {(["sealed", "secret", "url"] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={sent(name)} />
      ))}
      <div className="grid gap-1 text-sm">
        <p>{t("factor.secret")}</p>
        <p className="font-mono wrap-anywhere">{sent("secret").replace(/(.{4})(?=.)/g, "$1 ")}</p>
        <p>
          <a href={sent("url")} className="text-link underline">
            {t("factor.open")}
          </a>
        </p>
      </div>
      <TextField
        field={fields.code}
        label={t("factor.code")}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        isMono
      />
      <PasswordField
        field={fields.currentPassword}
        label={account("currentPassword")}
        autoComplete="current-password"
      />
      <div>
        <FormButton tone="plain" name="intent" value="factor_on">
          {t("factor.switchOn")}
        </FormButton>
      </div>
    </Form>
  );
}

function OffForm({ answer }: { answer: unknown }) {
  const { t } = useTranslation("setting");
  const { t: account } = useTranslation("account");
  const result = resultFor(answer, "factor_off");
  const [form, fields] = useForm({
    id: "factor-off",
    lastResult: result,
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: factorOffForm, error: formCode }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid max-w-md gap-4">
      <ErrorSummary
        formErrors={form.errors}
        fields={[{ field: fields.currentPassword, label: account("currentPassword") }]}
        lastResult={result}
      />
      <PasswordField
        field={fields.currentPassword}
        label={account("currentPassword")}
        autoComplete="current-password"
      />
      <div>
        <FormButton tone="danger" name="intent" value="factor_off">
          {t("factor.switchOff")}
        </FormButton>
      </div>
    </Form>
  );
}

/** The recovery codes an action answered. */
function codesOf(answer: unknown): string[] | null {
  if (typeof answer !== "object" || answer === null || !("codes" in answer)) return null;
  const { codes } = answer;
  return Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : null;
}
