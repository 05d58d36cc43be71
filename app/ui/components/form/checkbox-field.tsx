import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { controlAttributes, FieldNote, type FormField } from "./field-frame.tsx";

type Props = { field: FormField; label: string; hint?: string };

/** Yes or no, as a sentence one agrees to. */
export function CheckboxField({ field, label, hint }: Props) {
  return (
    <div className="grid gap-1">
      <label htmlFor={field.id} className="flex min-h-6 items-start gap-1.5 text-sm">
        <Checkbox
          {...controlAttributes(field, hint)}
          defaultChecked={field.initialValue === "on"}
        />
        <span className="pt-0.5">{label}</span>
      </label>
      <FieldNote field={field} label={label} hint={hint} />
    </div>
  );
}
