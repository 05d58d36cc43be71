import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { FLOORS, moduleOf } from "./floors.ts";
import { readText, ROOT } from "./tree.ts";

/** Each planted module breaks the rule beside it, and nothing else. */
const PLANTED: [rule: string, file: string, text: string][] = [
  ["no-cycles", "app/core/domain/knot/one.ts", `import "./other.ts"; export const one = 1;`],
  ["media-stands-alone", "media/ffmpeg/knows-app.ts", `import "#app/core/domain/plain.ts";`],
  ["media-stands-alone", "media/recorder/knows-speech.ts", `import "#media/speech/plain.ts";`],
  ["media-stands-alone", "media/ffmpeg/knows-speech.ts", `import "#media/speech/plain.ts";`],
  ["core-has-floors", "app/core/platform/looks-up.ts", `import "../domain/plain.ts";`],
  [
    "core-has-floors",
    "app/core/jobs/looks-up.ts",
    `import type { Plain } from "../domain/plain.ts"; export type P = Plain;`,
  ],
  [
    "core-has-floors",
    "app/core/domain/looks-up.ts",
    `import "#app/core/integrations/slack/plain.ts";`,
  ],
  ["core-has-floors", "app/core/domain/looks-aside.ts", `import "#media/ffmpeg/plain.ts";`],
  [
    "core-has-floors",
    "app/core/integrations/hubspot/looks-aside.ts",
    `import "../slack/plain.ts";`,
  ],
  ["core-has-floors", "app/core/mail/looks-up.ts", `import "../domain/plain.ts";`],
  [
    "core-is-not-web",
    "app/core/domain/renders.ts",
    `import { useState } from "react"; export const x = useState;`,
  ],
  [
    "core-is-not-web",
    "app/core/domain/answers.ts",
    `import { json } from "@remix-run/node"; export const x = json;`,
  ],
  [
    "web-does-not-query",
    "app/routes/work/queries.tsx",
    `import "#app/core/platform/db.server.ts";`,
  ],
  ["web-does-not-query", "app/http/queries.ts", `import "#app/core/platform/db.server.ts";`],
  ["web-does-not-query", "app/routes/work/digs.ts", `import "#app/core/jobs/plain.ts";`],
  [
    "ui-stays-in-the-browser",
    "app/ui/features/home/asks.tsx",
    `import type { Row } from "#app/core/domain/row.server.ts"; export type R = Row;`,
  ],
  [
    "ui-stays-in-the-browser",
    "app/ui/features/home/loads.tsx",
    `import { shown } from "#app/core/pages/row.server.ts"; export const x = shown;`,
  ],
  ["features-do-not-mix", "app/ui/features/home/mixes.tsx", `import "../upload/plain.ts";`],
  ["features-do-not-mix", "app/ui/features/home/turns.tsx", `import "../playback/plain.ts";`],
  [
    "components-know-no-product",
    "app/ui/components/primitive/knows.tsx",
    `import type { Plain } from "#app/core/domain/plain.ts"; export type P = Plain;`,
  ],
  [
    "components-know-no-product",
    "app/ui/browser/knows.ts",
    `import "#app/ui/features/player/plain.ts";`,
  ],
  ["worker-is-not-web", "worker/serves.ts", `import "#app/http/plain.ts";`],
  ["worker-is-not-web", "app/http/works.ts", `import "#worker/plain.ts";`],
  [
    "one-home-per-package",
    "media/speech/transcodes.ts",
    `import ffmpeg from "fluent-ffmpeg"; export const x = ffmpeg;`,
  ],
  [
    "one-home-per-package",
    "app/core/domain/spawns.ts",
    `import { spawn } from "node:child_process"; export const x = spawn;`,
  ],
  [
    "one-home-per-package",
    "worker/recognises.ts",
    `import * as s from "sherpa-onnx-node"; export const x = s;`,
  ],
  [
    "one-home-per-package",
    "app/ui/features/home/wraps.tsx",
    `import { Dialog } from "radix-ui"; export const x = Dialog;`,
  ],
  [
    "one-home-per-package",
    "app/core/domain/sends.ts",
    `import { PgBoss } from "pg-boss"; export const x = PgBoss;`,
  ],
  [
    "one-home-per-package",
    "app/core/domain/stores.ts",
    `import { S3Client } from "@aws-sdk/client-s3"; export const x = S3Client;`,
  ],
  [
    "one-home-per-package",
    "app/core/domain/asks-elsewhere.ts",
    `import { OAuth2Strategy } from "remix-auth-oauth2"; export const x = OAuth2Strategy;`,
  ],
  [
    "one-home-per-package",
    "app/core/domain/connects.ts",
    `import pg from "pg"; export const x = pg;`,
  ],
  // Each floor looks at the one above it, by its types alone.
  ...FLOORS.slice(1).map(({ folder }, index): [string, string, string] => [
    "floors-have-an-order",
    moduleOf(folder, "looks-one-up"),
    `import type { X } from "#${moduleOf(FLOORS[index]?.folder ?? "", "ground")}"; export type Y = X;`,
  ]),
];

/** What stands beside them and is legal. */
const LEGAL: [file: string, text: string][] = [
  ["app/core/domain/knot/other.ts", `import "./one.ts"; export const other = 1;`],
  ["app/core/domain/plain.ts", "export type Plain = 1;"],
  [
    "app/core/domain/row.server.ts",
    `import "#app/core/platform/db.server.ts"; import "#app/core/jobs/plain.ts"; export type Row = 1;`,
  ],
  [
    "app/core/pages/row.server.ts",
    `import "#app/core/domain/row.server.ts"; export const shown = 1; export type Shown = 1;`,
  ],
  [
    "app/ui/features/home/shows.tsx",
    `import type { Shown } from "#app/core/pages/row.server.ts"; export type S = Shown;`,
  ],
  ["app/core/platform/db.server.ts", `import pg from "pg"; export const x = pg;`],
  ["app/core/jobs/plain.ts", `import { PgBoss } from "pg-boss"; export const x = PgBoss;`],
  ["app/core/integrations/slack/plain.ts", "export const x = 1;"],
  ["app/ui/browser/plain.ts", "export const x = 1;"],
  [
    "app/ui/features/upload/plain.ts",
    `import "../player/plain.ts"; import "#app/ui/browser/plain.ts"; import type { Plain } from "#app/core/domain/plain.ts"; export type P = Plain;`,
  ],
  ["app/ui/features/player/plain.ts", "export const x = 1;"],
  ["app/ui/features/playback/plain.ts", `import "../upload/plain.ts";`],
  ["app/http/plain.ts", `import "#app/core/domain/row.server.ts";`],
  [
    "app/routes/work/thin.tsx",
    `import "#app/core/domain/row.server.ts"; import "#app/http/plain.ts"; import "#app/ui/features/upload/plain.ts";`,
  ],
  ["worker/plain.ts", `import "#app/core/domain/row.server.ts"; import "#media/speech/plain.ts";`],
  ["media/ffmpeg/plain.ts", "export const x = 1;"],
  ["media/speech/plain.ts", `import "#media/ffmpeg/plain.ts";`],
  ...FLOORS.map(({ folder }, index): [string, string] => [
    moduleOf(folder, "ground"),
    `${FLOORS.slice(index + 1)
      .map((below) => `import "#${moduleOf(below.folder, "ground")}";`)
      .join(" ")} export type X = 1;`,
  ]),
];

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
    totalCruised: z.number(),
  }),
});
const folder = mkdtempSync(join(tmpdir(), "parley-boundaries-"));
let found: z.output<typeof report>["summary"];

beforeAll(() => {
  for (const [file, text] of [...PLANTED.map(([, ...rest]) => rest), ...LEGAL]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  for (const file of [
    ".dependency-cruiser.cjs",
    "package.json",
    "tsconfig.json",
    "app/core/floors.json",
  ])
    writeFileSync(join(folder, file), readText(file));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  found = cruise(folder, ["app", "worker", "media"]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function cruise(cwd: string, folders: string[]): z.output<typeof report>["summary"] {
  const tool = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [tool, "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...folders],
    { cwd, encoding: "utf8", maxBuffer: 512 * 1024 * 1024 },
  );
  if (stdout === "") throw new Error(stderr);
  return report.parse(JSON.parse(stdout)).summary;
}

test.each(PLANTED)("%s refuses %s", (rule, file) => {
  const against = found.violations.filter(({ from }) => from === file).map((hit) => hit.rule.name);
  expect(against).toContain(rule);
});

test("what is legal is not refused", () => {
  const guilty = new Set([...PLANTED.map(([, file]) => file), "app/core/domain/knot/other.ts"]);
  expect(found.violations.filter(({ from }) => !guilty.has(from))).toEqual([]);
  expect(found.totalCruised).toBeGreaterThan(PLANTED.length + LEGAL.length);
});

test.each(["app/ui/features/home/leaves.ts", "app/routes/work/leaves.tsx"])(
  "the linter refuses %s, whose inline type would leave an empty import of a page's loader",
  (file) => {
    const path = join(folder, file);
    writeFileSync(
      path,
      `import { type Shown } from "#app/core/pages/row.server.ts";\nexport type S = Shown;\n`,
    );
    writeFileSync(join(folder, ".oxlintrc.json"), readText(".oxlintrc.json"));
    const tool = join(ROOT, "node_modules/oxlint/bin/oxlint");
    const { stdout } = spawnSync(process.execPath, [tool, path], { cwd: folder, encoding: "utf8" });
    expect(stdout).toContain("no-import-type-side-effects");
  },
);

test("the rules are the eleven of the house", () => {
  expect([...new Set(PLANTED.map(([rule]) => rule))]).toHaveLength(11);
});
