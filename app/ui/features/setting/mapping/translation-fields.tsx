import { useId } from "react";
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
                ...field.options.map(({ value, label, isActive }) => ({
                  value: JSON.stringify([option, value]),
                  label: isActive ? label : t("inactive", { value: label }),
                  isDisabled: !isActive,
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
            ...values.map(({ value, label }) => ({ value, label })),
          ]}
          isOptional
        />
        {field.isRestricted ? (
          <p className="text-xs text-ink-muted">{t("restricted", { crm: name })}</p>
        ) : null}
      </div>
    </div>
  );
}
