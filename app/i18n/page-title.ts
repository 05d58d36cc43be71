import type { MetaFunction } from "@remix-run/node";
import titles from "./generated/titles.json" with { type: "json" };
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./languages.ts";

type TitleName = keyof typeof titles.en;
const TITLES = titles satisfies Record<Language, Record<TitleName, string>>;

type Matches = Parameters<MetaFunction>[0]["matches"];

/** The title in the reader's language, which the root found out. */
function titleIn(matches: Matches, name: TitleName) {
  const root: unknown = matches.find(({ id }) => id === "root")?.data;
  const language =
    typeof root === "object" && root !== null && "language" in root ? root.language : null;
  const texts = TITLES[isLanguage(language) ? language : DEFAULT_LANGUAGE];
  return [{ title: `${texts[name]} · Parley` }];
}

/** The `meta` of a page that is called the same for everybody. */
export const pageTitle =
  (name: TitleName): MetaFunction =>
  ({ matches }) =>
    titleIn(matches, name);

/** The `meta` of a page whose loader says which of its tabs is open, each with a title of its own. */
export const tabTitle =
  (names: Readonly<Record<string, TitleName>>, otherwise: TitleName): MetaFunction =>
  ({ matches, data }) => {
    const tab = typeof data === "object" && data !== null && "tab" in data ? data.tab : null;
    return titleIn(matches, (typeof tab === "string" ? names[tab] : undefined) ?? otherwise);
  };
