/** The languages Parley speaks. A new one needs a folder of catalogues, and its name in `scripts/list-texts.ts`. */
export const LANGUAGES = ["en", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = "en";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** True for a code of {@link LANGUAGES}; anything else (cookies, forms) is not trusted. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** True for a theme of the theme cookie. */
export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

type Wishes = { profile?: string | null; cookie?: string | null; acceptLanguage?: string | null };

/** Profile, then cookie, then `Accept-Language` by its weights (RFC 9110 §12.5.4), then English. */
export function resolveLanguage({ profile, cookie, acceptLanguage }: Wishes): Language {
  if (isLanguage(profile)) return profile;
  if (isLanguage(cookie)) return cookie;
  return accepted(acceptLanguage ?? "") ?? DEFAULT_LANGUAGE;
}

function accepted(header: string): Language | undefined {
  return header
    .split(",")
    .map(weighted)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag.split("-")[0])
    .find(isLanguage);
}

function weighted(range: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return { tag, weight: Number.isFinite(weight) ? Math.min(weight, 1) : 0 };
}
