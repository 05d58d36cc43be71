import { NAMED_ENCODINGS } from "#app/core/domain/named-encodings.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";

/** Asks how the letters of a file are meant, once they could not be read. @param errors of the file */
export function EncodingField({
  field,
  errors,
}: {
  field: FormField;
  errors: string[] | undefined;
}) {
  const { t } = useTranslation("forms");
  const isAsked = errors?.includes("text_encoding") === true || field.initialValue !== undefined;
  if (!isAsked) return null;
  return (
    <SelectField
      field={field}
      label={t("encoding.label")}
      hint={t("encoding.hint")}
      options={encodingOptions(t)}
    />
  );
}

type T = ReturnType<typeof useTranslation<"forms">>["t"];

export const encodingOptions = (t: T) => [
  { value: "", label: t("encoding.auto") },
  ...NAMED_ENCODINGS.map((name) => ({ value: name, label: t(`encoding.name.${name}`) })),
];
