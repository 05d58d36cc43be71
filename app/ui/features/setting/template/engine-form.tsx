import { Form } from "@remix-run/react";
import { ENGINE_POLICIES } from "#app/core/domain/template/template.schema.ts";
import { engineForm } from "#app/core/domain/template/template-forms.schema.ts";
import type { TemplatePageView } from "#app/core/pages/template.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";
import { Unsaved } from "./unsaved.tsx";

type Props = TemplatePageView & { answer: unknown };

/** Who fills the sections of the template, and what that may cost. */
export function EngineForm({ template, stamps, answer }: Props) {
  const { t } = useTranslation("template");
  const { enginePolicy, maxCostMicros } = template.content;
  const maxCost = maxCostMicros === null ? "" : String(maxCostMicros / 1_000_000);
  const form = useParleyForm(engineForm, {
    id: "engine",
    version: stamps.engine,
    refusal: refusalOf(answer, "change_engine"),
    defaultValue: { enginePolicy, maxCost },
  });
  const labels = { enginePolicy: t("engine.policy"), maxCost: t("engine.maxCost") };
  return (
    <Panel title={t("tab.engine")}>
      <Unsaved intent="change_engine" isRefused={form.refusal !== undefined}>
        <Form method="post" {...form.props} className="grid max-w-xl gap-4">
          <ErrorSummary form={form} labels={labels} />
          <NowValues
            result={form.refusal}
            values={[
              {
                name: "enginePolicy",
                label: labels.enginePolicy,
                value: enginePolicy,
                shown: t(`engine.${enginePolicy}`),
              },
              { name: "maxCost", label: labels.maxCost, value: maxCost, shown: maxCost },
            ]}
          />
          <input type="hidden" name="version" value={stamps.engine} />
          <SelectField
            field={form.fields.enginePolicy}
            label={labels.enginePolicy}
            hint={t("engine.policyHint")}
            options={ENGINE_POLICIES.map((value) => ({ value, label: t(`engine.${value}`) }))}
          />
          <TextField
            field={form.fields.maxCost}
            label={labels.maxCost}
            hint={t("engine.maxCostHint")}
            inputMode="decimal"
            isOptional
          />
          <div className="flex flex-wrap items-center gap-3">
            <FormButton name="intent" value="change_engine">
              {t("engine.save")}
            </FormButton>
            <SavedNote intent="change_engine" />
          </div>
        </Form>
      </Unsaved>
    </Panel>
  );
}
