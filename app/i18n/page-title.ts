import type { MetaFunction } from "@remix-run/node";
import titles from "./generated/titles.json" with { type: "json" };
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./languages.ts";

type TitleName = keyof typeof titles.en;
const TITLES = titles satisfies Record<Language, Record<TitleName, string>>;

/** The `meta` of a page that is called the same for everybody: its title in the reader's language, which the root found out. */
export const pageTitle =
  (name: TitleName): MetaFunction =>
  ({ matches }) => {
    const root: unknown = matches.find(({ id }) => id === "root")?.data;
    const language =
      typeof root === "object" && root !== null && "language" in root ? root.language : null;
    const texts = TITLES[isLanguage(language) ? language : DEFAULT_LANGUAGE];
    return [{ title: `${texts[name]} · Parley` }];
  };
