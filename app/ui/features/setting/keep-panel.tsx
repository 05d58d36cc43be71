import { Form } from "@remix-run/react";
import type { SinkState } from "#app/core/domain/audit/log-views.ts";
import { keepForm } from "#app/core/domain/audit/retention.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

type Props = { days: number; sinks: SinkState[]; answer: unknown };

/** How long both logs are kept, and how far the places have come that the operator copies them to. */
export function KeepPanel({ days, sinks, answer }: Props) {
  const { t } = useTranslation("log");
  const form = useParleyForm(keepForm, {
    id: `keep-${days}`,
    refusal: refusalOf(answer, "keep"),
    defaultValue: { days: String(days) },
  });
  const { fields } = form;
  return (
    <Panel title={t("keep.title")}>
      <Form method="post" {...form.props} className="grid max-w-xs gap-4">
        <ErrorSummary form={form} labels={{ days: t("keep.days") }} />
        <TextField
          field={fields.days}
          label={t("keep.days")}
          hint={t("keep.hint")}
          inputMode="numeric"
          maxLength={4}
        />
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="keep">
            {t("keep.save")}
          </FormButton>
          <SavedNote intent="keep" />
        </div>
      </Form>
      {sinks.map(({ name, sent, of, error }) => (
        <p key={name} className="mt-3 text-sm">
          {t(`sink.${name}`)}: {t("sink.sent", { sent, of })}
          {error === null ? null : (
            <span className="text-danger"> {t("sink.failed", { code: error })}</span>
          )}
        </p>
      ))}
    </Panel>
  );
}
