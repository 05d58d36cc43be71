import { chromium, defineConfig } from "playwright/test";
import { chromiumOnPath } from "#scripts/packages.ts";
import { groupOf } from "./tests/e2e/groups.ts";

const which = process.env["JOURNEYS"] ?? "all";
// Both ports lie below 32768, where the kernel begins to hand out ports for outgoing connections: one of those may sit
// on a number between its choice and the product's start.
process.env["E2E_PORT"] ??= String(20_000 + Math.floor(Math.random() * 6_000));
/** Where a journey answers as a partner people sign in with. */
process.env["E2E_PARTNER_PORT"] ??= String(26_000 + Math.floor(Math.random() * 6_000));

/** Where a journey answers as a language model next door. */
process.env["E2E_LLM_PORT"] ??= String(16_000 + Math.floor(Math.random() * 4_000));

/** Where a journey answers as a CRM. */
process.env["E2E_SALESFORCE_PORT"] ??= String(12_000 + Math.floor(Math.random() * 2_000));
process.env["E2E_HUBSPOT_PORT"] ??= String(14_000 + Math.floor(Math.random() * 2_000));

/** Journeys in a real browser against the product as `npm start` runs it (house §16). */
export default defineConfig({
  testDir: "tests/e2e",
  ...groupOf(which),
  globalSetup: "./tests/e2e/instance.ts",
  outputDir: `test-results/${which}`,
  // What is waited for comes at once on a quiet machine; the limits are for what hangs on a busy one.
  timeout: 600_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  workers: 1,
  retries: 0,
  reporter: "line",
  use: {
    baseURL: `http://127.0.0.1:${process.env["E2E_PORT"]}`,
    locale: "en-US",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1440, height: 960 },
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
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
