import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type Browser, chromium, type Page } from "playwright";
import { transformWithEsbuild } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chromiumOnPath } from "#scripts/packages.ts";

const CLIENT = new URL("./event-stream.client.ts", import.meta.url);
const SILENCE_MS = 35_000;
const LONGEST_PAUSE_MS = 15_000;
/** By a quarter more or less, so that not all browsers come back at once. */
const VARIATION = 0.25;
const STEP_MS = 2_000;
const executablePath = chromiumOnPath() ?? chromium.executablePath();

/** What the client told the page. */
type Heard = { events: unknown[]; links: boolean[]; backs: number; refusals: number };

/** A browser beside other suites. */
const TIMES = { timeout: 30_000 };

let browser: Browser;
let page: Page;
let server: Server;
/** What the server answers now: 200 is a stream, anything else a refusal. */
let status = 200;
/** What was asked for, by EventSource and by the question that follows its refusal. */
let asked: string[] = [];
let lines: ServerResponse[] = [];

describe.skipIf(!existsSync(executablePath))("an event stream in Chromium", TIMES, () => {
  beforeAll(async () => {
    const { code } = await transformWithEsbuild(readFileSync(CLIENT, "utf8"), CLIENT.pathname);
    server = createServer(({ url = "/" }, response) => {
      if (url === "/client.js") {
        response.writeHead(200, { "Content-Type": "text/javascript" }).end(code);
      } else if (url.startsWith("/stream")) {
        asked.push(url);
        if (status !== 200) {
          response.writeHead(status).end();
          return;
        }
        response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
        lines.push(response);
        response.on("close", () => (lines = lines.filter((line) => line !== response)));
      } else response.writeHead(200, { "Content-Type": "text/html" }).end("<title>page</title>");
    }).listen(0, "127.0.0.1");
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  beforeEach(async () => {
    [status, asked, lines] = [200, [], []];
    page = await browser.newPage();
    await page.clock.install();
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await page.goto(`http://127.0.0.1:${port}/`);
  });
  afterEach(() => page.close());

  /** Opens a stream on the page, which asks for what comes after the events it has heard. */
  const open = (): Promise<void> =>
    page.evaluate(`import("/client.js").then(({ openEventStream }) => {
      const heard = { events: [], links: [], backs: 0, refusals: 0 };
      globalThis.heard = heard;
      globalThis.closeStream = openEventStream({
        url: () => "/stream?after=" + heard.events.length,
        types: ["seg", "hb"],
        onEvent: ({ type, data }) => heard.events.push(type === "hb" ? "hb" : data),
        onLink: (isOpen) => heard.links.push(isOpen),
        onBack: () => (heard.backs += 1),
        onRefused: () => (heard.refusals += 1),
      });
    })`);
  const heard = (): Promise<Heard> => page.evaluate("globalThis.heard");
  const eventually = <T>(read: () => T | Promise<T>) =>
    expect.poll(read, { timeout: 10_000, interval: 20 });
  const say = (type: string, data: unknown): boolean | undefined =>
    lines.at(-1)?.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  /** Lets the page's clock run until the server was asked so often. @returns ms of that clock */
  const runUntilAsked = async (times: number): Promise<number> => {
    let ranMs = 0;
    await eventually(async () => {
      if (asked.length < times) await page.clock.runFor(STEP_MS);
      if (asked.length < times) ranMs += STEP_MS;
      return asked.length;
    }).toBeGreaterThanOrEqual(times);
    return ranMs;
  };

  test("a 503 is not its end: it comes back, hears what follows and says that something was missed", async () => {
    status = 503;
    await open();
    await eventually(async () => (await heard()).links).toEqual([false]);
    status = 200;
    // Refused, asked how, opened.
    await runUntilAsked(3);
    await eventually(async () => (await heard()).links).toEqual([false, true]);
    say("seg", { seq: 4 });
    await eventually(heard).toEqual({
      events: [{ seq: 4 }],
      links: [false, true],
      backs: 1,
      refusals: 0,
    });
    // The question was not left open beside it.
    await eventually(() => lines.length).toBe(1);
  });

  test("goes on asking for as long as the server is away, less and less often", async () => {
    status = 503;
    await open();
    await runUntilAsked(8);
    const twoPausesMs = await runUntilAsked(asked.length + 2);
    expect(twoPausesMs).toBeGreaterThanOrEqual(2 * (LONGEST_PAUSE_MS * (1 - VARIATION) - STEP_MS));
    expect(twoPausesMs).toBeLessThanOrEqual(2 * (LONGEST_PAUSE_MS * (1 + VARIATION) + STEP_MS));
    expect((await heard()).refusals).toBe(0);
  });

  test.each([401, 403, 404])("a %i is the end of trying, and says so", async (refusal) => {
    status = refusal;
    await open();
    await runUntilAsked(2);
    await eventually(async () => (await heard()).refusals).toBe(1);
    await page.clock.runFor(4 * LONGEST_PAUSE_MS);
    expect(asked).toHaveLength(2);
    // Another network may have been the reason, or the answer to the refusal was lost in it.
    await page.evaluate("dispatchEvent(new Event('online'))");
    await eventually(() => asked.length).toBe(3);
  });

  test("goes on after what was heard when the server ends it", async () => {
    await open();
    await eventually(() => lines.length).toBe(1);
    say("seg", { seq: 1 });
    await eventually(async () => (await heard()).events).toHaveLength(1);
    lines[0]?.end();
    await eventually(async () => (await heard()).links).toEqual([true, false]);
    await runUntilAsked(2);
    expect(asked).toEqual(["/stream?after=0", "/stream?after=1"]);
    await eventually(async () => (await heard()).backs).toBe(1);
  });

  test("a line without heartbeats is dead, one with them is quiet", async () => {
    await open();
    await eventually(async () => (await heard()).links).toEqual([true]);
    await page.clock.runFor(SILENCE_MS - 1_000);
    say("hb", null);
    await eventually(async () => (await heard()).events).toEqual(["hb"]);
    await page.clock.runFor(SILENCE_MS - 1_000);
    expect((await heard()).links).toEqual([true]);
    await page.clock.runFor(1_000);
    expect((await heard()).links).toEqual([true, false]);
    await runUntilAsked(2);
    await eventually(() => lines.length).toBe(1);
  });

  test("tries at once when the network is back, whatever the old line looked like", async () => {
    await open();
    await eventually(() => lines.length).toBe(1);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await eventually(() => asked.length).toBe(2);
    await eventually(async () => (await heard()).backs).toBe(1);
    await eventually(() => lines.length).toBe(1);
  });

  test("opens nothing more once it is closed", async () => {
    status = 503;
    await open();
    await eventually(async () => (await heard()).links).toEqual([false]);
    await page.evaluate("closeStream()");
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.clock.runFor(10 * LONGEST_PAUSE_MS);
    expect(asked).toHaveLength(1);
  });
});
