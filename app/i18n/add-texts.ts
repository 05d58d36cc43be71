import type { i18n, ResourceLanguage } from "i18next";

const added: ResourceLanguage = {};
let speaker: i18n | null = null;

/** English texts that come with the code of the pages they are for, before those are drawn. */
export function addTexts(texts: ResourceLanguage): void {
  Object.assign(added, texts);
  for (const [space, catalogue] of Object.entries(texts))
    speaker?.addResourceBundle("en", space, catalogue);
}

/** The browser's one instance: it learns what pages have brought, and what later ones bring. */
export function learnTexts(instance: i18n): void {
  speaker = instance;
  addTexts(added);
}
