import { test as base } from "playwright/test";

/**
 * Playwright's `test` for journeys that open contexts of their own: they are closed with the test. Pages of colleagues
 * that stay open listen, ask and draw for as long as the browser lives, and make everything after them slow.
 */
export const test = base.extend<{ closesContexts: undefined }>({
  closesContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
});
