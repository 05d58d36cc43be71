import { Form } from "@remix-run/react";
import { consentForm } from "#app/core/domain/workspace/workspace.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

export type ShownConsent = {
  text: { en: string | null; ja: string | null };
  allowsUnrecorded: boolean;
  mayShareScreen: boolean;
  version: number;
};

/** What guests of live calls agree to before they join, and what they may do in the call. */
export function ConsentPanel({ consent, answer }: { consent: ShownConsent; answer: unknown }) {
  const { t } = useTranslation("general");
  const { t: setting } = useTranslation("setting");
  const form = useParleyForm(consentForm, {
    id: "consent",
    version: consent.version,
    refusal: refusalOf(answer, "consent"),
    defaultValue: {
      textEn: consent.text.en ?? "",
      textJa: consent.text.ja ?? "",
      allowsUnrecorded: consent.allowsUnrecorded ? "on" : "",
      mayShareScreen: consent.mayShareScreen ? "on" : "",
    },
  });
  const { fields } = form;
  const labels = { textEn: t("consent.textEn"), textJa: t("consent.textJa") };
  return (
    <Panel title={t("consent.title")}>
      <p className="mb-4 max-w-prose text-sm">{t("consent.note")}</p>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="version" value={consent.version} />
        <div className="grid gap-4 desk:grid-cols-2">
          <TextareaField
            field={fields.textEn}
            label={labels.textEn}
            hint={t("consent.hint")}
            isOptional
            rows={5}
            maxLength={4_000}
          />
          <TextareaField
            field={fields.textJa}
            label={labels.textJa}
            hint={t("consent.hint")}
            isOptional
            rows={5}
            maxLength={4_000}
          />
        </div>
        <CheckboxField field={fields.allowsUnrecorded} label={t("consent.allowsUnrecorded")} />
        <CheckboxField field={fields.mayShareScreen} label={t("consent.mayShareScreen")} />
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="consent">
            {setting("save")}
          </FormButton>
          <SavedNote intent="consent" />
        </div>
      </Form>
    </Panel>
  );
}
