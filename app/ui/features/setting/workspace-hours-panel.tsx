import { Form } from "@remix-run/react";
import { fieldsOf, holidaysText } from "#app/core/domain/working-hours.schema.ts";
import type { HoursView } from "#app/core/domain/working-hours.ts";
import { hoursForm } from "#app/core/domain/workspace/workspace.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { HoursFields, useHoursLabels } from "./hours-fields.tsx";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";

type Props = { shown: HoursView; answer: unknown };

/** Hours of who chose none of their own, and days on which nobody works. */
export function WorkspaceHoursPanel({ shown, answer }: Props) {
  const { t } = useTranslation("setting");
  const labels = { ...useHoursLabels(), holidays: t("hours.holidays") };
  const holidays = holidaysText(shown.holidays);
  const now = fieldsOf(shown.hours);
  const form = useParleyForm(hoursForm, {
    id: "workspace_hours",
    version: shown.version,
    refusal: refusalOf(answer, "workspace_hours"),
    defaultValue: { ...now, holidays },
  });
  const { fields } = form;
  const plain = (name: "from" | "to" | "holidays", value: string) => ({
    ...{ name, value, label: labels[name], shown: value },
  });
  return (
    <Panel title={t("hours.title")}>
      <p className="mb-4 max-w-prose text-sm text-ink-muted">{t("hours.workspaceNote")}</p>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <NowValues
          result={form.refusal}
          values={[plain("from", now.from), plain("to", now.to), plain("holidays", holidays)]}
        />
        <input type="hidden" name="version" value={shown.version} />
        <HoursFields fields={fields} />
        <TextareaField
          field={fields.holidays}
          label={labels.holidays}
          hint={t("hours.holidaysHint")}
          isOptional
          rows={5}
        />
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="workspace_hours">
            {t("save")}
          </FormButton>
          <SavedNote intent="workspace_hours" />
        </div>
      </Form>
    </Panel>
  );
}
