import { configDefaults, defineConfig } from "vitest/config";

const PURE = [
  "app/**/*.test.ts",
  "media/speech/**/*.test.ts",
  "worker/**/*.test.ts",
  "scripts/**/*.test.ts",
  "prisma/**/*.test.ts",
  "bench/**/*.test.ts",
];
const DATABASE = [
  "app/**/*.server.test.ts",
  "worker/**/*.server.test.ts",
  "prisma/**/*.server.test.ts",
  "tests/access/**/*.server.test.ts",
];
/**
 * With an environment or a mocked module of their own, which is read once, or with news from the database, whose line
 * would have to be opened again: each in a process of its own. All others share one with those before them, which saves
 * two seconds a file.
 */
export const ALONE = [
  "app/core/domain/account/demo.server.test.ts",
  "app/core/domain/live/*.server.test.ts",
  "app/core/domain/workspace/sign-in-policy.server.test.ts",
  "app/core/integrations/crm-{live,rules}.server.test.ts",
  "app/core/integrations/crm-writes.server.test.ts",
  "app/core/pages/console.server.test.ts",
  "app/http/{*-stream,uploads}.server.test.ts",
  "tests/access/{commands-allowed,connection-secrets,connections,grants,live,impersonation,own-identity-providers,identity-provider}.server.test.ts",
  "worker/handlers/{clip-output,speech-model}.server.test.ts",
  "app/core/domain/share/clip-link-broken.server.test.ts",
];
/** The same of tests without a database, and those whose support ends what it began when a file is over. */
export const UNIT_ALONE = [
  "app/core/integrations/{contract,crm-search}.test.ts",
  "app/core/platform/{http-guard,http-guard-form,livekit}.test.ts",
  "app/ui/features/live/tab/hand-over.test.ts",
  "app/ui/features/player/heard.test.ts",
  "bench/lib/{pair,speech-limits}.test.ts",
  "media/speech/install-model.test.ts",
  "worker/live/relay.test.ts",
];
/**
 * What time, processes, media servers, voices and browsers decide: no part of `npm test`, and one after the other in
 * `npm run test:all`.
 */
const REAL = ["**/*.real.test.ts"];
const REAL_DATABASE = ["**/*.server.real.test.ts"];
/** What is waited for comes at once on a quiet machine; the limits are for what hangs. */
const common = {
  pool: "forks" as const,
  environment: "node" as const,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};
const onDatabase = {
  globalSetup: ["tests/support/template.ts"],
  setupFiles: ["tests/support/database.ts"],
};

/** One file at a time, after all others where several projects run. */
const alone = {
  ...{ testTimeout: 600_000, hookTimeout: 600_000 },
  fileParallelism: false,
  sequence: { groupOrder: 1 },
} as const;

/** Sizes of house §16. Each project is a suite of `npm test`, those of a common beginning are one. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: PURE,
          exclude: [...DATABASE, ...REAL, ...UNIT_ALONE],
          isolate: false,
        },
      },
      { test: { ...common, name: "unit-alone", include: UNIT_ALONE } },
      {
        test: {
          ...common,
          ...onDatabase,
          name: "domain",
          include: DATABASE,
          exclude: [...REAL, ...ALONE],
          isolate: false,
        },
      },
      {
        test: { ...common, ...onDatabase, name: "domain-alone", include: ALONE, exclude: REAL },
      },
      {
        test: {
          ...common,
          name: "media",
          include: ["media/{ffmpeg,recorder}/**/*.test.ts"],
          exclude: REAL,
        },
      },
      {
        test: { ...common, name: "architecture", include: ["tests/architecture/**/*.test.ts"] },
      },
      {
        test: {
          ...common,
          ...alone,
          name: "real",
          include: REAL,
          exclude: [...configDefaults.exclude, ...REAL_DATABASE],
        },
      },
      {
        test: {
          ...common,
          ...onDatabase,
          ...alone,
          name: "real-database",
          include: REAL_DATABASE,
          exclude: configDefaults.exclude,
        },
      },
    ],
  },
});
