import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./folders.ts";
import { composeTexts } from "./texts.ts";

// Writes `app/i18n/generated`: each namespace as it is loaded, the list of them for each language, and the titles of
// pages. Server and tests load the lists; a browser gets with each module the texts that it asks for (`module-texts.ts`).

const FOLDER = join(ROOT, "app/i18n/generated");
const put = (file: string, text: string) => writeFileSync(join(FOLDER, file), `${text}\n`);

rmSync(FOLDER, { recursive: true, force: true });
const titles: Record<string, unknown> = {};
for (const language of ["en", "ja"]) {
  mkdirSync(join(FOLDER, language), { recursive: true });
  const texts = composeTexts(language);
  const names = Object.keys(texts.spaces);
  for (const name of names)
    put(`${language}/${name}.json`, JSON.stringify(texts.spaces[name], null, 2));
  const lines = names.map(
    (name) => `import ${name} from "./${language}/${name}.json" with { type: "json" };`,
  );
  const list = `export const ${language.toUpperCase()} = { ${names.join(", ")} };`;
  put(`${language}.ts`, [...lines, "", list].join("\n"));
  titles[language] = texts.titles;
}
put("titles.json", JSON.stringify(titles, null, 2));
