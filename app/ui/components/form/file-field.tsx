import type { ChangeEvent } from "react";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { controlAttributes, FieldFrame, type FieldTexts, type FormField } from "./field-frame.tsx";

type Props = FieldTexts & {
  field: FormField;
  /** "audio/*,video/*" */
  accept?: string;
  isMultiple?: boolean;
  onChoose?: (files: File[]) => void;
};

/** A file from this device, by the browser's own control. */
export function FileField({
  field,
  label,
  hint,
  isOptional,
  accept,
  isMultiple = false,
  onChoose,
}: Props) {
  const choose = (event: ChangeEvent<HTMLInputElement>) =>
    onChoose?.([...(event.currentTarget.files ?? [])]);
  return (
    <FieldFrame field={field} label={label} hint={hint} isOptional={isOptional ?? false}>
      <input
        {...controlAttributes(field, hint)}
        {...(accept === undefined ? {} : { accept })}
        type="file"
        multiple={isMultiple}
        onChange={choose}
        className={controlLook({
          className:
            "w-full py-1 text-sm file:mr-3 file:rounded-chip file:border file:border-solid file:border-line-strong file:bg-surface-raised file:px-2.5 file:py-1 file:text-sm file:font-medium file:text-ink",
        })}
      />
    </FieldFrame>
  );
}
