import { type ReactNode, useId } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";

type Props = {
  label: string;
  hint?: string;
  isOptional?: boolean;
  children: (id: string) => ReactNode;
};

/** A label over one control of the upload form. */
export function Field({ label, hint, isOptional = false, children }: Props) {
  const { t } = useTranslation("common");
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}{" "}
        {isOptional ? <span className="font-normal text-ink-muted">{t("optional")}</span> : null}
      </label>
      {children(id)}
      {hint === undefined ? null : <p className="text-xs text-ink-muted">{hint}</p>}
    </div>
  );
}
