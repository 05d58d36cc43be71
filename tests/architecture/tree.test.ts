import { basename, dirname, join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { ALONE, UNIT_ALONE } from "../../vitest.config.ts";
import { listFiles, listSources, readText } from "./tree.ts";

const SELF = /^tests\/architecture\//;
const sources = listSources().filter((path) => !SELF.test(path));
const OURS = /^(?:app|worker|media|prisma|scripts|bench|tests)\//;

/** Lines of ours that match, as `path: line`. */
const linesWith = (pattern: RegExp, files: readonly string[]): string[] =>
  files.flatMap((path) =>
    readText(path)
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim().slice(0, 120)}`),
  );

const TEXT =
  /\.(?:ts|tsx|mjs|cjs|js|json|md|sh|yaml|yml|css|sql|prisma|txt|html|conf)$|^(?:Dockerfile|\.npmrc|\.ci\/run)$/;
const texts = listFiles().filter(
  (path) => TEXT.test(path) && !SELF.test(path) && path !== "package-lock.json",
);

test("there is something to look at", () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(texts.length).toBeGreaterThan(sources.length);
});

test("no file names a registry or a mirror: the ordinary clients know theirs", () => {
  expect(
    linesWith(
      /registry\.npmjs|registry\.yarnpkg|artifactory|npmmirror|pypi\.org|jfrog|verdaccio/i,
      texts,
    ),
  ).toEqual([]);
});

test("no file knows the machine it was written on", () => {
  expect(
    linesWith(
      /(?:^|["'`\s(=:])\/(?:work|home\/[a-z]|Users)\/(?!_)[A-Za-z.-]+/,
      texts.filter((path) => path !== "app/routes.ts"),
    ),
  ).toEqual([]);
});

test("HTML never comes from data", () => {
  expect(
    linesWith(
      /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write\(/,
      sources.filter((path) => path !== "eslint.config.js"),
    ),
  ).toEqual([]);
});

/** Where the environment may be read: the one parser, scripts, entry points of children, and tests. */
const READS_ENVIRONMENT =
  /^(?:app\/core\/platform\/env\.server\.ts|prisma\/migrate\.ts|media\/recorder\/main\.ts)$|^(?:scripts|bench|tests)\/|^[a-z.]+\.config\.(?:ts|js)$|\.test\.tsx?$|(?:^|\/)test-[a-z-]+\.ts$/;

test("the environment is read in one place", () => {
  expect(
    linesWith(
      /\bprocess\.env\b/,
      sources.filter((path) => !READS_ENVIRONMENT.test(path)),
    ),
  ).toEqual([]);
});

/** What is decided in one place, by the words that would give a second one away. */
const ONE_PLACE: [what: string, words: RegExp, places: readonly string[]][] = [
  ["a unique key that is taken", /\bP2002\b/, ["app/core/platform/db.server.ts"]],
  [
    "the name of a boot",
    /boot_id/,
    ["app/core/platform/boot.server.ts", "media/recorder/main.ts"], // media stands alone
  ],
  ["what a log may say of an error", /\.name : typeof/, ["app/core/platform/error-facts.ts"]],
  [
    "the refusal of one more",
    /DomainError\("limit_reached"/,
    ["app/core/domain/errors.ts", "app/core/domain/live/guest.server.ts"], // guests do not see counts
  ],
];

test.each(ONE_PLACE)("%s has one place", (_what, words, places) => {
  const found = sources.filter(
    (path) => /^(?:app|worker|scripts|media)\//.test(path) && !/\.test\.tsx?$/.test(path),
  );
  expect(found.filter((path) => words.test(readText(path))).sort()).toEqual([...places].sort());
});

test("names are kebab-case and say what is exported; there are no barrels", () => {
  const odd = sources
    .filter((path) => OURS.test(path))
    .filter(
      (path) =>
        !/^_?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:server|client|schema|job|real|test|config|d|journey|setup))*\.(?:ts|tsx|mjs|cjs|js)$/.test(
          basename(path),
        ) || /^index\.tsx?$/.test(basename(path)),
    );
  expect(odd).toEqual([]);
  const bin = sources.filter((path) =>
    /(?:^|\/)(?:utils?|helpers?|common|misc|services?|managers?)(?:\.|\/)/.test(path),
  );
  expect(bin).toEqual([]);
});

test("imports say the file's ending and climb at most one folder", () => {
  const ours = sources.filter((path) => OURS.test(path) && !path.startsWith("prisma/migrations/"));
  // The root's own settings have no name of their own to be imported by.
  const from =
    /^\s*(?:import|export)\b.*\bfrom\s+["'](?:\.\.\/\.\.\/(?!remix\.config\.js)|(?:\.{1,2}\/|#)[^"'?]*(?<!\.(?:ts|tsx|json|js|mjs|css|cjs))["'])/;
  expect(linesWith(from, ours)).toEqual([]);
});

test("nothing focused, nothing left out silently", () => {
  const tests = sources.filter((path) => /\.test\.tsx?$|\.journey\.ts$/.test(path));
  expect(
    linesWith(/\b(?:test|it|describe)\.(?:only|todo)\b|\b(?:xit|fit|xdescribe)\(/, tests),
  ).toEqual([]);
});

test("logs say static messages: what varies is a field", () => {
  const logs = sources.filter(
    (path) => /^(?:app|worker|media)\//.test(path) && !/\.test\.tsx?$/.test(path),
  );
  expect(
    linesWith(
      /\blog\.(?:trace|debug|info|warn|error|fatal)\(\s*`|\blog\.[a-z]+\(\{[^}]*\},\s*`/,
      logs,
    ),
  ).toEqual([]);
});

const IMPORTED = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;
const importsOf = (path: string): string[] =>
  [...readText(path).matchAll(IMPORTED)].map(([, name = ""]) =>
    name.startsWith(".") ? join(dirname(path), name) : name.replace(/^#/, ""),
  );

test("who changes the environment, or modules that others have read, shares no process with other tests", () => {
  const changes =
    /process\.env\[.+\] = |Object\.assign\(process\.env|resetModules\(|vi\.mock\(|with-sfu|identity-provider-visits/;
  // For a process of pure tests, also what outlives its file: clocks, globals, spies, and a server in the environment.
  const outlives = new RegExp(
    `${changes.source}|\\bvi\\.(?:hoisted|stub\\w+|useFakeTimers|setSystemTime|spyOn)\\(|room-service`,
  );
  const isAlone = (path: string, globs: readonly string[]): boolean =>
    globs.some((glob) => matchesGlob(path, glob));
  // What is done or ended once as a module is imported is over when a second file of the process imports it.
  const once = /^(?:afterAll\(|process\.env\[.+\] = |Object\.assign\(process\.env)/m;
  const support = sources.filter(
    (path) => /^tests\/(?:support|access)\//.test(path) && !/\.test\.ts$/.test(path),
  );
  const onceOnly = new Set(support.filter((path) => once.test(readText(path))));
  expect(onceOnly.size).toBeGreaterThan(2);
  const importsOnce = (path: string): boolean => importsOf(path).some((name) => onceOnly.has(name));
  const shared = sources.filter((path) => {
    if (!/\.test\.ts$/.test(path) || /\.real\.test\.ts$/.test(path)) return false;
    if (path.endsWith(".server.test.ts"))
      return (changes.test(readText(path)) || importsOnce(path)) && !isAlone(path, ALONE);
    return (
      /^(?:app|worker|scripts|prisma|bench|media\/speech)\//.test(path) &&
      (outlives.test(readText(path)) || importsOnce(path)) &&
      !isAlone(path, UNIT_ALONE)
    );
  });
  expect(shared).toEqual([]);
});

/** What ends processes, speaks, or needs a media server or a browser: tests that import it are `.real.test.ts`. */
const REAL_ONLY = [
  "tests/support/{sfu,with-sfu,speakers}.ts",
  "tests/faults/*.ts",
  "media/recorder/test-call.ts",
  "worker/live/test-live-call.ts",
  "scripts/demo/speak.ts",
  "media/speech/{flite,test-call}.ts",
  "playwright",
];
test("no test of the gate needs a media server, a voice, a browser or processes to end", () => {
  const tests = sources.filter((path) => /\.test\.tsx?$/.test(path));
  const real = tests.filter((path) => /\.real\.test\.ts$/.test(path));
  const needsReal = (path: string): string[] =>
    importsOf(path).filter((name) => REAL_ONLY.some((glob) => matchesGlob(name, glob)));
  expect(real.flatMap(needsReal).length).toBeGreaterThan(20);
  const gate = tests.filter((path) => !real.includes(path));
  expect(gate.flatMap((path) => needsReal(path).map((name) => `${path} imports ${name}`))).toEqual(
    [],
  );
});
