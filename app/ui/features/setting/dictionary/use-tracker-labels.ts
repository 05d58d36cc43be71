import { useTranslation } from "#app/i18n/translation.tsx";

/** What the fields of a tracker are called, in the order of the screen. */
export function useTrackerLabels() {
  const { t } = useTranslation("dictionary");
  return {
    name: t("name"),
    phrases: t("phrases"),
    side: t("saidBy"),
    category: t("kind"),
    teamId: t("usedBy"),
    language: t("languageOf"),
  };
}
