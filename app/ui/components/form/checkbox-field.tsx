import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { controlAttributes, FieldNote, type FormField } from "./field-frame.tsx";

type Props = {
  field: FormField;
  label: string;
  hint?: string;
  /** False where what is wrong is said below several boxes. */
  hasNote?: boolean;
};

/** Yes or no, as a sentence one agrees to. */
export function CheckboxField({ field, label, hint, hasNote = true }: Props) {
  return (
    <div className="grid gap-1">
      <label htmlFor={field.id} className="flex min-h-6 items-start gap-1.5 text-sm">
        <Checkbox
          {...controlAttributes(field, hint)}
          defaultChecked={field.initialValue === "on"}
        />
        <span className="pt-0.5">{label}</span>
      </label>
      {hasNote ? <FieldNote field={field} label={label} hint={hint} /> : null}
    </div>
  );
}
