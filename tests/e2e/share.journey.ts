import { readFileSync } from "node:fs";
import { type Browser, devices, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { LONG } from "./groups.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, expectFits, isLookedAtWhole, shoot, wear } from "./screen-check.ts";
import { asNew, sendFile } from "./send-tone.ts";
import { speakCall } from "./voices.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const EMAIL = "jo.alder@alder.example";
const PASSWORD = "quiet harbour";
const TITLE = "What we agreed";
/** What a browser says by itself of an address that a link does not lead to any more. */
const WHEN_OVER = /status of 410/;
/** The same of what is refused in a form, and of an address that leads nowhere. */
const REFUSED = /status of (?:422|404)/;

/** A phone of somebody outside, who was never here. */
async function aPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const { viewport, userAgent, deviceScaleFactor, hasTouch, isMobile } = devices["Pixel 7"];
  const context = await browser.newContext({
    ...{ viewport, userAgent, deviceScaleFactor, hasTouch, isMobile },
    ...(baseURL !== undefined && { baseURL }),
    ...{ locale: "en-US", timezoneId: "Asia/Tokyo", reducedMotion: "reduce" as const },
  });
  return context.newPage();
}

/** The newest code that was sent, as it stands on the page of e-mails of this machine. */
async function newestCode(page: Page): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const text = await (await page.request.get("/mail")).text();
    code = /Your code: (\d{6})/.exec(text)?.[1];
    expect(code).toBeDefined();
  }).toPass();
  return code ?? "";
}

/** In both looks and languages, on a phone and a desk. */
async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [theme, language] of [
    ["light", "en"],
    ["dark", "ja"],
  ] as const) {
    await wear(page, theme, language);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const title = `${name} ${width} ${language}`;
      if (isLookedAtWhole(language))
        await checkScreen(page, title, (worn) =>
          shoot(page, `share-${name}-${width}-${worn}-${language}`),
        );
      else await expectFits(page, title);
    }
  }
  await wear(page, "light", "en");
  if (before) await page.setViewportSize(before);
}

test("a part of a call is shared with one person, heard on a phone, logged, and taken back while it plays", {
  tag: LONG,
}, async ({ page: rep, browser, baseURL }) => {
  const spoken = await speakCall();
  test.skip(spoken === null, "no voice on this machine: install flite");
  if (spoken === null) return;
  const complaints = complaintsOf(rep);
  await signIn(rep);
  const callId = await sendFile(
    rep.request,
    "Planning with Alder Works",
    "jo.wav",
    asNew(readFileSync(spoken.customer)),
  );
  const call = `/playback/${callId}`;
  await expect(async () => {
    await rep.goto(call);
    await expect(rep.getByRole("region", { name: "Player" })).toBeVisible({ timeout: 2_000 });
    await expect(rep.locator("a.segment-time").first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 400_000 });

  const dialog = rep.getByRole("dialog", { name: /^Share outside/ });
  await test.step("the rep shares thirty seconds by keys, with a password and one address", async () => {
    await expect(async () => {
      await rep.getByRole("button", { name: "Share", exact: true }).press("Enter");
      await expect(dialog.getByLabel("E-mail addresses")).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await dialog.getByRole("button", { name: "Part of the call" }).press("Enter");
    for (const [name, time] of [
      ["From", "0:02"],
      ["To", "0:32"],
    ] as const) {
      await dialog.getByRole("textbox", { name, exact: true }).fill(time);
      await dialog.getByRole("textbox", { name, exact: true }).press("Enter");
    }
    await dialog.getByLabel("Title they see").fill(TITLE);
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByText("View limit, message").click();
    await dialog.getByLabel("Message").fill("Listen to what was agreed.");
    const preview = dialog.getByRole("complementary");
    await expect(preview).toContainText(TITLE);
    await expect(preview).toContainText("From Mari Kato");
    await expect(preview).toContainText("Listen to what was agreed.");
    await expect(preview).toContainText("0:02–0:32 of the call");
    for (const width of [1440, 390]) {
      await rep.setViewportSize({ width, height: 960 });
      await checkScreen(rep, `share ${width}`, (theme) =>
        shoot(rep, `share-dialog-${width}-${theme}`),
      );
    }
    await rep.setViewportSize({ width: 1440, height: 960 });
    await dialog.getByLabel("E-mail addresses").fill("jo.alder@");
    await dialog.getByRole("button", { name: "Create link for 1 person" }).press("Enter");
    await expect(dialog.getByText("jo.alder@ is not an e-mail address.")).toBeVisible();
    await expect(dialog.getByLabel("E-mail addresses")).toBeFocused();
    await dialog.getByRole("textbox", { name: "From", exact: true }).fill("soon");
    await dialog.getByLabel("E-mail addresses").fill(EMAIL);
    await dialog.getByRole("button", { name: "Create link for 1 person" }).press("Enter");
    await expect(dialog.getByText("Enter a time like 12:34.")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "From", exact: true })).toBeFocused();
    await dialog.getByRole("textbox", { name: "From", exact: true }).fill("0:02");
    await dialog.getByRole("button", { name: "Create link for 1 person" }).press("Enter");
    await expect(dialog.getByRole("status").first()).toHaveText("The link is ready to send.");
    await expect(dialog.getByRole("textbox", { name: "The link is ready to send." })).toBeFocused();
    await dialog.getByRole("button", { name: "QR code" }).press("Enter");
    await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    await shoot(rep, "share-made");
  });
  const link = await dialog
    .getByRole("textbox", { name: "The link is ready to send." })
    .inputValue();
  const path = new URL(link).pathname;

  const phone = await aPhone(browser, baseURL);
  const heard: string[] = [];
  phone.on("request", (request) => heard.push(new URL(request.url()).origin));
  const visitor = complaintsOf(phone);
  const h1 = phone.getByRole("heading", { level: 1 });
  await test.step("the visitor meets the conditions in their order", async () => {
    await phone.goto(path);
    await expect(h1).toHaveText("Enter the password");
    await look(phone, "password");
    await phone.locator("input[name=password]").fill("loud harbour");
    await phone.getByRole("button", { name: "Continue" }).click();
    await expect(phone.getByRole("alert").first()).toContainText("not the password of this link");
    await phone.locator("input[name=password]").fill(PASSWORD);
    await phone.getByRole("button", { name: "Continue" }).click();
    await expect(h1).toHaveText("Confirm your e-mail address");
    await look(phone, "email");
    await phone.getByLabel("E-mail").fill(EMAIL);
    await phone.getByRole("button", { name: "Send the code" }).click();
    await expect(h1).toHaveText("Enter your code");
    await look(phone, "code");
    await phone.getByLabel("Code").fill(await newestCode(phone));
    await phone.getByRole("button", { name: "Open the recording" }).click();
    await expect(h1).toHaveText(TITLE);
    await expect(phone.getByText("Planning with Alder Works")).toHaveCount(0);
  });

  await test.step("and sees thirty seconds, who sent them and until when", async () => {
    await expect(phone.getByText("From Mari Kato", { exact: true })).toBeVisible();
    await expect(phone.getByText("Listen to what was agreed.")).toBeVisible();
    await expect(phone.getByText(/^0:02–0:32 of the call$/)).toBeVisible();
    await expect(phone.getByText(/^Open to you until /)).toBeVisible();
    await expect(phone.locator("a.segment-time").first()).toBeVisible();
    await look(phone, "recording");
    expect(new Set(heard).size, "no request to another site").toBe(1);
  });

  await test.step("plays it, and the rep sees who and how much", async () => {
    await phone.getByRole("button", { name: "Play", exact: true }).click();
    const player = phone.getByRole("region", { name: "Player" });
    await expect(player.getByText(/^0:(?:0[4-9]|1\d)$/)).toBeVisible();
    await phone.getByRole("button", { name: "Pause", exact: true }).click();
    // The notice says who, and leads to the link itself.
    await expect(async () => {
      await rep.goto("/notices");
      await rep.getByRole("link", { name: `was opened for the first time, by ${EMAIL}` }).click();
      await expect(dialog.getByText("1 view", { exact: true })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(dialog.getByRole("button", { name: /^Views and people/ })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
    const visit = dialog
      .getByRole("listitem")
      .filter({ hasText: EMAIL })
      .filter({ hasText: /played/ });
    await expect(visit.last()).toContainText(/0:02–0:\d\d/);
    await shoot(rep, "share-views");
  });

  await test.step("the rep takes it back while it plays, and the page says so within ten seconds", async () => {
    await phone.getByRole("button", { name: "Play", exact: true }).click();
    await expect(phone.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    const sound = await phone.locator("audio").first().getAttribute("src");
    await dialog.getByRole("button", { name: /^Revoke the link/ }).press("Enter");
    const question = rep.getByRole("dialog", { name: "Revoke this link?" });
    await question.getByRole("button", { name: "Revoke", exact: true }).press("Enter");
    await expect(dialog.getByText("Revoked")).toBeVisible();
    await expect(h1).toHaveText("This link does not work", { timeout: 10_000 });
    await expect(phone.locator("audio")).toHaveCount(0);
    expect((await phone.request.get(sound ?? "")).status()).toBe(410);
    expect((await phone.goto(path))?.status()).toBe(410);
    await look(phone, "ended");
    await expect(phone.getByText("Planning with")).toHaveCount(0);
    await rep.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(rep).toHaveURL(call);
  });
  await phone.goto("/shared/AAAAAAAAAAAAAAAAAAAAAA");
  await expect(h1).toHaveText("This link does not work");

  expect(complaints.filter((line) => !REFUSED.test(line))).toEqual([]);
  expect(visitor.filter((line) => !WHEN_OVER.test(line) && !REFUSED.test(line))).toEqual([]);
});

test("without script a link still asks, shows its words and plays", async ({
  page: rep,
  browser,
  baseURL,
}) => {
  await signIn(rep);
  const spoken = await speakCall();
  test.skip(spoken === null, "no voice on this machine: install flite");
  if (spoken === null) return;
  const sound = readFileSync(spoken.customer);
  const callId = await sendFile(rep.request, "Depot plans", "jo-plain.wav", asNew(sound));
  await expect(async () => {
    await rep.goto(`/playback/${callId}`);
    await expect(rep.locator("a.segment-time").first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 400_000 });
  const made = await rep.request.post(
    `/playback/${callId}?_data=${encodeURIComponent("routes/work/playback")}`,
    {
      headers: { "sec-fetch-site": "same-origin" },
      form: {
        intent: "make_link",
        audience: "anyone",
        names: "true",
        transcript: "true",
        password: PASSWORD,
      },
    },
  );
  const { urlPath } = (await made.json()) as { urlPath: string };
  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    javaScriptEnabled: false,
  });
  const plain = await context.newPage();
  await plain.goto(`/shared/${urlPath}`);
  await plain.locator("input[name=password]").fill(PASSWORD);
  await plain.getByRole("button", { name: "Continue" }).click();
  await expect(async () => {
    await plain.reload();
    await expect(plain.locator("audio[controls]")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 400_000 });
  await expect(plain.locator("a.segment-time").first()).toBeVisible();
  await shoot(plain, "share-no-script");
});
