import { defineConfig } from "vitest/config";

const PURE = [
  "app/**/*.test.ts",
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
  "app/core/integrations/crm-live.server.test.ts",
  "app/core/integrations/crm-writes.server.test.ts",
  "app/core/integrations/crm-writes-killed.server.test.ts",
  "app/core/pages/console.server.test.ts",
  "app/http/{*-stream,uploads}.server.test.ts",
  "tests/access/{commands-allowed,connections,grants,live,impersonation,own-identity-providers,identity-provider}.server.test.ts",
  "worker/handlers/{clip-output,recording-assemble,speech-model,summary-generate}.server.test.ts",
];
/** Calls in real rooms, held against the clock: alone on the machine, or they measure something else. */
const TIMED = [
  "tests/faults/live-{disk,hand-over,member,reconnect,recorder}.test.ts",
  "media/recorder/{recorder,publish}.test.ts",
  "media/speech/live-pace.test.ts",
  "worker/live/supervise-calls.server.test.ts",
];
/** Those that wait for what happens, however long it takes. */
const ROOMS = ["tests/faults/live-*.test.ts"];
const LIVE = [...TIMED, ...ROOMS];
/** Faults that are too long for `npm test`, and part of `npm test -- journeys`. */
const LONG = ["tests/faults/{stalled-worker,killed-at-picture,killed-at-cut}.test.ts"];
/** What is waited for comes at once on a quiet machine; the limits are for those that hang on a busy one. */
const common = {
  pool: "forks" as const,
  environment: "node" as const,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
};
const onDatabase = {
  globalSetup: ["tests/support/template.ts"],
  setupFiles: ["tests/support/database.ts"],
};

/** Sizes of house §16. Each project is one line of `npm test`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: "unit", include: PURE, exclude: DATABASE } },
      {
        test: {
          ...common,
          ...onDatabase,
          name: "domain",
          include: DATABASE,
          exclude: [...LIVE, ...ALONE],
          isolate: false,
        },
      },
      {
        test: { ...common, ...onDatabase, name: "domain-alone", include: ALONE, exclude: LIVE },
      },
      {
        test: {
          ...common,
          name: "media",
          include: ["media/{ffmpeg,recorder}/**/*.test.ts"],
          exclude: LIVE,
        },
      },
      {
        test: {
          ...common,
          name: "speech",
          include: ["media/speech/**/*.test.ts"],
          exclude: LIVE,
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: "architecture",
          include: ["tests/architecture/**/*.test.ts"],
        },
      },
      {
        test: {
          ...common,

          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: [...LIVE, ...LONG],
          fileParallelism: false,
        },
      },
      { test: { ...common, name: "long", include: LONG, fileParallelism: false } },
      {
        test: {
          ...common,

          name: "rooms",
          include: ROOMS,
          exclude: TIMED,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,

          name: "live",
          include: TIMED,
          globalSetup: ["tests/support/template.ts"],
          setupFiles: ["tests/support/database.ts"],
          fileParallelism: false,
        },
      },
    ],
  },
});
