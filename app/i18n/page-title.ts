import type { MetaFunction } from "@remix-run/node";
import en from "./en/title.json" with { type: "json" };
import ja from "./ja/title.json" with { type: "json" };
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./languages.ts";

/** Read here, and by the test that compares the languages. */
export const EN_TITLE = { title: en };
const TITLES = { en, ja } satisfies Record<Language, Record<keyof typeof en, string>>;

/** The `meta` of a page that is called the same for everybody: its title in the reader's language, which the root found out. */
export const pageTitle =
  (name: keyof typeof en): MetaFunction =>
  ({ matches }) => {
    const root: unknown = matches.find(({ id }) => id === "root")?.data;
    const language =
      typeof root === "object" && root !== null && "language" in root ? root.language : null;
    const texts = TITLES[isLanguage(language) ? language : DEFAULT_LANGUAGE];
    return [{ title: `${texts[name]} · Parley` }];
  };
