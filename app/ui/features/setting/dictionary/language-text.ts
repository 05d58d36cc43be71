import type { TFunction } from "i18next";

/** Terms may be of any language that an engine knows; those without a word are named by their code. */
export const languageText = (t: TFunction<"dictionary">, language: string): string =>
  language === "en" || language === "ja" ? t(`language.${language}`) : language;
