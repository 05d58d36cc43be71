import type { FieldMetadata } from "@conform-to/react";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { formText } from "#app/i18n/form-text.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";

/** What a field of a Conform form must know; any `fields.title` of `useForm` is one. */
export type FormField = Pick<
  FieldMetadata<unknown, Record<string, unknown>>,
  "id" | "errorId" | "descriptionId" | "name" | "errors" | "formId" | "required"
> & { initialValue: unknown };

export type FieldTexts = {
  label: string;
  /** Below the field until there is an error: "1–200 characters". */
  hint?: string | undefined;
  /** Says "optional" behind the label. */
  isOptional?: boolean;
};

/** A field with an error that the form as a whole was refused with. Conform's fields are proxies: a spread would lose them. */
export function refusedField(field: FormField, code: string): FormField {
  const { id, errorId, descriptionId, name, formId, required, initialValue } = field;
  const copy = { id, errorId, descriptionId, name, formId, initialValue, errors: [code] };
  return required === undefined ? copy : { ...copy, required };
}

/** Attributes every control of a field carries: its ids, its form, and what describes it. */
export function controlAttributes(field: FormField, hint: string | undefined) {
  const isWrong = hasErrors(field);
  const describedBy = isWrong
    ? field.errorId
    : hint === undefined
      ? undefined
      : field.descriptionId;
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    ...(field.required === true ? { required: true } : {}),
    ...(isWrong ? { "aria-invalid": true } : {}),
    ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
  };
}

/** The text a control starts with: what was sent before a 422, or the default. */
export function startText(field: FormField): string {
  return typeof field.initialValue === "string" ? field.initialValue : "";
}

type FrameProps = FieldTexts & { field: FormField; children: ReactNode };

/** Label above, control, hint or error below. */
export function FieldFrame({ field, label, hint, isOptional = false, children }: FrameProps) {
  const { t } = useTranslation("common");
  return (
    <div className="grid content-start gap-[5px]">
      <label htmlFor={field.id} className="text-sm font-medium">
        {label}
        {isOptional ? (
          <span className="ml-1.5 text-xs font-normal text-ink-muted">{t("optional")}</span>
        ) : null}
      </label>
      {children}
      <FieldNote field={field} label={label} hint={hint} />
    </div>
  );
}

/** The error of a field in words with its fix, or its hint. */
export function FieldNote({
  field,
  label,
  hint,
}: {
  field: FormField;
  label: string;
  hint?: string | undefined;
}) {
  const { t } = useTranslation("forms");
  if (hasErrors(field)) {
    return (
      <p id={field.errorId} className="flex items-start gap-1.5 text-xs text-danger">
        <Icon of={CircleAlert} />
        <span>
          {field.errors?.map((code) => formText(t, code, { name: field.name, label })).join(" ")}
        </span>
      </p>
    );
  }
  if (hint === undefined) return null;
  return (
    <p id={field.descriptionId} className="text-xs text-ink-muted">
      {hint}
    </p>
  );
}

function hasErrors(field: FormField): boolean {
  return field.errors !== undefined && field.errors.length > 0;
}
