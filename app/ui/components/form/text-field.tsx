import type { HTMLInputAutoCompleteAttribute } from "react";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import {
  controlAttributes,
  FieldFrame,
  type FieldTexts,
  type FormField,
  startText,
} from "./field-frame.tsx";

type Props = FieldTexts & {
  field: FormField;
  type?: "text" | "email" | "url" | "tel" | "search" | "date" | "time";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: "text" | "numeric" | "decimal" | "email" | "url" | "tel";
  placeholder?: string;
  maxLength?: number;
  isMono?: boolean;
};

/** One line of text. */
export function TextField({
  field,
  label,
  hint,
  isOptional,
  type = "text",
  isMono = false,
  ...input
}: Props) {
  const look = controlLook({ className: isMono ? "w-full font-mono" : "w-full" });
  return (
    <FieldFrame field={field} label={label} hint={hint} isOptional={isOptional ?? false}>
      <input
        {...input}
        {...controlAttributes(field, hint)}
        type={type}
        defaultValue={startText(field)}
        className={look}
      />
    </FieldFrame>
  );
}
