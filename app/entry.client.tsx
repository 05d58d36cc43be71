import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { TextsProvider } from "#app/i18n/translation.tsx";
import { learnTexts } from "#app/i18n/add-texts.ts";
// First: what it says is of the moment of loading.
import "#app/ui/browser/document-start.ts";
import { surviveTranslation } from "#app/ui/browser/translated-page.ts";
import { createI18n } from "#app/i18n/i18n.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "#app/i18n/languages.ts";

const written = document.documentElement.lang;
const language = isLanguage(written) ? written : DEFAULT_LANGUAGE;
const i18n = createI18n(language, {
  en: {},
  ...(language === "ja" && { ja: (await import("./i18n/generated/ja.ts")).JA }),
});
learnTexts(i18n);

/** Pages are rendered in the reader's zone from the second visit on. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (!document.cookie.includes(`tz=${encodeURIComponent(zone)}`))
  document.cookie = `tz=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; Secure; SameSite=Lax`;

const wasTranslated = surviveTranslation();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider i18n={i18n}>
        <RemixBrowser />
      </TextsProvider>
    </StrictMode>,
    // Other words than the server wrote are no error then: the page is drawn anew.
    wasTranslated ? { onRecoverableError: () => undefined } : {},
  );
});
