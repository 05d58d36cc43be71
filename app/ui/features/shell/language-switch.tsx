import { Form, useLocation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { LANGUAGES } from "#app/i18n/languages.ts";
import { useLanguage } from "#app/i18n/place.tsx";

/** The languages at the foot of pages for people who are not signed in. */
export function LanguageSwitch({ preferencesUrl }: { preferencesUrl: string }) {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const current = useLanguage();
  return (
    <Form
      method="post"
      action={preferencesUrl}
      reloadDocument
      aria-label={t("profile.language")}
      className="inline-flex gap-2"
    >
      <input type="hidden" name="returnTo" value={pathname + search} />
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="submit"
          name="lang"
          value={language}
          lang={language}
          aria-pressed={language === current}
          className="min-h-6 rounded-chip px-1 underline-offset-3 hover:underline aria-pressed:font-medium aria-pressed:text-ink-soft"
        >
          {t(`language.${language}`)}
        </button>
      ))}
    </Form>
  );
}
