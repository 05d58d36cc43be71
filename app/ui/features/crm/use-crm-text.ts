import type { TFunction } from "i18next";
import type { CrmValue } from "#app/core/domain/connection/connection-types.ts";
import type { CrmGroupView, CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

/** How values, faults and states of changes read. */
export function useCrmText() {
  const { t } = useTranslation("crm");
  const format = useFormat();
  const crmOf = ({ crm }: Pick<CrmGroupView, "crm">): string =>
    t(`crm.${crm}`, { defaultValue: crm });
  const valueOf = ({ type, options }: CrmWriteView, value: CrmValue): string => {
    if (value === null || value === "") return t("emptyValue");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value === "number") return format.number(value, Number.isInteger(value) ? 0 : 2);
    if (type === "date") return format.calendarDay(value);
    if (type === "datetime") return format.dateTime(value);
    const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
    if (type === "multipicklist") return value.split(";").map(labelOf).join(", ");
    return type === "richtext" ? textOf(value) : labelOf(value);
  };
  return {
    t,
    format,
    crmOf,
    valueOf,
    objectOf: (group: Pick<CrmGroupView, "crm" | "object">): string =>
      t("inCrm", {
        object: t(`object.${group.object}`, { defaultValue: group.object }),
        crm: crmOf(group),
      }),
    /** Why it waits, failed, or how it was made. */
    faultOf: ({ fault, faultDetail }: CrmWriteView, group: CrmGroupView): string | null =>
      fault === null ? null : faultText(t, fault, { crm: crmOf(group), detail: faultDetail }),
  };
}

/** Those that are said in the CRM's own words; without any, less is said. */
const IN_ITS_WORDS = ["refused", "duplicate", "validation_rule", "required_missing"];

/** A fault in words. @param detail the CRM's own */
export function faultText(
  t: TFunction<"crm">,
  fault: string,
  { crm, detail }: { crm: string; detail: string | null },
): string {
  const isBare = IN_ITS_WORDS.includes(fault) && (detail === null || detail === "");
  const other = t("fault.other", { crm });
  return isBare ? other : t(`fault.${fault}`, { crm, detail, defaultValue: other });
}

/** Rich text as its words. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/li)[^>]*>/gi, "\n")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();
