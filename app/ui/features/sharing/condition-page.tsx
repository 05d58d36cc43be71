import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { codeForm, emailForm, linkPasswordForm } from "#app/core/domain/share/visit.schema.ts";
import type { SharedView } from "#app/core/pages/shared-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { SharedFooter } from "./shared-footer.tsx";
import { SharedFrame } from "./shared-frame.tsx";

type Asking = Extract<SharedView, { step: "password" | "email" | "code" | "open" }>;
type Props = { view: Asking; lastResult: unknown; languages: ReactNode };

/** What a link asks for before it shows anything, one condition at a time; no title, no sender. */
export function ConditionPage({ view, lastResult, languages }: Props) {
  const { t } = useTranslation("shared");
  const { step, workspace } = view;
  const facts =
    step === "code"
      ? t("code.facts", { email: view.email })
      : step === "open"
        ? t("open.facts", { count: view.left })
        : t(`${step}.facts`);
  return (
    <SharedFrame workspace={workspace} isCentred footer={<SharedFooter>{languages}</SharedFooter>}>
      <h1 className="text-xl leading-tight font-strong tracking-tight">{t(`${step}.title`)}</h1>
      <p className="mt-2 mb-5 text-base wrap-anywhere text-ink-soft">{facts}</p>
      {step === "password" ? <PasswordStep lastResult={lastResult} /> : null}
      {step === "email" ? <EmailStep lastResult={lastResult} /> : null}
      {step === "code" ? (
        <>
          <CodeStep lastResult={lastResult} />
          <SendAgain at={view.sendAgainAt} />
          <p className="mt-5 border-t border-line pt-4 text-xs text-ink-muted">
            {t("code.why", { workspace })}
          </p>
        </>
      ) : null}
      {step === "open" ? (
        <Form method="post">
          <input type="hidden" name="intent" value="open" />
          <FormButton width="full" size="tall" busyText={t("open.busy")}>
            {t("open.submit")}
          </FormButton>
        </Form>
      ) : null}
    </SharedFrame>
  );
}

type StepProps = { lastResult: unknown };

function PasswordStep({ lastResult }: StepProps) {
  const { t } = useTranslation("shared");
  const form = useParleyForm(linkPasswordForm, { refusal: refusalOf(lastResult) });
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={{ password: t("password.label") }} />
      <input type="hidden" name="intent" value="password" />
      <PasswordField
        field={form.fields.password}
        label={t("password.label")}
        autoComplete="current-password"
      />
      <FormButton width="full" size="tall" busyText={t("password.busy")}>
        {t("password.submit")}
      </FormButton>
    </Form>
  );
}

function EmailStep({ lastResult }: StepProps) {
  const { t } = useTranslation("shared");
  const form = useParleyForm(emailForm, { refusal: refusalOf(lastResult) });
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={{ email: t("email.label") }} />
      <input type="hidden" name="intent" value="send_code" />
      <TextField
        field={form.fields.email}
        label={t("email.label")}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <FormButton width="full" size="tall" busyText={t("email.busy")}>
        {t("email.submit")}
      </FormButton>
    </Form>
  );
}

function CodeStep({ lastResult }: StepProps) {
  const { t } = useTranslation("shared");
  const form = useParleyForm(codeForm, { refusal: refusalOf(lastResult) });
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={{ code: t("code.label") }} />
      <input type="hidden" name="intent" value="code" />
      <TextField
        field={form.fields.code}
        label={t("code.label")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        isMono
      />
      <FormButton width="full" size="tall" busyText={t("code.busy")}>
        {t("code.submit")}
      </FormButton>
    </Form>
  );
}

/** Another code, once the wait is over, and the way back to another address. Both work without script. */
function SendAgain({ at }: { at: string }) {
  const { t } = useTranslation("shared");
  const { duration } = useFormat();
  const leftMs = useLeft(at);
  const isWaiting = leftMs > 0;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
      <Form method="post">
        <FormButton
          tone="quiet"
          name="intent"
          value="again"
          disabledReason={isWaiting ? t("code.againIn", { time: duration(leftMs) }) : undefined}
        >
          {isWaiting ? t("code.againIn", { time: duration(leftMs) }) : t("code.again")}
        </FormButton>
      </Form>
      <Form method="post">
        <FormButton tone="quiet" name="intent" value="other_address">
          {t("code.other")}
        </FormButton>
      </Form>
    </div>
  );
}

/** Milliseconds until a moment, counted down by the second; 0 until script runs, so that the button works without. */
function useLeft(iso: string): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const count = () => setLeft(Math.max(0, Date.parse(iso) - Date.now()));
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [iso]);
  return left;
}
