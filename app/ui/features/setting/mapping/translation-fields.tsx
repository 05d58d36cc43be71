import { useId } from "react";
import type { CrmOption } from "#app/core/domain/connection/connection-types.ts";
import { sameValue } from "#app/core/domain/mapping/picklist.ts";
import type {
  FieldChoice,
  MappingPageView,
  MappingRowView,
  SourceView,
} from "#app/core/pages/mapping-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Props = {
  source: SourceView;
  field: FieldChoice;
  crm: MappingPageView["crm"];
  row: MappingRowView | null;
  of: { noMatch: FormField; noMatchValue: FormField };
  labels: { noMatch: string; noMatchValue: string };
};

const KINDS = ["leave_empty", "other", "ask"] as const;

/** Option by option the value it becomes, and what happens where nothing fits. */
export function TranslationFields({ source, field, crm, row, of, labels }: Props) {
  const { t } = useTranslation("mapping");
  const id = useId();
  const name = t(`crm.${crm}`);
  const saved = row !== null && row.field === field.name ? row.options.translation : null;
  const values = field.options.filter(({ isActive }) => isActive);
  const labelOf = ({ label, isActive, onlyIn }: CrmOption): string => {
    if (!isActive) return t("inactive", { value: label });
    if (onlyIn === undefined) return label;
    return onlyIn.length === 0
      ? t("inNoRecordType", { value: label })
      : t("onlyIn", { value: label, types: onlyIn.join(", ") });
  };
  const startOf = (option: string): string => {
    const known = saved !== null && Object.hasOwn(saved, option) ? saved[option] : undefined;
    const start = known ?? sameValue(option, field.options);
    return JSON.stringify([option, start]);
  };
  return (
    <div className="grid gap-4 desk:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <fieldset className="grid content-start gap-2">
        <legend className="mb-1 text-sm font-medium">{t("translation")}</legend>
        {source.options.map((option, at) => (
          <div
            key={option}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] items-center gap-2 text-sm"
          >
            <label htmlFor={`${id}-${at}`} className="wrap-anywhere">
              <bdi>{option}</bdi>
            </label>
            <Select
              id={`${id}-${at}`}
              name="translation"
              size="small"
              defaultValue={startOf(option)}
              options={[
                { value: JSON.stringify([option, null]), label: t("byRule") },
                { value: JSON.stringify([option, ""]), label: t("leaveEmpty") },
                ...field.options.map((one) => ({
                  value: JSON.stringify([option, one.value]),
                  label: labelOf(one),
                  isDisabled: !one.isActive,
                })),
              ]}
            />
          </div>
        ))}
      </fieldset>
      <div className="grid content-start gap-3">
        <SelectField
          field={of.noMatch}
          label={labels.noMatch}
          options={KINDS.map((kind) => ({ value: kind, label: t(`noMatchOf.${kind}`) }))}
        />
        <SelectField
          field={of.noMatchValue}
          label={labels.noMatchValue}
          options={[
            { value: "", label: t("chooseValue") },
            ...values.map((one) => ({ value: one.value, label: labelOf(one) })),
          ]}
          isOptional
        />
        {values.some(({ onlyIn }) => onlyIn !== undefined) ? (
          <p className="text-xs text-ink-muted">{t("recordTypes", { crm: name })}</p>
        ) : null}
        {field.isRestricted ? (
          <p className="text-xs text-ink-muted">{t("restricted", { crm: name })}</p>
        ) : null}
      </div>
    </div>
  );
}
