import type { CrmField, CrmValue } from "#app/core/domain/connection/connection-types.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

type Shape = Pick<CrmField, "type" | "options">;

/** A value as people read it: days on the reader's calendar, choices by their label, marks of rich text left out. */
export function useCrmValue(): (value: CrmValue, field: Shape, currency?: string | null) => string {
  const { t } = useTranslation("mapping");
  const { number, calendarDay, dateTime } = useFormat();
  return (value, { type, options }, currency = null) => {
    if (value === null || value === "") return t("preview.empty");
    if (typeof value === "boolean") return t(value ? "preview.yes" : "preview.no");
    if (typeof value === "number") {
      if (type === "percent") return `${number(value)} %`;
      return type === "money" && currency !== null ? `${number(value)} ${currency}` : number(value);
    }
    if (type === "date" && /^\d{4}-\d\d-\d\d$/.test(value)) return calendarDay(value);
    if (type === "datetime" && !Number.isNaN(Date.parse(value))) return dateTime(value);
    const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
    if (type === "picklist") return labelOf(value);
    if (type === "multipicklist") return value.split(";").map(labelOf).join(", ");
    return type === "richtext" ? plainOf(value) : value;
  };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const plainOf = (html: string): string =>
  html
    .replace(/<\/(?:p|li|tr)>/g, "\n")
    .replace(/<\/t[dh]>/g, " | ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();
