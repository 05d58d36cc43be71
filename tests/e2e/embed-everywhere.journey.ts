import { chromium, expect, type FrameLocator, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import {
  aKey,
  aSharedCall,
  command,
  DESK,
  EMBED_OPTIONS,
  expectPlays,
  html,
  onOtherSites,
  openVisitor,
  playerOf,
  seconds,
} from "./embed-steps.ts";
import { type OtherSite, openOtherSite } from "./other-site.ts";
import { complaintsOf, signIn } from "./people.ts";
import { shoot } from "./screen-check.ts";

test.use(EMBED_OPTIONS);

const TITLE = "Handover at Alder";
/** What a page with `Said` shows when the key of its player ends. */
const ENDED = 'error {"code":-1,"msg":"ended"}';
const OVER = { en: "This recording is no longer available here", ja: /再生できなくなりました/ };

let site: OtherSite;
test.beforeAll(async () => {
  site = await openOtherSite();
});
test.afterAll(async () => {
  await site.close();
});

/** The code of a key with more in its address. */
const withQuery = (snippet: string, query: string): string =>
  snippet.replace(/src="([^"]+)"/, `src="$1&#38;${query.replaceAll("&", "&#38;")}"`);
const sized = (snippet: string, width: number, height: number): string =>
  snippet.replace(/width="\d+" height="\d+"/, `width="${width}" height="${height}"`);

/** Writes into a list on the page, where a test reads it; and makes buttons that a test presses. */
const SAID = `<ol id="said"></ol><script>
  const said = document.getElementById("said");
  const note = (text) => said.append(Object.assign(document.createElement("li"), { textContent: text }));
  const button = (textContent, onclick) =>
    said.before(Object.assign(document.createElement("button"), { textContent, onclick }));
</script>`;
/** A partner's page with the library in it, and a script of its own. */
const driven = (frames: string, script: string): string =>
  html(`<script src="/player.js"></script>${SAID}${frames}<script>${script}</script>`);
const says = (page: Page, text: string | RegExp) =>
  page.locator("#said li", { hasText: text }).first();
const press = (page: Page, name: string) =>
  page.locator("body > button").getByText(name, { exact: true }).click();
const count = async (page: Page, id: string): Promise<number> =>
  Number(await page.locator(`#${id}`).textContent());

const PLAYS = { name: "Play", exact: true } as const;
const play = (player: FrameLocator) => player.getByRole("button", PLAYS);
const position = (player: FrameLocator) =>
  player.locator("[data-part=position]").inputValue().then(Number);
const ground = (player: FrameLocator): Promise<string> =>
  player.locator(".emb").evaluate((one) => getComputedStyle(one).backgroundColor);

/** Nothing of a player lies outside of its frame, and no text is cut. */
async function expectWithin(player: FrameLocator, name: string): Promise<void> {
  const wrong = await player.locator("html").evaluate((root) => {
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth) found.push("scrolls sideways");
    if (root.scrollHeight > root.clientHeight) found.push("scrolls");
    for (const one of root.querySelectorAll<HTMLElement>(".emb *")) {
      // What is in the list scrolls there; a slider has parts of its own.
      if (!one.checkVisibility() || one.closest(".list button, [aria-hidden]")) continue;
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const isOutside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      const isCut = one.clientWidth > 0 && one.scrollWidth > one.clientWidth;
      if (isOutside || isCut)
        found.push(`${isOutside ? "outside" : "cut"}: ${one.outerHTML.slice(0, 90)}`);
    }
    return found;
  });
  expect.soft(wrong, name).toEqual([]);
}

/** Where the focus is inside of the player, by name. */
const focusIn = (player: FrameLocator): Promise<string> =>
  player.locator("html").evaluate(() => {
    const one = document.activeElement;
    if (one === null || one === document.body) return "";
    return one.closest(".list") ? "row" : (one.getAttribute("aria-label") ?? one.tagName);
  });

test("a page learns at once that its key has ended, and the sound ends with it", async ({
  page: rep,
  browser,
}) => {
  await signIn(rep);
  const made = await aSharedCall(rep, TITLE);
  const desk = site.origin(DESK);
  const [revoked, replaced, minting] = [
    await aKey(rep, made, desk),
    await aKey(rep, made, desk),
    await aKey(rep, made, desk),
  ];
  const { visitor, page: first, expectNoCookie } = await openVisitor(browser);
  // The element that plays, for a test to look at once the page has dropped it.
  await visitor.addInitScript(() => {
    addEventListener("play", (event) => Reflect.set(globalThis, "played", event.target), true);
  });
  const soundIn = (player: FrameLocator) =>
    player.locator("html").evaluate(() => {
      const sound: unknown = Reflect.get(globalThis, "played");
      if (!(sound instanceof HTMLMediaElement)) return null;
      return { isPaused: sound.paused, isEmpty: !sound.hasAttribute("src") };
    });
  const open = async (page: Page, path: string, snippet: string) => {
    site.put(
      path,
      driven(
        snippet,
        `const player = new playerjs.Player(document.querySelector("iframe"));
        player.on("error", (value) => note("error " + JSON.stringify(value)));
        player.on("play", () => note("play"));
        player.setLoop(true);
        button("play", () => player.play());
        button("ask", () => player.getPaused((isPaused) => note("paused " + isPaused)));`,
      ),
    );
    await page.goto(desk + path);
    const player = playerOf(page);
    await expect(player.locator("[data-part=toggle]")).toBeVisible();
    await press(page, "play");
    await expect(says(page, "play")).toBeVisible();
    await expect.poll(() => soundIn(player)).toEqual({ isPaused: false, isEmpty: false });
    await expect.poll(() => position(player)).toBeGreaterThan(0.5);
    return player;
  };
  const expectOver = async (page: Page, player: FrameLocator, text: string | RegExp) => {
    await expect(says(page, ENDED)).toBeVisible({ timeout: 90_000 });
    await expect(player.getByRole("status").getByText(text)).toBeVisible();
    await expect(player.getByRole("button")).toHaveCount(0);
    await expect(player.getByRole("slider")).toHaveCount(0);
    expect(await soundIn(player)).toEqual({ isPaused: true, isEmpty: true });
    // And it does not begin again because the page asks for it.
    await press(page, "play");
    await press(page, "ask");
    await expect(says(page, "paused true")).toBeVisible();
    await expect(page.locator("#said li", { hasText: "error" })).toHaveCount(1);
    await expect(page.locator("#said li", { hasText: "play" })).toHaveCount(1);
    await expectWithin(player, `the panel: ${String(text)}`);
  };

  const { token } = await command<{ token: string }>(rep.request, made.callId, {
    ...{ intent: "mint_embed_token", keyId: minting.keyId, minutes: "1" },
  });
  const third = await visitor.newPage();
  const small = sized(withQuery(minting.snippet, "lang=ja"), 240, 60);
  const ofToken = await open(third, "/minted", small.replace(minting.key, token));

  await test.step("when it is revoked", async () => {
    const player = await open(first, "/revoked", revoked.snippet);
    await command(rep.request, made.callId, {
      intent: "revoke_embed_key",
      keyId: revoked.keyId,
    });
    await expectOver(first, player, OVER.en);
    await shoot(first, "embed-over");
  });

  await test.step("when another one takes its place at once", async () => {
    const second = await visitor.newPage();
    const frame = sized(withQuery(replaced.snippet, "lang=ja&theme=dark"), 320, 180);
    const player = await open(second, "/replaced", frame);
    await command(rep.request, made.callId, {
      ...{ intent: "rotate_embed_key", keyId: replaced.keyId, hours: "0" },
    });
    await expectOver(second, player, OVER.ja);
    await shoot(second, "embed-over-320-dark-ja");
    await second.close();
  });

  await test.step("when the minute of a token is over, while it plays", async () => {
    await expectOver(third, ofToken, OVER.ja);
    await shoot(third, "embed-over-240-ja");
    await third.reload();
    await expect(ofToken.getByText("この録音はここでは再生できません")).toBeVisible();
    await expectWithin(ofToken, "the note in a small frame");
    await shoot(third, "embed-none-240-ja");
  });
  await expectNoCookie();
});

test("a page’s script drives it, whenever it comes, and no other frame does", async ({
  page: rep,
  browser,
  baseURL,
}) => {
  await signIn(rep);
  const key = await aKey(rep, await aSharedCall(rep, TITLE), site.origin(DESK));
  const desk = site.origin(DESK);
  const { page, expectNoCookie } = await openVisitor(browser);
  const complaints = complaintsOf(page);

  await test.step("a callback that is taken off is not called again, and only that one", async () => {
    site.put(
      "/off",
      driven(
        `${key.snippet}<p id="first">0</p><p id="second">0</p>`,
        `const add = (id) => { const at = document.getElementById(id); at.textContent = Number(at.textContent) + 1; };
        const [first, second] = [() => add("first"), () => add("second")];
        const player = new playerjs.Player(document.querySelector("iframe"));
        player.setLoop(true);
        player.on("timeupdate", first);
        player.on("timeupdate", second);
        player.on("pause", () => note("pause"));
        let listeners = new Set();
        addEventListener("message", ({ data }) => {
          const { event, listener } = JSON.parse(data);
          if (event !== "timeupdate") return;
          listeners.add(listener);
        });
        button("play", () => player.play());
        button("pause", () => player.pause());
        button("off first", () => player.off("timeupdate", first));
        button("off", () => player.off("timeupdate"));
        button("forget", () => listeners.clear());
        button("listeners", () => note("listeners " + listeners.size));`,
      ),
    );
    await page.goto(`${desk}/off`);
    const player = playerOf(page);
    await expect(play(player)).toBeVisible();
    await press(page, "play");
    await expect.poll(() => count(page, "first")).toBeGreaterThan(2);
    const more = async (id: string, by: number) => {
      const before = await count(page, id);
      await expect.poll(() => count(page, id)).toBeGreaterThanOrEqual(before + by);
    };
    await press(page, "off first");
    const first = await count(page, "first");
    await more("second", 3);
    // The player itself has stopped to send it, once what was under way has come.
    await press(page, "forget");
    await more("second", 3);
    await press(page, "listeners");
    await expect(says(page, "listeners 1")).toBeVisible();
    expect(await count(page, "first")).toBe(first);
    await press(page, "off");
    const second = await count(page, "second");
    const at = await position(player);
    await expect.poll(async () => Math.abs((await position(player)) - at)).toBeGreaterThan(1);
    await press(page, "pause");
    await expect(says(page, "pause")).toBeVisible();
    await expect(play(player)).toBeVisible();
    expect(await count(page, "second")).toBe(second);
    expect(await count(page, "first")).toBe(first);
  });

  const late = `let readies = 0;
    addEventListener("message", ({ data }) => {
      if (JSON.parse(data).event === "ready") document.getElementById("readies").textContent = ++readies;
    });
    const make = () => {
      const player = new playerjs.Player(document.querySelector("iframe"));
      player.on("ready", () => note("ready"));
      player.getDuration((value) => note("duration " + Math.round(value)));
      player.on("play", () => note("play"));
      button("play", () => player.play());
    };`;
  const expectDriven = async () => {
    await expect(says(page, "ready")).toBeVisible();
    await expect(says(page, "duration 20")).toBeVisible();
    await press(page, "play");
    await expect(says(page, "play")).toBeVisible();
    await expect.poll(() => seconds(playerOf(page))).toBeGreaterThanOrEqual(1);
  };
  await test.step("a library that comes seconds later finds it ready", async () => {
    site.put(
      "/late",
      html(`${SAID}${key.snippet}<p id="readies">0</p><script>${late}
        button("load", () => document.body.append(
          Object.assign(document.createElement("script"), { src: "/player.js", onload: make })));
      </script>`),
    );
    await page.goto(`${desk}/late`);
    await expect.poll(() => count(page, "readies")).toBeGreaterThanOrEqual(2);
    await press(page, "load");
    await expectDriven();
  });
  await test.step("and so does a script that waits long after the frame has loaded", async () => {
    site.put(
      "/waits",
      driven(`${key.snippet}<p id="readies">0</p>`, `${late} button("make", make);`),
    );
    await page.goto(`${desk}/waits`);
    // As often as it says so by itself.
    await expect.poll(() => count(page, "readies")).toBe(4);
    await press(page, "make");
    await expectDriven();
  });

  await test.step("two of one address are told apart by a parameter", async () => {
    site.put(
      "/pair",
      driven(
        `<div id="a">${withQuery(key.snippet, "n=1")}</div><div id="b">${withQuery(key.snippet, "n=2")}</div>`,
        `for (const [at, frame] of [...document.querySelectorAll("iframe")].entries()) {
          const name = "ab"[at];
          const player = new playerjs.Player(frame);
          player.on("ready", () => note(name + " ready"));
          player.on("play", () => note(name + " play"));
          button(name + " play", () => player.play());
          button(name + " ask", () => player.getPaused((is) => note(name + " paused " + is)));
        }`,
      ),
    );
    await page.goto(`${desk}/pair`);
    await expect(says(page, "a ready")).toBeVisible();
    await expect(says(page, "b ready")).toBeVisible();
    await press(page, "b play");
    await expect(says(page, "b play")).toBeVisible();
    await expect.poll(() => seconds(playerOf(page, "#b iframe"))).toBeGreaterThanOrEqual(1);
    await press(page, "a ask");
    await press(page, "b ask");
    await expect(says(page, "a paused true")).toBeVisible();
    await expect(says(page, "b paused false")).toBeVisible();
    expect(await position(playerOf(page, "#a iframe"))).toBe(0);
    await expect(page.locator("#said li", { hasText: "a play" })).toHaveCount(0);
  });

  await test.step("a frame beside it is not its page, though it is of the same site", async () => {
    const origin = new URL(baseURL ?? "").origin;
    const messages = `const messages = [
      { context: "player.js", version: "0.0.11", method: "play" },
      { context: "player.js", version: "0.0.11", method: "setCurrentTime", value: 9 },
      { context: "player.js", version: "0.0.11", method: "mute" },
      { context: "parley", version: 1, method: "openTranscript", value: true },
      { context: "parley", version: 1, method: "setLane", value: "us" },
    ].map((message) => JSON.stringify(message));`;
    site.put(
      "/sibling",
      html(`<p id="rounds">0</p><script>${messages}
        let rounds = 0;
        setInterval(() => {
          for (const message of messages) parent.frames[0].postMessage(message, "${origin}");
          document.getElementById("rounds").textContent = ++rounds;
        }, 20);</script>`),
    );
    site.put(
      "/siblings",
      html(`${SAID}${key.snippet}<iframe id="sibling" src="/sibling"></iframe><script>${messages}
        button("send", () => {
          for (const message of messages) document.querySelector("iframe").contentWindow.postMessage(message, "${origin}");
        });</script>`),
    );
    await page.goto(`${desk}/siblings`);
    const player = playerOf(page, "iframe >> nth=0");
    await expect(play(player)).toBeVisible();
    const rounds = async () =>
      Number(await page.frameLocator("#sibling").locator("#rounds").textContent());
    const before = await rounds();
    await expect.poll(rounds).toBeGreaterThan(before + 40);
    await expect(play(player)).toBeVisible();
    await expect(player.getByRole("button", { name: "Mute", exact: true })).toBeVisible();
    await expect(player.locator("[data-part=list]")).toBeHidden();
    await expect(player.locator("main")).toHaveAttribute("data-lane", "");
    expect(await position(player)).toBe(0);
    // The same from its own page does all of it.
    await press(page, "send");
    await expect(player.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await expect(player.getByRole("button", { name: "Unmute", exact: true })).toBeVisible();
    await expect(player.locator("[data-part=list]")).toBeVisible();
    await expect(player.locator("main")).toHaveAttribute("data-lane", "us");
    await expect.poll(() => position(player)).toBeGreaterThanOrEqual(9);
  });
  await expectNoCookie();
  expect(complaints).toEqual([]);
});

test("it looks as its page asks, fits the frame, and is operated by keys", async ({
  page: rep,
  browser,
}) => {
  await signIn(rep);
  const key = await aKey(rep, await aSharedCall(rep, TITLE), site.origin(DESK));
  const desk = site.origin(DESK);
  const { page, expectNoCookie } = await openVisitor(browser);
  const complaints = complaintsOf(page);

  await test.step("light, dark, or as its page and its reader are", async () => {
    const frames = ["light", "dark", "auto"]
      .map(
        (theme) =>
          `<div id="${theme}">${sized(withQuery(key.snippet, `theme=${theme}`), 480, 240)}</div>`,
      )
      .join("");
    const style = "<style>.dark { background: #111; color: #eee }</style>";
    site.put("/themes", html(frames, style));
    site.put(
      "/themes-dark",
      html(
        `<script>document.documentElement.className = "dark"</script>${frames.replaceAll("border:0", "border:0;color-scheme:dark")}`,
        `<meta name="color-scheme" content="dark">${style}`,
      ),
    );
    const grounds = async () => {
      for (const name of ["light", "dark", "auto"])
        await expect(play(playerOf(page, `#${name} iframe`))).toBeVisible();
      const [light, dark, auto] = [
        await ground(playerOf(page, "#light iframe")),
        await ground(playerOf(page, "#dark iframe")),
        await ground(playerOf(page, "#auto iframe")),
      ];
      expect(light).not.toBe(dark);
      return { light, dark, auto };
    };
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${desk}/themes`);
    const plain = await grounds();
    expect(plain.auto).toBe(plain.light);
    await shoot(page, "embed-themes-light");
    // What a test says of the reader would hide what the page says.
    await page.emulateMedia({ colorScheme: null });
    await page.goto(`${desk}/themes-dark`);
    expect(await grounds()).toEqual({ ...plain, auto: plain.dark });
    await shoot(page, "embed-themes-dark-page");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`${desk}/themes`);
    expect(await grounds()).toEqual({ ...plain, auto: plain.dark });
    await shoot(page, "embed-themes-dark-reader");
    await page.emulateMedia({ colorScheme: "light" });
  });

  for (const [width, height] of [
    [640, 360],
    [320, 180],
    [240, 60],
  ] as const)
    await test.step(`${width} by ${height}, in both languages`, async () => {
      for (const [language, name, words] of [
        ["en", "Play", "Transcript"],
        ["ja", "再生", "文字起こし"],
      ] as const) {
        const frame = sized(withQuery(key.snippet, `lang=${language}&transcript=0`), width, height);
        site.put("/sized", html(frame));
        await page.goto(`${desk}/sized`);
        const player = playerOf(page);
        const what = `${width} × ${height} ${language}`;
        await expect(player.locator("html")).toHaveAttribute("lang", language);
        await expect(player.getByRole("button", { name, exact: true })).toBeVisible();
        await expectWithin(player, what);
        await shoot(page, `embed-${width}-${language}`);
        await player.getByRole("button", { name, exact: true }).click();
        await expect.poll(() => position(player)).toBeGreaterThan(0.5);
        await player.locator("[data-part=toggle]").click();
        await expect(player.getByRole("button", { name, exact: true })).toBeVisible();
        // A call of more than an hour, at another speed.
        await player.locator(".clock").evaluate((clock) => {
          const [time, whole] = [clock.querySelector("span"), clock.querySelector("small")];
          if (time && whole) [time.textContent, whole.textContent] = ["1:02:03", "/ 1:30:00"];
        });
        await player.getByRole("button", { name: /^(Speed|再生速度)/ }).click();
        await expectWithin(player, `${what}, an hour`);
        const transcript = player.getByRole("button", { name: words, exact: true });
        if (await transcript.isVisible()) {
          await transcript.click();
          await expect(player.locator("[data-part=list] button").first()).toBeVisible();
          await expectWithin(player, `${what}, with the words`);
          await shoot(page, `embed-${width}-${language}-words`);
          await player.getByRole("button", { name, exact: true }).click();
          await expect(player.getByRole("button", { name, exact: true })).toHaveCount(0);
        }
      }
    });

  const around = (snippet: string) =>
    html(
      `<p><a href="#1" id="before">Before</a></p>${snippet}<p><a href="#2" id="after">After</a></p>`,
    );
  await test.step("Tab goes through it and out: Play before the words, which are one stop", async () => {
    site.put("/keys", around(withQuery(key.snippet, "transcript=1")));
    await page.goto(`${desk}/keys`);
    const player = playerOf(page);
    await expect(player.locator("[data-part=list] button").nth(1)).toBeVisible();
    await page.locator("#before").focus();
    const stops: string[] = [];
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press("Tab");
      if (await page.locator("#after").evaluate((one) => one === document.activeElement)) break;
      stops.push(await focusIn(player));
    }
    expect(stops.filter((name) => name !== "Full screen")).toEqual([
      ...["Position", "Play", "Back 10 seconds", "Forward 10 seconds", "Speed 1×", "Transcript"],
      ...["Mute", "row"],
    ]);
    const row = (at: number) => player.locator("[data-part=list] button").nth(at);
    await row(0).focus();
    await page.keyboard.press("ArrowDown");
    await expect(row(1)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(row(0)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(row(0)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(player.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await expect(row(1)).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("k");
    await expect(play(player)).toBeVisible();
  });

  await test.step("Space plays and pauses, the arrows go five seconds", async () => {
    site.put("/keys", around(withQuery(key.snippet, "transcript=0")));
    await page.goto(`${desk}/keys`);
    const player = playerOf(page);
    const slider = player.getByRole("slider", { name: "Position" });
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => position(player)).toBe(5);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => position(player)).toBe(10);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => position(player)).toBe(5);
    await page.keyboard.press("Space");
    await expect(player.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await expect.poll(() => position(player)).toBeGreaterThan(5.5);
    await page.keyboard.press("Space");
    await expect(play(player)).toBeVisible();
    // On a button it is the button's own key, once.
    await player.getByRole("button", { name: "Mute", exact: true }).focus();
    await page.keyboard.press("Space");
    await expect(player.getByRole("button", { name: "Unmute", exact: true })).toBeVisible();
    await expect(play(player)).toBeVisible();
    // Keys of the page around it are the page's.
    const before = await position(player);
    await page.locator("#before").focus();
    for (const pressed of ["Space", "k", "l", "ArrowRight", "m", "c"])
      await page.keyboard.press(pressed);
    await expect(play(player)).toBeVisible();
    await expect(player.getByRole("button", { name: "Unmute", exact: true })).toBeVisible();
    await expect(player.locator("[data-part=list]")).toBeHidden();
    expect(await position(player)).toBe(before);
  });

  await test.step("with keyboard=0 it takes no key", async () => {
    site.put("/keys", around(withQuery(key.snippet, "keyboard=0&transcript=0")));
    await page.goto(`${desk}/keys`);
    const player = playerOf(page);
    await expect(play(player)).toBeVisible();
    await player.locator("html").evaluate((root) => {
      addEventListener("keydown", ({ key: name, defaultPrevented }) => {
        root.dataset["keys"] = `${root.dataset["keys"] ?? ""}${defaultPrevented ? "!" : ""}${name}`;
      });
    });
    await player.getByRole("slider", { name: "Position" }).focus();
    for (const pressed of "jklmcf ") await page.keyboard.press(pressed);
    await expect(player.locator("html")).toHaveAttribute("data-keys", "jklmcf ");
    await expect(play(player)).toBeVisible();
    await expect(player.getByRole("button", { name: "Mute", exact: true })).toBeVisible();
    await expect(player.locator("[data-part=list]")).toBeHidden();
    expect(await player.locator("html").evaluate(() => document.fullscreenElement)).toBeNull();
    expect(await position(player)).toBe(0);
    // Its buttons are pressed by their own keys all the same.
    await play(player).focus();
    await page.keyboard.press("Space");
    await expect(player.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  });
  await expectNoCookie();
  expect(complaints).toEqual([]);
});

test("it plays where a browser refuses it something: to begin by itself, scripts, cookies", async ({
  page: rep,
  browser,
  baseURL,
}) => {
  await signIn(rep);
  const made = await aSharedCall(rep, TITLE);
  const desk = site.origin(DESK);
  const key = await aKey(rep, made, desk);

  await test.step("what may not begin by itself says so and waits for Play", async () => {
    const autoplay = (snippet: string) =>
      driven(
        withQuery(snippet, "autoplay=1"),
        `const player = new playerjs.Player(document.querySelector("iframe"));
        player.on("error", (value) => note("error " + JSON.stringify(value)));
        addEventListener("message", ({ data }) => {
          const { context, event, value } = JSON.parse(data);
          if (context === "parley" && event === "error") note("parley " + JSON.stringify(value));
        });`,
      );
    // A trace touches the page around a frame, and with `allow` that counts for the frame.
    site.put("/careful", autoplay(key.snippet.replace(/ allow="[^"]*"/, "")));
    site.put("/autoplay", autoplay(key.snippet));
    const careful = await chromium.launch(onOtherSites());
    try {
      const { page, expectNoCookie } = await openVisitor(careful);
      await page.goto(`${desk}/careful`);
      const player = playerOf(page);
      await expect(says(page, 'parley {"code":"autoplay"}')).toBeVisible();
      await expect(says(page, 'error {"code":-1,"msg":"autoplay"}')).toBeVisible();
      await expect(play(player)).toBeVisible();
      expect(await position(player)).toBe(0);
      await play(player).click();
      await expect(player.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
      await expect.poll(() => position(player)).toBeGreaterThan(1);
      await expect(page.locator("#said li")).toHaveCount(2);
      await expectNoCookie();
    } finally {
      await careful.close();
    }
    // One that lets it begins at once.
    const { page } = await openVisitor(browser);
    await page.goto(`${desk}/autoplay`);
    await expect.poll(() => position(playerOf(page))).toBeGreaterThan(1);
    await expect(page.locator("#said li")).toHaveCount(0);
  });

  await test.step("a sound that cannot be had says so, in the smallest frame too, and is tried again", async () => {
    site.put(
      "/broken",
      driven(
        sized(key.snippet, 240, 60),
        `const player = new playerjs.Player(document.querySelector("iframe"));
        player.on("error", (value) => note("error " + JSON.stringify(value)));`,
      ),
    );
    const { page } = await openVisitor(browser);
    await page.route("**/sound?*", (route) => route.abort());
    await page.goto(`${desk}/broken`);
    const player = playerOf(page);
    await play(player).click();
    await expect(says(page, 'error {"code":1,"msg":"unplayable"}')).toBeVisible();
    await expect(player.getByText("The sound can’t be loaded.")).toBeInViewport({ ratio: 1 });
    await expect(play(player)).toBeInViewport({ ratio: 1 });
    await shoot(page, "embed-broken-240");
    await page.unroute("**/sound?*");
    await play(player).click();
    await expect.poll(() => position(player)).toBeGreaterThan(0.5);
    await expect(player.getByText("The sound can’t be loaded.")).toHaveCount(0);
  });

  await test.step("without scripts the browser’s own player plays it", async () => {
    site.put("/plain", html(`${key.snippet}<div id="small">${sized(key.snippet, 240, 60)}</div>`));
    const { page, expectNoCookie } = await openVisitor(browser, { javaScriptEnabled: false });
    await page.goto(`${desk}/plain`);
    for (const player of [playerOf(page, "iframe >> nth=0"), playerOf(page, "#small iframe")]) {
      const sound = player.locator("audio[controls]");
      await expect(sound).toBeVisible();
      await expectWithin(player, "without scripts");
      await expect(player.getByRole("button", PLAYS)).toBeHidden();
      const address = new URL((await sound.getAttribute("src")) ?? "", baseURL).href;
      const answer = await page.request.get(address, { headers: { range: "bytes=0-99" } });
      expect(answer.status()).toBe(206);
      expect(await answer.body()).toHaveLength(100);
    }
    await shoot(page, "embed-plain");
    await expectNoCookie();
  });

  await test.step("cookies of the same site that the browser sends change nothing", async () => {
    const { hostname } = new URL(baseURL ?? "");
    const neighbour = site.origin(hostname);
    const { snippet } = await aKey(rep, made, neighbour);
    site.put("/neighbour", html(snippet));
    const { visitor, page } = await openVisitor(browser, { colorScheme: "light" });
    await visitor.addCookies(
      Object.entries({ lang: "ja", theme: "dark" }).map(([name, value]) => ({
        ...{ name, value, domain: hostname, path: "/" },
      })),
    );
    const sent = page.waitForRequest((request) => request.url().includes("/embed/playback/"));
    await page.goto(`${neighbour}/neighbour`);
    expect((await (await sent).allHeaders())["cookie"]).toContain("lang=ja");
    const player = playerOf(page);
    await expect(play(player)).toBeVisible();
    await expect(player.locator("html")).toHaveAttribute("lang", "en");
    await expect(player.locator("html")).toHaveAttribute("data-theme", "auto");
    await expectPlays(player);
    expect((await visitor.cookies()).map(({ name, value }) => `${name}=${value}`).sort()).toEqual([
      "lang=ja",
      "theme=dark",
    ]);
  });
});
