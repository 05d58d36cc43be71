import { useTranslation } from "#app/i18n/translation.tsx";
import { Tag } from "./tag.tsx";

/** Marks a call of a demo's invented history, and says how it is left out. */
export function SampleTag() {
  const { t } = useTranslation("sample");
  return (
    <span title={t("why")} className="inline-flex">
      <Tag>{t("tag")}</Tag>
    </span>
  );
}
