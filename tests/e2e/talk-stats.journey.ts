import { expect, type Locator, type Page, test } from "playwright/test";
import { beginUpload, importScript, sendFile, signIn as enter } from "#scripts/demo/door.ts";
import { guessLengthS, placeTurns, type Script, toVtt, type Turn } from "#scripts/demo/script.ts";
import { findSpeaker, speak } from "#scripts/demo/speak.ts";
import { complaintsOf, signIn } from "./people.ts";
import { expectPrints } from "./print-check.ts";
import { checkScreen, expectFits, shoot, wear } from "./screen-check.ts";
import { giveWords } from "./words-of-call.ts";

/** A layer that is fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

const TOLD =
  "the first month is free and you can stop at any time and there is a discount of ten percent for a full year";
const ASKED =
  "how many people work with that spreadsheet every week and who keeps the list of them";
const ANSWERED =
  "about twenty people and they lose two hours every monday morning because the list is never right and then somebody has to call all of the drivers once more";

/** Eleven turns a side, and one of ours that goes on and on. */
function talk(title: string, longTurns: number, language: Script["language"] = "en"): Script {
  const turn = (side: Turn["side"], text: string): Turn => ({
    side,
    gapS: 0.6,
    isAside: false,
    text,
  });
  const turns = Array.from({ length: 11 }, (_, at) => [
    turn("R", at === 4 ? Array.from({ length: longTurns }, () => TOLD).join(" ") : ASKED),
    turn("C", ANSWERED),
  ]).flat();
  // The middle of last week, whatever day it is: the door keeps to working days.
  const daysAgo = ((new Date().getUTCDay() + 6) % 7) + 5;
  return {
    ...{ slug: title.replaceAll(" ", "-"), title, company: "Alder Works", language },
    ...{ owner: "rep@demo.test", daysAgo, names: { R: "Mari Kato", C: "Jo Alder" }, turns },
  };
}

/** One call that can be heard, and two whose words were brought along. */
async function bringCalls(origin: string): Promise<void> {
  const speaker = await findSpeaker();
  test.skip(speaker === null, "no voice on this machine: install flite");
  if (speaker === null) return;
  const visitor = await enter(origin, "rep@demo.test", "parley-demo-calls");
  // Nothing here recognises Japanese: the sound is there within seconds, and its words are given to it.
  const heard = talk("Prices at length", 10, "ja");
  const { files, placed } = await speak(heard, speaker);
  const sizes = { R: files.R.length, C: files.C.length };
  const { callId, uploads } = await beginUpload(visitor, heard, sizes);
  for (const { id, index } of uploads) await sendFile(visitor, id, index === 0 ? files.R : files.C);
  for (const [title, long] of [
    ["Prices once more", 5],
    ["Prices in short", 3],
  ] as const) {
    const read = talk(title, long);
    const lengths = read.turns.map((turn) => guessLengthS(turn, "en"));
    await importScript(visitor, read, toVtt(placeTurns(read.turns, lengths), read.names));
  }
  const isThere = async (): Promise<boolean> => {
    // By its name: it is older than what other journeys made, and the first page holds the newest.
    const list = await fetch(`${origin}/recordings.json?q=Prices&state=ready&state=ready_partial`, {
      headers: { cookie: visitor.cookie },
    });
    const { data } = (await list.json()) as { data: { callId: string }[] };
    return data.some((one) => one.callId === callId);
  };
  await expect.poll(isThere, { timeout: 300_000, intervals: [1_000] }).toBe(true);
  await giveWords(callId, toVtt(placed, heard.names));
}

/** How many of Mari's calls of last week have a longest monologue. */
async function counted(page: Page): Promise<number> {
  const found = await page.request.get(
    "/analytics/talk-stats.json?range=last-week&metric=longest_monologue&sample=no",
  );
  const lines = (await found.json()) as {
    group: string;
    name: string | null;
    value: number | null;
  }[];
  return lines.filter(
    ({ group, name, value }) => group === "part" && name === "Mari Kato" && value !== null,
  ).length;
}

test("a manager finds who talked too much last week, hears it, says so and takes the numbers along", async ({
  page,
  baseURL,
}) => {
  const complaints = complaintsOf(page);
  await bringCalls(baseURL ?? "");
  await signIn(page, "manager");
  await expect.poll(() => counted(page), { timeout: 120_000, intervals: [1_000] }).toBe(3);

  await page.goto("/");
  let presses = 0;
  /** @param leadsTo part of the address: a press before the page has come would be one on the page before */
  const press = async (
    what: Locator,
    leadsTo: RegExp,
    way: "mouse" | "keyboard" = "mouse",
  ): Promise<void> => {
    presses += 1;
    if (way === "mouse") await what.click();
    else {
      // A page that is still being drawn may take the link away between its focus and the key.
      await what.focus();
      await expect(what).toBeFocused();
      await what.press("Enter");
    }
    await page.waitForURL(leadsTo);
  };
  const link = (name: string | RegExp) => page.getByRole("link", { name }).first();
  const sound = page.getByRole("region", { name: /^What was said in/ });

  await test.step("six presses from Home to the first long monologue", async () => {
    const nav = page.getByRole("navigation", { name: "Main" });
    await press(nav.getByRole("link", { name: "Analytics" }), /activity/);
    // The address changes before the page does: links of the page before, of the same name, lead elsewhere.
    const tabs = page.getByRole("navigation", { name: "Analytics" });
    await press(tabs.getByRole("link", { name: "Talk statistics" }), /talk-stats/);
    await expect(link(/^Longest monologue/)).toBeVisible();
    const periods = page.getByRole("group", { name: "Common periods" });
    const lastWeek = periods.getByRole("link", { name: "Last week" });
    await press(lastWeek, /range=last-week/);
    await expect(lastWeek).toHaveAttribute("aria-current", "true");
    await press(link(/^Longest monologue/), /metric=longest_monologue/, "keyboard");
    await press(link("Mari Kato"), /person=/, "keyboard");
    const first = page.locator("#calls li").first();
    await expect(first).toContainText("Prices at length");
    await press(
      first.getByRole("button", { name: "Listen to Prices at length" }),
      /range=last-week/,
    );
    expect(presses).toBeLessThanOrEqual(6);
    await expect(sound.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect(sound.getByText(/discount/).first()).toBeVisible();
    await sound.getByRole("button", { name: "Pause" }).press("Enter");
  });

  await test.step("two more", async () => {
    // Their words came without sound: those are read.
    for (const title of ["Prices once more", "Prices in short"]) {
      const url = page.url();
      await page.getByRole("link", { name: `Read the words of ${title} there` }).press("Enter");
      await page.waitForURL(/\/playback\/.*t=\d+/);
      await expect(page.getByText(/discount/).first()).toBeVisible();
      await page.goBack();
      await page.waitForURL(url);
    }
  });

  await test.step("the page in both languages, themes and widths", async () => {
    const url = page.url();
    for (const language of ["en", "ja"])
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(url);
        await wear(page, "light", language);
        await checkScreen(page, `talk statistics ${width} ${language}`, (theme) =>
          shoot(page, `talk-stats-${width}-${theme}-${language}`, true),
        );
      }
    await page.setViewportSize({ width: 320, height: 900 });
    await expectFits(page, "talk statistics 320 ja");
    await shoot(page, "talk-stats-320-ja", true);
    await wear(page, "light", "en");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("on paper", () => expectPrints(page, "talk-stats", /Team: all\. People: all\./));

  await test.step("feedback where it was said", async () => {
    await page.locator("#calls").getByRole("link", { name: "Prices at length" }).press("Enter");
    await page.waitForURL(/\/playback\/.*t=\d+/);
    const words = page.getByRole("textbox", { name: "Comment", exact: true });
    await expect(async () => {
      await page
        .getByRole("link", { name: /^Comments/ })
        .first()
        .click();
      // The form opens at the moment the player stands at, once script has come.
      if (!(await words.isVisible()))
        await page.getByRole("button", { name: /^Comment at/ }).press("Enter", { timeout: 3_000 });
      await expect(words).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await words.fill("Let them ask sooner.");
    await page.getByRole("button", { name: "Comment", exact: true }).press("Enter");
    await expect(page.getByText("Let them ask sooner.").first()).toBeVisible();
  });

  await test.step("the CSV holds the same numbers", async () => {
    await page.goto("/analytics/talk-stats?range=last-week&metric=longest_monologue&sample=no");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV with inputs" }).press("Enter");
    expect((await download).suggestedFilename()).toBe("talk-stats.csv");
  });
  expect(complaints).toEqual([]);
});
