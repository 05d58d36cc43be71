import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { setUpForm } from "#app/core/domain/account/sign-in.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { FactorOffer } from "#app/ui/features/factor/factor-offer.tsx";
import { NotePage } from "./note-page.tsx";
import { codesOf, RecoveryCodes } from "#app/ui/features/factor/recovery-codes.tsx";
import { keptOffer, type Offer } from "#app/ui/features/factor/kept-offer.ts";

type Props = { next: string; offer: Offer | null; answer: unknown; footer: ReactNode };

/** A role asks for a second step, and this person has none yet: it is set up on the way in. */
export function SetUpPage({ next, offer, answer, footer }: Props) {
  const { t } = useTranslation("account");
  const codes = codesOf(answer);
  if (codes !== null)
    return (
      <NarrowPage title={t("setUp.doneTitle")} footer={footer}>
        <RecoveryCodes codes={codes} />
        <LinkButton to={next} tone="primary" width="full" reloadDocument>
          {t("setUp.goOn")}
        </LinkButton>
      </NarrowPage>
    );
  if (offer === null)
    return (
      <NotePage title={t("setUp.title")} text={t("setUp.ended")} footer={footer}>
        <TextLink to={paths.signIn(next)}>{t("factor.back")}</TextLink>
      </NotePage>
    );
  return (
    <NarrowPage title={t("setUp.title")} facts={t("setUp.facts")} footer={footer}>
      <SetUpForm offer={offer} answer={answer} />
      <TextLink to={paths.signIn(next)}>{t("factor.back")}</TextLink>
    </NarrowPage>
  );
}

function SetUpForm({ offer, answer }: { offer: Offer; answer: unknown }) {
  const { t } = useTranslation("account");
  const form = useParleyForm(setUpForm, {
    refusal: refusalOf(answer),
  });
  const { fields } = form;
  const kept = keptOffer(offer, form.refusal?.initialValue);
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={{ code: t("factor.code") }} />
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
      <FormButton width="full" busyText={t("factor.submitting")}>
        {t("factor.submit")}
      </FormButton>
    </Form>
  );
}
