import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import {
  controlAttributes,
  FieldFrame,
  type FieldTexts,
  type FormField,
  startText,
} from "./field-frame.tsx";

type Props = FieldTexts & { field: FormField; rows?: number; maxLength?: number };

/** Several lines of text. */
export function TextareaField({ field, label, hint, isOptional, rows = 4, maxLength }: Props) {
  return (
    <FieldFrame field={field} label={label} hint={hint} isOptional={isOptional ?? false}>
      <textarea
        {...controlAttributes(field, hint)}
        {...(maxLength === undefined ? {} : { maxLength })}
        rows={rows}
        defaultValue={startText(field)}
        className={controlLook({ className: "w-full resize-y" })}
      />
    </FieldFrame>
  );
}
