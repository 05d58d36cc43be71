import type { SubmissionResult } from "@conform-to/react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";

type Props = { id: string; refusal: SubmissionResult | undefined; start?: string };

/** What a view is called, and why it was not saved, as far as another field does not say it. */
export function ViewNameField({ id, refusal, start = "" }: Props) {
  const { t } = useTranslation("view");
  const { t: forms } = useTranslation("forms");
  const codes = Object.entries(refusal?.error ?? {}).flatMap(([field, found]) =>
    field === "shareWith" ? [] : (found ?? []).map((code) => ({ field, code })),
  );
  const sent = refusal?.initialValue?.["name"];
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {t("name")}
      </label>
      <input
        id={id}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={typeof sent === "string" ? sent : start}
        aria-invalid={codes.length > 0}
        {...(codes.length > 0 && { "aria-describedby": `${id}-error` })}
        className={controlLook({ size: "small", className: "w-full" })}
      />
      {codes.length === 0 ? null : (
        <span id={`${id}-error`} role="alert" className="text-xs text-danger">
          {codes
            .map(({ field, code }) => formText(forms, code, { name: field, label: t("name") }))
            .join(" ")}
        </span>
      )}
    </div>
  );
}
