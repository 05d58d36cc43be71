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
/** Faults of live calls that take minutes: `npm test -- long`, nightly and before a release. */
const LONG = ["tests/faults/live-{door,member,words}.test.ts"];
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
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: "speech",
          include: ["media/speech/**/*.test.ts"],
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
        // Two at a time: most of it waits for heartbeats to fail.
        test: {
          ...common,
          ...faults,
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: LONG,
        },
      },
      {
        test: { ...common, ...faults, name: "long", include: LONG, fileParallelism: false },
      },
    ],
  },
});
