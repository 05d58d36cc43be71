import type { i18n } from "i18next";
import { EN } from "./catalogues.ts";
import { JA } from "./catalogues-ja.ts";
import { createI18n } from "./i18n.ts";
import type { Language } from "./languages.ts";

/** An instance that speaks every language: a server answers all readers. */
export const createServerI18n = (language: Language): i18n =>
  createI18n(language, { en: EN, ja: JA });
