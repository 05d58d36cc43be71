import type { i18n } from "i18next";
import { EN } from "./generated/en.ts";
import { JA } from "./generated/ja.ts";
import { createI18n } from "./i18n.ts";
import type { Language } from "./languages.ts";

/** An instance that speaks every language: a server answers all readers. */
export const createServerI18n = (language: Language): i18n =>
  createI18n(language, { en: EN, ja: JA });

const inLanguage = new Map<Language, i18n>();

/** One instance a language: nothing on a server changes it, and making one costs as much as a row. */
export function serverI18n(language: Language): i18n {
  const made = inLanguage.get(language) ?? createServerI18n(language);
  inLanguage.set(language, made);
  return made;
}
