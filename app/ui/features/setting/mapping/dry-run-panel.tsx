import { Form } from "@remix-run/react";
import { changeMappingForm } from "#app/core/domain/mapping/mapping-forms.schema.ts";
import type { MappingPageView } from "#app/core/pages/mapping-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

type Props = {
  mapping: NonNullable<MappingPageView["mapping"]>;
  crm: MappingPageView["crm"];
  answer: unknown;
  isOff: boolean;
};

/** How many calls are only recorded before the first change is sent, and where changes go. */
export function DryRunPanel({ mapping, crm, answer, isOff }: Props) {
  const { t } = useTranslation("mapping");
  const { version, dryRunLeft, isSandbox } = mapping;
  const name = t(`crm.${crm}`);
  const form = useParleyForm(changeMappingForm, {
    id: "change-mapping",
    version,
    refusal: refusalOf(answer, "change_mapping"),
    defaultValue: { dryRunLeft: String(dryRunLeft), isSandbox: isSandbox ? "on" : "" },
  });
  const labels = { dryRunLeft: t("dry.calls"), isSandbox: t("dry.sandbox") };
  return (
    <Panel title={t("dry.title")}>
      <p className="text-sm">
        {dryRunLeft === 0
          ? t("dry.off", { crm: name })
          : t("dry.left", { count: dryRunLeft, crm: name })}
      </p>
      {isOff ? null : (
        <Form
          method="post"
          {...form.props}
          className="mt-3 flex flex-wrap items-end gap-3"
          preventScrollReset
        >
          <ErrorSummary form={form} labels={labels} />
          <input type="hidden" name="version" value={version} />
          <TextField field={form.fields.dryRunLeft} label={labels.dryRunLeft} inputMode="numeric" />
          {crm === "salesforce" ? (
            <CheckboxField field={form.fields.isSandbox} label={labels.isSandbox} />
          ) : null}
          <FormButton tone="plain" name="intent" value="change_mapping">
            {t("dry.save")}
          </FormButton>
        </Form>
      )}
      {isOff || dryRunLeft === 0 ? null : (
        <Form method="post" className="mt-3" preventScrollReset>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="dryRunLeft" value="0" />
          {isSandbox ? <input type="hidden" name="isSandbox" value="on" /> : null}
          <FormButton tone="plain" name="intent" value="change_mapping">
            {t("dry.start")}
          </FormButton>
        </Form>
      )}
      <SavedNote intent="change_mapping" />
    </Panel>
  );
}
