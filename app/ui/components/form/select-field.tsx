import { Select, type SelectOption } from "#app/ui/components/primitive/select.tsx";
import {
  controlAttributes,
  FieldFrame,
  type FieldTexts,
  type FormField,
  startText,
} from "./field-frame.tsx";

type Props = FieldTexts & {
  field: FormField;
  options: readonly SelectOption[];
  autoComplete?: string;
};

/** One of a few. */
export function SelectField({ field, label, hint, isOptional, options, autoComplete }: Props) {
  return (
    <FieldFrame field={field} label={label} hint={hint} isOptional={isOptional ?? false}>
      <Select
        {...controlAttributes(field, hint)}
        {...(autoComplete === undefined ? {} : { autoComplete })}
        options={options}
        defaultValue={startText(field)}
      />
    </FieldFrame>
  );
}
