import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { gzipSync } from "node:zlib";
import { expect } from "playwright/test";
import { test } from "./closing-test.ts";
import {
  aKey,
  aSharedCall,
  command,
  DESK,
  ELSEWHERE,
  EMBED_OPTIONS,
  expectPlays,
  html,
  keysOf,
  openVisitor,
  playerOf,
  seconds,
  withSandbox,
} from "./embed-steps.ts";
import { type OtherSite, openOtherSite } from "./other-site.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, expectFits, shoot, wear } from "./screen-check.ts";

test.use(EMBED_OPTIONS);

const TITLE = "Rollout with Northwind";
/** What the browser says by itself of a site that was written wrongly. */
const REFUSED = /status of 422/;
/** What the browser says of a frame that it did not show. */
const BLOCKED = /frame-ancestors|violates the following Content Security Policy/;

let site: OtherSite;
test.beforeAll(async () => {
  site = await openOtherSite();
});
test.afterAll(async () => {
  await site.close();
});

test("a call plays on a partner’s site, speaks with its page, and ends with its key", async ({
  page: rep,
  browser,
  baseURL: given,
}) => {
  const baseURL = given ?? "";
  const complaints = complaintsOf(rep);
  await signIn(rep);
  const made = await aSharedCall(rep, TITLE);
  const desk = site.origin(DESK);

  const dialog = rep.getByRole("dialog", { name: /^Share outside/ });
  await test.step("the rep makes a key in the share dialog and copies its code", async () => {
    await expect(async () => {
      await rep.goto(`/playback/${made.callId}`);
      await rep.getByRole("button", { name: "Share", exact: true }).press("Enter");
      await expect(dialog.getByLabel("Sites that may show the player")).toBeVisible({
        timeout: 5_000,
      });
    }).toPass();
    await dialog.getByRole("button", { name: "Anyone with the link" }).press("Enter");
    await expect(dialog.getByLabel("Embedding on other sites")).toBeEnabled();
    await dialog.getByLabel("Sites that may show the player").fill("partner.test/page");
    await dialog.getByRole("button", { name: "Create key" }).press("Enter");
    await expect(dialog.getByText(/Enter a site like/)).toBeVisible();
    await dialog.getByLabel("Sites that may show the player").fill(desk);
    await dialog.getByLabel("Show the title").check();
    await dialog.getByRole("button", { name: "Create key" }).press("Enter");
    await expect(dialog.getByText(desk, { exact: true })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Copy code" })).toBeVisible();
    for (const width of [1440, 390]) {
      await rep.setViewportSize({ width, height: 960 });
      await checkScreen(rep, `embed keys ${width}`, (theme) =>
        shoot(rep, `embed-keys-${width}-${theme}`),
      );
    }
    await rep.setViewportSize({ width: 1440, height: 960 });
  });
  const [key] = await keysOf(rep, made);
  if (!key) throw new Error("no key");
  site.put("/", html(`<script src="/player.js"></script>${key.snippet}`));

  const { page, expectNoCookie } = await openVisitor(browser);
  const ofFrame: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== desk) ofFrame.push(request.url());
  });
  const player = playerOf(page);
  await test.step("a partner’s page shows it, light enough", async () => {
    await page.goto(desk);
    await expect(player.getByText(TITLE)).toBeVisible();
    await expect(player.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    expect(ofFrame.length, ofFrame.join(" ")).toBeLessThanOrEqual(6);
    expect(new Set(ofFrame.map((url) => new URL(url).origin))).toEqual(
      new Set([new URL(baseURL).origin]),
    );
    const script = await page.request.get(ofFrame.find((url) => url.includes(".js")) ?? "");
    expect(gzipSync(await script.body()).length).toBeLessThanOrEqual(15_000);
    await shoot(page, "embed-partner");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await new AxeBuilder({ page })
        .include({ fromFrames: ["iframe", "main"] })
        .analyze();
      expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      await page
        .locator("iframe")
        .evaluate((frame) => Object.assign(frame, { width: "320", height: "180" }));
      await shoot(page, `embed-partner-small-${colorScheme}`);
      await page
        .locator("iframe")
        .evaluate((frame) => Object.assign(frame, { width: "640", height: "360" }));
    }
  });

  await test.step("and player.js drives it: every method and every event", async () => {
    const told = await page.evaluate(async () => {
      type Callback = (value: unknown) => void;
      type Player = Record<string, (...values: unknown[]) => void> & {
        on: (event: string, callback: Callback) => void;
        off: (event: string) => void;
        supports: (kind: string, names: string[]) => boolean;
      };
      const { playerjs } = window as unknown as {
        playerjs: {
          Player: new (frame: Element | null) => Player;
          METHODS: { all: () => string[] };
          EVENTS: { all: () => string[] };
        };
      };
      const made = new playerjs.Player(document.querySelector("iframe"));
      const events: Record<string, unknown> = {};
      const until = async (is: () => boolean | Promise<boolean>) => {
        const from = Date.now();
        while (!(await is())) {
          if (Date.now() - from > 20_000) throw new Error(`waited for ${is.toString()}`);
          await new Promise((done) => setTimeout(done, 50));
        }
      };
      const get = (name: string) =>
        new Promise<unknown>((done) => {
          made[name]?.(done);
        });
      await new Promise((done) => made.on("ready", done));
      for (const event of playerjs.EVENTS.all())
        if (event !== "ready") made.on(event, (value) => (events[event] = value ?? true));
      const before = {
        paused: await get("getPaused"),
        duration: await get("getDuration"),
        time: await get("getCurrentTime"),
      };
      made["mute"]?.();
      await until(async () => (await get("getMuted")) === true);
      made["unmute"]?.();
      await until(async () => (await get("getMuted")) === false);
      made["setVolume"]?.(40);
      await until(async () => (await get("getVolume")) === 40);
      made["setLoop"]?.(true);
      await until(async () => (await get("getLoop")) === true);
      made["setLoop"]?.(false);
      await until(async () => (await get("getLoop")) === false);
      made["setCurrentTime"]?.(5);
      await until(async () => (await get("getCurrentTime")) === 5);
      made["play"]?.();
      await until(() => "play" in events && "timeupdate" in events && "progress" in events);
      const update = events["timeupdate"];
      made["pause"]?.();
      await until(async () => "pause" in events && (await get("getPaused")) === true);
      made["setCurrentTime"]?.(19.5);
      made["play"]?.();
      await until(() => "ended" in events);
      // What it does not understand it says, to who listens for errors.
      const frame = document.querySelector("iframe");
      frame?.contentWindow?.postMessage(
        JSON.stringify({ context: "player.js", version: "0.0.11", method: "fly" }),
        new URL(frame.src).origin,
      );
      await until(() => "error" in events);
      made.off("timeupdate");
      return {
        ...{ before, update, events: Object.keys(events).sort(), error: events["error"] },
        isWhole:
          made.supports("method", playerjs.METHODS.all()) &&
          made.supports("event", playerjs.EVENTS.all()),
      };
    });
    expect(told.before).toEqual({ paused: true, duration: expect.closeTo(20, 0), time: 0 });
    expect(told.isWhole).toBe(true);
    expect(told.update).toMatchObject({
      seconds: expect.any(Number),
      duration: told.before.duration,
    });
    expect(told.events).toEqual(["ended", "error", "pause", "play", "progress", "timeupdate"]);
    expect(told.error).toMatchObject({ code: 2 });
  });

  await test.step("our own messages: what goes in and what comes out", async () => {
    const told = await page.evaluate(async () => {
      const frame = document.querySelector("iframe");
      const origin = new URL(frame?.src ?? "").origin;
      type Said = { event: string; value: Record<string, unknown> };
      const said: Said[] = [];
      addEventListener("message", (event) => {
        if (event.origin !== origin) return;
        const data = JSON.parse(String(event.data)) as Said & { context: string };
        if (data.context === "parley") said.push(data);
      });
      const send = (method: string, value?: unknown) =>
        frame?.contentWindow?.postMessage(
          JSON.stringify({ context: "parley", version: 1, method, value }),
          origin,
        );
      const last = async (event: string, is: (value: Record<string, unknown>) => boolean) => {
        const from = Date.now();
        for (;;) {
          const found = said.findLast((one) => one.event === event && is(one.value));
          if (found) return found.value;
          if (Date.now() - from > 20_000)
            throw new Error(`no ${event} ${is.toString()}: ${JSON.stringify(said.slice(-3))}`);
          await new Promise((done) => setTimeout(done, 50));
        }
      };
      send("getState");
      const state = await last("state", () => true);
      send("setRate", 1.5);
      await last("state", ({ rate }) => rate === 1.5);
      send("setRate", 99);
      send("setLane", "them");
      await last("state", ({ lane, rate }) => lane === "them" && rate === 1.5);
      send("openTranscript");
      const resize = await last("resize", () => true);
      send("setRange", { start: 2, end: 4 });
      const range = await last("range", () => true);
      frame?.contentWindow?.postMessage(
        JSON.stringify({ context: "player.js", version: "0.0.11", method: "play" }),
        origin,
      );
      const stopped = await last(
        "state",
        ({ paused, seconds }) => paused === true && Number(seconds) >= 4 && Number(seconds) < 6,
      );
      // Whoever speaks next is said as it begins.
      send("setRange", { start: 0, end: null });
      frame?.contentWindow?.postMessage(
        JSON.stringify({ context: "player.js", version: "0.0.11", method: "play" }),
        origin,
      );
      const segment = await last("segment", () => true);
      frame?.contentWindow?.postMessage(
        JSON.stringify({ context: "player.js", version: "0.0.11", method: "pause" }),
        origin,
      );
      await last("state", ({ paused }) => paused === true);
      return { keys: Object.keys(state).sort(), resize, range, stopped, segment };
    });
    expect(told.keys).toEqual([
      "duration",
      "ended",
      "lane",
      "muted",
      "over",
      "paused",
      "rate",
      "seconds",
      "transcript",
      "volume",
    ]);
    expect(told.resize).toEqual({ height: 560 });
    expect(told.range).toEqual({ start: 2, end: 4 });
    expect(Number(told.stopped["seconds"])).toBeLessThan(5);
    expect(told.segment["text"]).toEqual(expect.stringMatching(/\w/));
    await expect(player.locator("[data-part=list]")).toBeVisible();
    await shoot(page, "embed-words");
  });

  await test.step("keys act only with focus in it", async () => {
    const position = () => player.locator("[data-part=position]").inputValue();
    await page.locator("h1").click();
    const before = await position();
    await page.keyboard.press("l");
    await expect.poll(position).toBe(before);
    await player.getByRole("button", { name: "Mute", exact: true }).focus();
    await page.keyboard.press("l");
    await expect.poll(async () => Number(await position())).toBeGreaterThan(Number(before) + 5);
  });

  await test.step("what others say is ignored", async () => {
    site.put(
      "/foreign",
      html(`<script>
        setInterval(() => {
          for (const text of [
            JSON.stringify({ context: "player.js", version: "0.0.11", method: "play" }),
            JSON.stringify({ context: "parley", version: 1, method: "openTranscript" }),
          ]) parent.frames[0].postMessage(text, "*");
        }, 50);
      </script>`),
    );
    site.put(
      "/beside",
      html(`${key.snippet}<iframe id="evil" src="${site.origin(ELSEWHERE)}/foreign"></iframe>
        <script>setInterval(() => {
          const frame = document.querySelector("iframe").contentWindow;
          for (const data of ["{", "null", 5, null, { context: "parley" }, "[]",
            '{"context":"parley","method":"__proto__"}', '{"context":"player.js","method":"constructor"}',
            '{"context":"parley","method":"setRange","value":{"start":"x"}}'])
            frame.postMessage(data, "${new URL(baseURL).origin}");
        }, 50)</script>`),
    );
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(`${desk}/beside`);
    const first = page.frameLocator("iframe >> nth=0");
    await expect(first.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect(page.frameLocator("#evil").locator("h1")).toBeVisible();
    // Twenty rounds of both have gone by once the page has drawn as many frames as that takes.
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          let left = 60;
          const step = () => (--left > 0 ? requestAnimationFrame(step) : done());
          requestAnimationFrame(step);
        }),
    );
    await expect(first.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect(first.locator("[data-part=position]")).toHaveValue("0");
    expect(faults).toEqual([]);
  });

  await test.step("a site that is not listed shows nothing", async () => {
    const blocked: string[] = [];
    page.on("console", (message) => {
      if (BLOCKED.test(message.text())) blocked.push(message.text());
    });
    await page.goto(site.origin(ELSEWHERE));
    await expect.poll(() => blocked.length).toBeGreaterThan(0);
    await expect(player.locator("[data-player]")).toHaveCount(0);
  });

  await test.step("the rep reads that it was refused, adds it, and it plays there", async () => {
    const { host } = new URL(site.origin(ELSEWHERE));
    await expect(async () => {
      await rep.goto(`/playback/${made.callId}`);
      await rep.getByRole("button", { name: "Share", exact: true }).press("Enter");
      await expect(dialog.getByRole("button", { name: /^Add .*elsewhere/ })).toBeVisible({
        timeout: 5_000,
      });
    }).toPass();
    await checkScreen(rep, "embed refused site", (theme) => shoot(rep, `embed-refused-${theme}`));
    await dialog.getByRole("button", { name: /^Add .*elsewhere/ }).press("Enter");
    await expect(dialog.getByText("were refused")).toHaveCount(0);
    await expect(dialog.getByText(`${desk}, http://${host}`, { exact: true })).toBeVisible();
    await page.goto(site.origin(ELSEWHERE));
    await expectPlays(player);
  });

  await test.step("in a sandbox without an origin of its own it plays", async () => {
    site.put("/sandboxed", html(withSandbox(key.snippet, "allow-scripts")));
    await page.goto(`${desk}/sandboxed`);
    await expectPlays(player);
    await expect(player.locator("[data-part=caption]")).toHaveText(/\w/);
  });

  await test.step("two on one page play each for itself", async () => {
    site.put("/two", html(`<div id="a">${key.snippet}</div><div id="b">${key.snippet}</div>`));
    await page.goto(`${desk}/two`);
    await expectPlays(playerOf(page, "#a iframe"));
    await expect.poll(() => seconds(playerOf(page, "#b iframe"))).toBe(0);
    await expectPlays(playerOf(page, "#b iframe"));
  });

  await test.step("mounted twice by React it is one player that is ready", async () => {
    site.put(
      "/react",
      html(`<div id="root"></div><script src="/player.js"></script><script src="/react.js"></script>
        <script src="/react-dom.js"></script><script>
        const src = ${JSON.stringify(/src="([^"]+)"/.exec(key.snippet)?.[1]?.replaceAll("&#38;", "&"))};
        window.mounts = 0; window.readies = 0;
        function Player() {
          const frame = React.useRef(null);
          React.useEffect(() => {
            window.mounts += 1;
            const player = new playerjs.Player(frame.current);
            player.on("ready", () => { window.readies += 1; window.last = player; });
          }, []);
          return React.createElement("iframe", { ref: frame, src, width: 640, height: 360, title: "Call" });
        }
        ReactDOM.createRoot(document.getElementById("root")).render(
          React.createElement(React.StrictMode, null, React.createElement(Player)));
      </script>`),
    );
    await page.goto(`${desk}/react`);
    const counts = () =>
      page.evaluate(() => {
        const { mounts, readies } = window as unknown as { mounts: number; readies: number };
        return [mounts, readies];
      });
    await expect.poll(counts).toEqual([2, 2]);
    await page.evaluate(() => {
      (window as unknown as { last: { play: () => void } }).last.play();
    });
    await expect.poll(() => seconds(player)).toBeGreaterThanOrEqual(1);
  });

  await test.step("a member’s session next door changes nothing", async () => {
    const { hostname } = new URL(baseURL);
    const neighbour = site.origin(hostname);
    const here = await rep.context().newPage();
    await here.goto(`${neighbour}/`);
    await expect(playerOf(here).locator("[data-player]")).toHaveCount(0);
    const other = await aKey(rep, made, neighbour, "");
    site.put("/next-door", html(other.snippet));
    await here.goto(`${neighbour}/next-door`);
    const framed = playerOf(here);
    await expect(framed.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect(framed.getByText(TITLE)).toHaveCount(0);
    site.put("/keyless", html(other.snippet.replace(/\?k=[^"]+/, "")));
    await here.goto(`${neighbour}/keyless`);
    await expect(framed.locator("[data-player]")).toHaveCount(0);
    await here.close();
  });

  await test.step("it ends with its key, while it plays, and says so", async () => {
    await page.goto(desk);
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      addEventListener("message", (event) => said.push(String(event.data)));
    });
    await expectPlays(player);
    const sound = ofFrame.findLast((url) => url.includes("/sound?"));
    await command(rep.request, made.callId, { intent: "revoke_embed_key", keyId: key.keyId });
    expect((await page.request.get(sound ?? "")).status()).toBe(410);
    await expect(player.getByText("This recording is no longer available here")).toBeVisible({
      timeout: 10_000,
    });
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.join(""));
    expect(said).toContain('"event":"error"');
    await page.reload();
    await expect(player.getByText("This recording is not available here")).toBeVisible();
    await expect(player.getByText(TITLE)).toHaveCount(0);
    await shoot(page, "embed-ended");
  });
  await expectNoCookie();
  expect(complaints.filter((line) => !REFUSED.test(line))).toEqual([]);
});

test("the developer’s page tries a key and says what an address is answered", async ({ page }) => {
  await signIn(page);
  const made = await aSharedCall(page, TITLE);
  await aKey(page, made, "https://desk.example.com");
  for (const [theme, language] of [
    ["light", "en"],
    ["dark", "ja"],
  ] as const) {
    await page.goto("/setting/general?tab=sharing");
    await wear(page, theme, language);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 960 });
      await expectFits(page, `developer ${width} ${language}`);
      await shoot(page, `embed-developer-${width}-${theme}-${language}`, true);
    }
  }
  await page.setViewportSize({ width: 1440, height: 960 });
  await wear(page, "light", "en");
  await expect(async () => {
    await page.getByRole("button", { name: "Load the player" }).press("Enter");
    await expect(page.locator("iframe")).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const player = playerOf(page);
  await expectPlays(player);
  await expect(page.getByRole("log")).toContainText('"event":"state"');
  await checkScreen(page, "developer", (worn) => shoot(page, `embed-playground-${worn}`, true));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download a test page" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain("frame-src http://127.0.0.1");
  await page.getByLabel("Link", { exact: true }).fill(`${new URL(page.url()).origin}/shared/x`);
  await page.getByRole("button", { name: "Ask" }).press("Enter");
  await expect(page.getByText(/^404/)).toBeVisible();
});
