import type { BrowserContext, Page } from "playwright";
import { openChromium, openProfile } from "./lib/chromium.ts";
import { judge, options, quantile, skip } from "./lib/figures.ts";
import { openInstance } from "./lib/instance.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { runBench } from "./lib/run.ts";

// How soon a comment is on another open page of the call: two browsers of one member, from the key that sends it to the
// text in the other one's list, which everybody who may open the call is sent in the same way.
// `npm run bench -- comments --rounds 5`

const BENCH = "comments";
const ARRIVES_MS = 300;
const EACH_ROUND = 8;
const TURNS = 200;

/** A call of a quarter of an hour with words, and no sound. @returns its id */
async function importCall({ visitor }: SignedIn): Promise<string> {
  const text = Array.from({ length: TURNS }, (_, turn) => {
    const at = turn * 5;
    const clock = [at / 3_600, (at / 60) % 60, at % 60].map((part) =>
      String(Math.floor(part)).padStart(2, "0"),
    );
    return `[${clock.join(":")}] ${turn % 2 === 0 ? "Robin Vale" : "Elena Duarte"}: We come back to line ${turn} on Thursday.`;
  }).join("\n");
  const answer = await fetch(`${visitor.origin}/recordings/import`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      cookie: visitor.cookie,
    },
    body: JSON.stringify({ consent: true, title: "Renewal", name: "renewal.txt", text }),
  });
  const { callId } = (await answer.json()) as { callId?: string };
  if (callId === undefined) throw new Error(`The import answered ${answer.status}.`);
  return callId;
}

/** The page notes when a comment was last sent from it, as `sentAt`. */
async function openComments(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const note = ({ key }: KeyboardEvent) =>
      key === "Enter" && Object.assign(globalThis, { sentAt: Date.now() });
    addEventListener("keydown", note, { capture: true });
  });
  await page.goto(address);
  await page.getByRole("button", { name: /^Comment at/ }).waitFor();
  return page;
}

/** @returns ms from the key that sends the comment to its text on the other page; both read one clock */
async function say(from: Page, to: Page, text: string): Promise<number> {
  const arrival = to.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        const list = document.querySelector("ul[aria-label=Comments]");
        const look = () => {
          if (list?.textContent?.includes(wanted) !== true) return;
          watch.disconnect();
          done(Date.now());
        };
        const watch = new MutationObserver(look);
        if (list) watch.observe(list, { childList: true, subtree: true, characterData: true });
        look();
      }),
    text,
  );
  await from.locator("h1").click();
  await from.keyboard.press("c");
  await from.keyboard.insertText(text);
  await from.keyboard.press("Control+Enter");
  return (await arrival) - (await from.evaluate<number>("globalThis.sentAt"));
}

await runBench(async (stack) => {
  const instance = await openInstance(stack);
  const browser = await openChromium(stack);
  if (!browser) {
    skip(BENCH, "arrives", "no Chromium");
    return;
  }
  const member = await signUp(instance);
  const address = `${instance.origin}/playback/${await importCall(member)}?tab=comments`;
  const from = await openComments(await openProfile(browser, member.visitor), address);
  const to = await openComments(await openProfile(browser, member.visitor), address);
  await say(from, to, "The first one fills the caches.");
  const waits: number[] = [];
  for (let n = 1; n <= options.rounds * EACH_ROUND; n++)
    waits.push(await say(from, to, `Number ${n} of this run.`));
  judge(
    {
      ...{ bench: BENCH, case: "arrives", unit: "ms", of: "p95", ours: waits },
      value: quantile(waits, 0.95),
      goal: { op: "<=", value: ARRIVES_MS },
      note: `p50 ${quantile(waits, 0.5).toFixed(0)} ms`,
    },
    { pg: instance.pgVersion, chromium: browser.version() },
  );
});
