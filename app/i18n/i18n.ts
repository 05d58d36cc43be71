import { createInstance, type i18n, type ResourceLanguage } from "i18next";
import { DEFAULT_LANGUAGE, type Language } from "./languages.ts";

/** English is always there: other languages fall back to it key by key. */
type Texts = { en: ResourceLanguage } & Partial<Record<Language, ResourceLanguage>>;

/**
 * One instance of its own for each request and for the browser; ready when this returns.
 * Values are not escaped: React and the plain text of letters do not want entities.
 * @param texts catalogues of the languages it may speak
 */
export function createI18n(language: Language, texts: Texts): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: texts,
    ns: Object.keys(texts.en),
    defaultNS: "common",
    initAsync: false,
    returnNull: false,
    interpolation: { escapeValue: false, skipOnVariables: true },
    react: { useSuspense: false },
  });
  instance.services.formatter?.add("lower", (value: unknown, lng) =>
    lng === "en" ? lowerFirst(String(value)) : String(value),
  );
  return instance;
}

/** A label inside a sentence: "E-mail" becomes "e-mail", "CRM field" stays. */
function lowerFirst(label: string): string {
  const isWord = /^\p{Lu}(?!\p{Lu})/u.test(label);
  return isWord ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
