import { isNamedEncoding, type NamedEncoding } from "#app/core/domain/named-encodings.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { encodingOptions } from "#app/ui/features/forms/encoding-field.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Field } from "./field.tsx";

/** Asks how the letters of a transcript are meant, once they could not be read. */
export function EncodingChoice({
  value,
  onChange,
}: {
  value: NamedEncoding | "";
  onChange?: (encoding: NamedEncoding | undefined) => void;
}) {
  const { t } = useTranslation("forms");
  return (
    <Field label={t("encoding.label")}>
      {(id) => (
        <Select
          id={id}
          name="encoding"
          defaultValue={value}
          onChange={(event) => {
            const name = event.currentTarget.value;
            onChange?.(isNamedEncoding(name) ? name : undefined);
          }}
          options={encodingOptions(t)}
        />
      )}
    </Field>
  );
}
