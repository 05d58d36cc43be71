import type { FieldTexts, FormField } from "./field-frame.tsx";
import { TextField } from "./text-field.tsx";

type Props = FieldTexts & { field: FormField };

/**
 * A time of a call or a day, written: 12:34, 1:02:03, 14:30. Text, because the browser's time input
 * knows no durations; the server reads full-width digits too and answers `invalid_time` otherwise.
 */
export function TimeField({ field, label, hint = "12:34", isOptional }: Props) {
  return (
    <TextField
      field={field}
      label={label}
      hint={hint}
      isOptional={isOptional ?? false}
      isMono
      maxLength={12}
      autoComplete="off"
    />
  );
}
