import { chromium, defineConfig } from "playwright/test";
import { chromiumOnPath } from "#scripts/packages.ts";

/** Those of live calls need a media server, and are a suite of their own in `npm test`. */
const which = process.env["JOURNEYS"] ?? "all";
process.env["E2E_PORT"] ??= String(20_000 + Math.floor(Math.random() * 20_000));
/** Where a journey answers as a partner people sign in with. */
process.env["E2E_PARTNER_PORT"] ??= String(40_001 + Math.floor(Math.random() * 9_000));

/** What is a suite of its own; all other journeys are of recordings. */
const GROUPS: Record<string, string[]> = {
  accounts: ["accounts.journey.ts", "signing-in.journey.ts", "rights.journey.ts"],
  screens: ["screens.journey.ts"],
  calls: ["live.journey.ts", "live-screens.journey.ts"],
};
/** Minutes long, and part of `npm test -- live`. */
const BY_HAND = ["live-demo.journey.ts", "keyboard.journey.ts"];
const EVERY = ["*.journey.ts"];
/** Which files, and which of them not. */
const takes = GROUPS[which] ?? EVERY;
const leaves = which === "recordings" ? [...Object.values(GROUPS).flat(), ...BY_HAND] : [];

/** Journeys in a real browser against the product as `npm start` runs it (house §16). */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: takes,
  testIgnore: leaves,
  globalSetup: "./tests/e2e/instance.ts",
  outputDir: `test-results/${which}`,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  reporter: "line",
  use: {
    baseURL: `http://127.0.0.1:${process.env["E2E_PORT"]}`,
    locale: "en-US",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1440, height: 960 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromiumOnPath() ?? chromium.executablePath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--autoplay-policy=no-user-gesture-required",
      ],
    },
  },
});
