import { useTranslation } from "#app/i18n/translation.tsx";

type Option = { value: string; label: string };

/** Who may see a call and what is spoken in it, as options of a list. */
export function useCallChoices(): { visibilities: Option[]; languages: Option[] } {
  const { t } = useTranslation("lobby");
  return {
    visibilities: (["private", "team", "workspace"] as const).map((value) => ({
      value,
      label: t(`call.${value}`),
    })),
    languages: (["en", "ja"] as const).map((value) => ({ value, label: t(`call.${value}`) })),
  };
}
