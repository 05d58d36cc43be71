import { useTranslation } from "#app/i18n/translation.tsx";

/** Puts facts one after the other, with what the language puts between them. */
export function useJoined(): (parts: readonly string[]) => string {
  const { t } = useTranslation("share");
  return ([first = "", ...rest]) =>
    rest.reduce((before, next) => t("list.joined", { before, next }), first);
}
