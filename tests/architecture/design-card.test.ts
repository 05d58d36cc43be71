import { expect, test } from "vitest";
import * as z from "zod";
import { listSources, readText } from "./tree.ts";

/** Every package that an import of values names; a type is gone once the program runs. */
function packagesIn(text: string): string[] {
  const imports =
    /^\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return [...text.matchAll(imports)].flatMap(([, still, late]) => {
    const name = /^(?:@[^/]+\/)?[^/.#][^/]*/.exec(still ?? late ?? "")?.[0];
    return name === undefined || name.startsWith("node:") ? [] : [name];
  });
}

/** The client is made from the schema and is in no commit; nothing of the product reaches the database but by it. */
const GENERATED = "prisma/generated/client.ts";
const PRODUCTION = [
  GENERATED,
  ...listSources().filter(
    (path) =>
      /^(?:app|worker|media|prisma)\/|^server\.ts$/.test(path) &&
      !/\.test\.tsx?$|(?:^|\/)test-[^/]+\.ts$/.test(path),
  ),
];

/** What the design card names, and where each must be at work. */
const RUNS = [
  "@remix-run/node",
  "@remix-run/react",
  "react",
  "react-dom",
  "remix-auth",
  "remix-auth-oauth2",
  "@prisma/client",
  "livekit-server-sdk",
  "livekit-client",
  "fluent-ffmpeg",
  "pg-boss",
  "@conform-to/react",
  "@conform-to/zod",
  "zod",
  "@radix-ui/react-dialog",
];
const TESTS: [name: string, settings: string][] = [
  ["vitest", "vitest.config.ts"],
  ["playwright", "playwright.config.ts"],
];

const versions = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: versions, devDependencies: versions })
  .parse(JSON.parse(readText("package.json")));
const imported = new Map(PRODUCTION.map((path) => [path, new Set(packagesIn(readText(path)))]));

test("imports of values are read as they are written, those of types are not", () => {
  const text = [
    `import "remix-auth";`,
    `import { Authenticator } from "remix-auth/strategy";`,
    `import {\n  one,\n  type Two,\n} from "@conform-to/zod/v4";`,
    `export * from "pg-boss";`,
    `const late = await import("livekit-client");`,
    `import type { Strategy } from "types-only";`,
    `import { join } from "node:path";`,
    `import { ours } from "./ours.ts"; `,
    `import { ours } from "#app/ours.ts";`,
    `// from "a comment"`,
  ].join("\n");
  expect([...new Set(packagesIn(text))]).toEqual([
    "remix-auth",
    "@conform-to/zod",
    "pg-boss",
    "livekit-client",
  ]);
});

test.each(RUNS)("%s, which the design card names, is at work in the product", (name) => {
  expect(manifest.dependencies).toHaveProperty([name]);
  const users = [...imported].filter(([, names]) => names.has(name)).map(([path]) => path);
  expect(users).not.toEqual([]);
});

test.each(TESTS)("%s, which the design card names, runs the tests", (name, settings) => {
  expect(manifest.devDependencies).toHaveProperty([name]);
  expect(packagesIn(readText(settings))).toContain(name);
});

test("the product reaches the database by the generated client", () => {
  expect(readText("app/core/platform/db.server.ts")).toContain(`"#${GENERATED}"`);
});
