import { Form } from "@remix-run/react";
import { runPastForm } from "#app/core/domain/mapping/mapping-forms.schema.ts";
import type { MappingPageView } from "#app/core/pages/mapping-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

type Props = Pick<MappingPageView, "pastCalls"> & { answer: unknown };

/** So many are offered first: a glance shows whether a changed mapping does what was meant. */
const FIRST = 20;

/** Runs the mapping as it is now on past calls; it never happens by itself (product §17.8). */
export function PastCallsPanel({ pastCalls, answer }: Props) {
  const { t } = useTranslation("mapping");
  const form = useParleyForm(runPastForm, {
    id: "run-past",
    refusal: refusalOf(answer, "run_past"),
    defaultValue: { latest: String(Math.min(FIRST, pastCalls)) },
  });
  const labels = { latest: t("past.latest") };
  return (
    <Panel title={t("past.title")}>
      <p className="text-sm">{t("past.note", { count: pastCalls })}</p>
      <p className="mt-1 text-xs text-ink-muted">{t("past.review")}</p>
      <Form method="post" {...form.props} className="mt-3 flex flex-wrap items-end gap-3">
        <ErrorSummary form={form} labels={labels} />
        <TextField field={form.fields.latest} label={labels.latest} inputMode="numeric" />
        <FormButton tone="plain" name="intent" value="run_past">
          {t("past.run")}
        </FormButton>
      </Form>
    </Panel>
  );
}
