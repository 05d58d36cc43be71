import type { BuiltInConsent } from "#app/core/domain/live/consent-text.server.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";
import type { Language } from "#app/i18n/languages.ts";

const made = new Map<Language, ReturnType<typeof createServerI18n>>();

/** The texts of a language, other than the reader's too: consent is checked against all of them. */
export function textsOf(language: Language): ReturnType<typeof createServerI18n> {
  const i18n = made.get(language) ?? createServerI18n(language);
  made.set(language, i18n);
  return i18n;
}

/** The product's own text on recording, for workspaces that wrote none. */
export const builtInConsent: BuiltInConsent = (language, workspace) =>
  textsOf(language).t("lobby:consent.builtIn", { workspace });
