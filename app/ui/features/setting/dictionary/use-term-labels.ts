import { useTranslation } from "#app/i18n/translation.tsx";

/** What the fields of a term are called, in the order of the screen. */
export function useTermLabels() {
  const { t } = useTranslation("dictionary");
  return {
    term: t("column.term"),
    category: t("categoryOf"),
    language: t("languageOf"),
    variants: t("soundsLike"),
    teamId: t("usedBy"),
    boost: t("weight"),
    isCaseSensitive: t("caseSensitive"),
  };
}
