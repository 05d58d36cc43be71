import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./folders.ts";

/** A catalogue: texts, and groups of texts. */
export type Tree = { [key: string]: string | Tree };

/** What the file of a noun says for others: form codes, words of the log, titles of its pages. Its own texts do not hold it. */
const SECTIONS: Record<string, string[]> = {
  $form: ["forms"],
  $log: ["log", "event"],
  $title: ["$titles"],
};

/**
 * The namespaces of a language, from the files of its folder, and the titles of pages by name.
 * @throws Error where two files have a text for the same key
 */
export function composeTexts(language: string): { spaces: Record<string, Tree>; titles: Tree } {
  const folder = join(ROOT, "app/i18n", language);
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted();
  return compose(
    files.map((file) => [
      file.slice(0, -".json".length),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `catalogue.test.ts` looks at every value
      JSON.parse(readFileSync(join(folder, file), "utf8")) as Tree,
    ]),
  );
}

export function compose(files: [name: string, texts: Tree][]): ReturnType<typeof composeTexts> {
  const all: Tree = {};
  for (const [name, texts] of files)
    for (const [key, value] of Object.entries(texts))
      merge(all, [...(SECTIONS[key] ?? [name, key])], value);
  const { $titles: titles = {}, ...spaces } = all;
  if (typeof titles === "string") throw new TypeError("titles are a group of texts");
  return {
    titles,
    spaces: Object.fromEntries(
      Object.entries(spaces).flatMap(([name, tree]) =>
        typeof tree === "string" ? [] : [[name, tree]],
      ),
    ),
  };
}

/** Puts a value at a path, beside what is there. */
function merge(into: Tree, path: string[], value: string | Tree): void {
  if (typeof value !== "string") {
    for (const [key, inner] of Object.entries(value)) merge(into, [...path, key], inner);
    return;
  }
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    if (key in into) throw new Error(`two catalogues have a text for ${key}`);
    into[key] = value;
    return;
  }
  const group = into[key] ?? {};
  if (typeof group === "string") throw new Error(`${key} is a text and a group of texts`);
  into[key] = group;
  merge(group, rest, value);
}
