import type { CrmField, CrmFieldType } from "#app/core/domain/connection/connection-types.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { SourceView } from "#app/core/pages/mapping-views.ts";

const TYPES: readonly CrmFieldType[] = [
  ...(["text", "longtext", "richtext", "number", "money", "percent", "boolean", "date"] as const),
  ...(["datetime", "picklist", "multipicklist", "reference", "url", "email", "phone"] as const),
];

/** A field's type, by the name people know it by; with its length where it has one. */
export function useTypeText(): (type: string, length?: number | null) => string {
  const { t } = useTranslation("mapping");
  return (type, length = null) => {
    const name = t(`type.${TYPES.find((one) => one === type) ?? "other"}`);
    return length === null ? name : t("typeLength", { type: name, length });
  };
}

export function useSourceName(): (source: SourceView) => string {
  const { t } = useTranslation("mapping");
  return ({ title }) => title ?? t("whole");
}

/** "Text, 255 `NextStep`". */
export function FieldFacts({ field }: { field: Pick<CrmField, "name" | "type" | "length"> }) {
  const typeText = useTypeText();
  return (
    <>
      {typeText(field.type, field.length)}{" "}
      <code className="font-mono wrap-anywhere">{field.name}</code>
    </>
  );
}
