import { CircleAlert } from "lucide-react";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { formText } from "#app/i18n/form-text.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import type { FormField } from "./field-frame.tsx";

type Fields = Record<string, FormField>;
type Props<F> = {
  form: {
    /** Of the form as a whole. */
    errors: string[] | undefined;
    fields: F;
    /** The answer of the last submission; focus comes here each time a new one refuses. */
    refusal: unknown;
  };
  /** Names of the fields as people see them, in the order of the screen. */
  labels: { readonly [K in keyof F]?: string };
};

/** What to correct, on top of the form, each line a link to its field (product §7.2). */
export function ErrorSummary<F extends Fields>({ form, labels }: Props<F>) {
  const { t } = useTranslation("forms");
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const { errors: formErrors = [], fields, refusal } = form;
  const wrong = Object.entries<string | undefined>(labels).flatMap(([name, label]) => {
    const field = fields[name];
    return field === undefined || (field.errors ?? []).length === 0 ? [] : [{ field, label }];
  });
  const isShown = wrong.length + formErrors.length > 0 && refusal != null;
  useFocusOnRefusal(ref, refusal);
  if (!isShown) return null;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      // Without script the browser itself brings people here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      role="alert"
      aria-labelledby={titleId}
      data-quiet-focus
      className="rounded-control border border-danger bg-surface-raised px-3.5 py-2.5 text-sm"
    >
      <p id={titleId} className="flex items-center gap-2 font-medium text-danger">
        <Icon of={CircleAlert} />
        {wrong.length === 0
          ? formErrors.map((code) => formText(t, code)).join(" ")
          : t("summary", { count: wrong.length + formErrors.length })}
      </p>
      {wrong.length === 0 ? null : (
        <ul className="mt-1 grid gap-0.5 pl-6">
          {formErrors.map((code) => (
            <li key={code}>{formText(t, code)}</li>
          ))}
          {wrong.map(({ field, label }) => (
            <li key={field.id}>
              <a
                href={`#${field.id}`}
                className="inline-block min-h-6 leading-6 text-link underline underline-offset-3"
              >
                {field.errors
                  ?.map((code) => formText(t, code, { name: field.name, label }))
                  .join(" ")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useFocusOnRefusal(ref: RefObject<HTMLDivElement>, refusal: unknown) {
  useEffect(() => {
    if (refusal != null) ref.current?.focus();
  }, [ref, refusal]);
}
