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
/** Calls in real rooms, held against the clock: alone on the machine, or they measure something else. */
const TIMED = [
  "tests/faults/live-{disk,hand-over,member,reconnect,recorder}.test.ts",
  "media/recorder/{recorder,publish}.test.ts",
  "media/speech/live-pace.test.ts",
  "worker/keep-calls.server.test.ts",
];
/** Those that wait for what happens, however long it takes. */
const ROOMS = ["tests/faults/live-*.test.ts"];
const LIVE = [...TIMED, ...ROOMS];
const faults = { testTimeout: 180_000, hookTimeout: 180_000 };
const common = { pool: "forks" as const, environment: "node" as const };

/** Sizes of house §16. Each project is one line of `npm test`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: "unit", include: PURE, exclude: DATABASE } },
      {
        test: {
          ...common,
          name: "domain",
          include: DATABASE,
          exclude: LIVE,
          globalSetup: ["tests/support/template.ts"],
          setupFiles: ["tests/support/database.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: "media",
          include: ["media/{ffmpeg,recorder}/**/*.test.ts"],
          exclude: LIVE,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: "speech",
          include: ["media/speech/**/*.test.ts"],
          exclude: LIVE,
          testTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: "architecture",
          include: ["tests/architecture/**/*.test.ts"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          ...faults,
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: LIVE,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          ...faults,
          name: "rooms",
          include: ROOMS,
          exclude: TIMED,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          ...faults,
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
