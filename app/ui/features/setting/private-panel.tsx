import { Form } from "@remix-run/react";
import { openPrivateForm } from "#app/core/domain/rights/private-access.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

/** How an admin comes to private calls: with a reason, for an hour, and everybody concerned is told. */
export function PrivatePanel({ isOpen, answer }: { isOpen: boolean; answer: unknown }) {
  const { t } = useTranslation("general");
  const form = useParleyForm(openPrivateForm, {
    id: "private-access",
    refusal: refusalOf(answer, "open_private"),
  });
  const { fields } = form;
  return (
    <Panel title={t("private.title")}>
      <p className="mb-4 max-w-prose text-sm">{t("private.note")}</p>
      {isOpen ? (
        <Form method="post">
          <FormButton tone="plain" name="intent" value="close_private">
            {t("private.close")}
          </FormButton>
        </Form>
      ) : (
        <Form method="post" {...form.props} className="grid max-w-md gap-4">
          <ErrorSummary form={form} labels={{ reason: t("private.reason") }} />
          <TextareaField
            field={fields.reason}
            label={t("private.reason")}
            hint={t("private.hint")}
            maxLength={500}
            rows={3}
          />
          <div>
            <FormButton tone="plain" name="intent" value="open_private">
              {t("private.open")}
            </FormButton>
          </div>
        </Form>
      )}
    </Panel>
  );
}
