import { OUTPUT_TYPES } from "#app/core/domain/summary/output.ts";
import { openChromium, openProfile } from "./lib/chromium.ts";
import { judge, options, quantile, skip } from "./lib/figures.ts";
import { openInstance } from "./lib/instance.ts";
import { signUp, type SignedIn } from "./lib/people.ts";
import { runBench } from "./lib/run.ts";

// From the address of a template of twenty sections to a page whose sections can be dragged.
// `npm run bench -- template`

const BENCH = "template";
const SECTIONS = 20;
const GOAL_MS = 1_000;

await runBench(async (stack) => {
  const browser = await openChromium(stack);
  if (!browser) {
    skip(BENCH, "all", "no Chromium");
    return;
  }
  const instance = await openInstance(stack);
  const member = await signUp(instance);
  const path = await makeTemplate(member);
  const context = await openProfile(browser, member.visitor);
  const times: number[] = [];
  for (let round = 0; round <= options.rounds * 2; round++) {
    const page = await context.newPage();
    const from = performance.now();
    await page.goto(instance.origin + path, { waitUntil: "commit" });
    // The grips are the last that script brings.
    await page
      .getByRole("button", { name: /^Reorder/ })
      .nth(SECTIONS - 1)
      .waitFor();
    if (round > 0) times.push(performance.now() - from); // the first one fills the caches
    await page.close();
  }
  judge({
    bench: BENCH,
    case: `page-${SECTIONS}-sections-interactive`,
    unit: "ms",
    of: "p95",
    ours: times,
    value: quantile(times, 0.95),
    goal: { op: "<=", value: GOAL_MS },
    note: "scripts from the browser's cache, a new page each time, no slowdown of the processor",
  });
});

/** @returns the path of its page */
async function makeTemplate({ visitor }: SignedIn): Promise<string> {
  const post = async (at: string, form: Record<string, string>): Promise<string | null> => {
    const answer = await fetch(visitor.origin + at, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin", cookie: visitor.cookie },
      body: new URLSearchParams(form),
    });
    if (answer.status >= 400) throw new Error(`${form["intent"]} was refused (${answer.status}).`);
    return answer.headers.get("location");
  };
  const list = "/setting/summarization-template";
  const made = await post(list, { intent: "make_template", name: "Long", language: "en" });
  if (made === null) throw new Error("The new template has no page.");
  const path = new URL(made, visitor.origin).pathname;
  for (let n = 0; n < SECTIONS; n++)
    await post(path, {
      ...{ intent: "add_section", title: `Section ${n}` },
      type: OUTPUT_TYPES[n % OUTPUT_TYPES.length] ?? "text",
    });
  return path;
}
