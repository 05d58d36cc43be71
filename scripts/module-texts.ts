import { join } from "node:path";
import type { Plugin } from "vite";
import { ROOT } from "./folders.ts";

const PREFIX = "virtual:texts/";
const APP = join(ROOT, "app/");

/** Namespaces that a module asks for by `useTranslation("…")`; without a name it is `common`. */
export const spacesIn = (code: string): string[] => [
  ...new Set(
    [...code.matchAll(/\buseTranslation\(\s*(?:"([a-z]+)"\s*)?\)/g)].map(
      ([, space = "common"]) => space,
    ),
  ),
];

/** English texts come to the browser with the modules that show them: no page brings those of another one. */
export const moduleTexts = (): Plugin => ({
  name: "module-texts",
  enforce: "pre",
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return null;
    const space = id.slice(PREFIX.length + 1);
    return [
      `import texts from "${APP}i18n/generated/en/${space}.json";`,
      `import { addTexts } from "${APP}i18n/add-texts.ts";`,
      `addTexts({ ${space}: texts });`,
    ].join("\n");
  },
  transform(code, id, options) {
    const [path = ""] = id.split("?");
    if (options?.ssr === true || !path.startsWith(APP) || !/\.tsx?$/.test(path)) return null;
    const imports = spacesIn(code).map((space) => `import "${PREFIX}${space}";`);
    return imports.length === 0 ? null : { code: `${imports.join("")}${code}`, map: null };
  },
});
