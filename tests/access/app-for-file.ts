import { afterAll, afterEach, expect } from "vitest";
import { queueForFile } from "#tests/support/queue.ts";
import { type App, openApp } from "./app.ts";

/** The routes and the queue for all tests of a file; after each of them nothing was thrown that is no refusal. */
export async function appForFile(options?: Parameters<typeof openApp>[1]): Promise<App> {
  await queueForFile();
  const app = await openApp(null, options);
  afterAll(() => app.close());
  afterEach(() => expect(app.faults.splice(0)).toEqual([]));
  return app;
}
