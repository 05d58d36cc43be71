import { Form } from "@remix-run/react";
import { ownHoursForm } from "#app/core/domain/notification/notice.schema.ts";
import { fieldsOf } from "#app/core/domain/working-hours.schema.ts";
import type { WorkingHours } from "#app/core/domain/working-hours.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { HoursFields, useHoursLabels } from "./hours-fields.tsx";

type Props = { hours: WorkingHours | null; usualHours: WorkingHours; answer: unknown };

/** When the member works: e-mails of notices wait for it. */
export function OwnHoursPanel({ hours, usualHours, answer }: Props) {
  const { t } = useTranslation("setting");
  const labels = { whose: t("hours.whose"), ...useHoursLabels() };
  const form = useParleyForm(ownHoursForm, {
    id: "hours",
    refusal: refusalOf(answer, "hours"),
    defaultValue: {
      whose: hours === null ? "workspace" : "own",
      ...fieldsOf(hours ?? usualHours),
    },
  });
  const { fields } = form;
  return (
    <Panel title={t("hours.title")}>
      <p className="mb-4 max-w-prose text-sm text-ink-muted">{t("hours.note")}</p>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <div className="max-w-md">
          <SelectField
            field={fields.whose}
            label={labels.whose}
            options={[
              { value: "workspace", label: t("hours.ofWorkspace") },
              { value: "own", label: t("hours.own") },
            ]}
          />
        </div>
        <HoursFields fields={fields} />
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="hours">
            {t("save")}
          </FormButton>
          <SavedNote intent="hours" />
        </div>
      </Form>
    </Panel>
  );
}
