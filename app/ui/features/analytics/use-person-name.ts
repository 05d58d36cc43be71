import { useTranslation } from "#app/i18n/translation.tsx";

type Person = { name: string; isReader: boolean; hasLeft: boolean };

/** A person of a list: the reader is "You", and who works here no more is said to have left. */
export function usePersonName(): (person: Person) => string {
  const { t } = useTranslation("analytics");
  return ({ name, isReader, hasLeft }) => {
    if (isReader) return t("people.you");
    return hasLeft ? t("people.left", { name }) : name;
  };
}
