import type { KeyboardEvent } from "react";
import type { CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Props = {
  id: string;
  write: CrmWriteView;
  /** What it starts with. */
  start: string;
  label: string;
  error: string | null;
  onKeyDown: (event: KeyboardEvent) => void;
};

const LONG = ["longtext", "richtext"] as const;

/** What somebody types for a field, in the form its type has. */
export function ValueField({ id, write, start, label, error, onKeyDown }: Props) {
  const { t } = useTranslation("crm");
  const { type, options } = write;
  const attributes = {
    ...{ id, onKeyDown, name: "value", "aria-label": label, "aria-invalid": error !== null },
    "aria-describedby": error === null ? undefined : `${id}e`,
  };
  const look = controlLook({ size: "small", className: "w-full" });
  if (type === "boolean")
    return (
      <Select
        {...attributes}
        size="small"
        defaultValue={start}
        options={[
          { value: "", label: t("emptyValue") },
          { value: "true", label: t("yes") },
          { value: "false", label: t("no") },
        ]}
      />
    );
  if (type === "picklist" && options.length > 0) {
    const isKnown = options.some(({ value }) => value === start);
    return (
      <Select
        {...attributes}
        size="small"
        defaultValue={isKnown ? start : ""}
        options={[{ value: "", label: t("chooseValue") }, ...options]}
      />
    );
  }
  if (LONG.some((one) => one === type) || start.length > 60)
    return (
      <textarea
        {...attributes}
        rows={4}
        defaultValue={start}
        className={controlLook({ size: "small", className: "w-full resize-y" })}
      />
    );
  const kind = type === "date" ? "date" : "text";
  return (
    <input
      {...attributes}
      type={kind}
      defaultValue={start}
      inputMode={type === "number" || type === "money" || type === "percent" ? "decimal" : "text"}
      className={look}
    />
  );
}
