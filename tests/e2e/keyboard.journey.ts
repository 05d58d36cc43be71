import { expect, test, type Page } from "playwright/test";
import { enterAs, OF_ADMINS, PUBLIC, screensOfRep } from "./screen-list.ts";

/** More stops than any page has. */
const MOST_STOPS = 400;
/** Script takes the page over, and may put the focus somewhere. */
const SETTLE_MS = 700;
const WIDTHS = [1440, 390];

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the keyboard reaches everything, shows where it is, and leaves again: everybody's screens", async ({
  page,
}) => {
  test.setTimeout(600_000);
  for (const route of PUBLIC) await walk(page, route);
  await page.goto("/signin");
  await enterAs(page, "rep");
  for (const route of [...(await screensOfRep(page)), "/console"]) await walk(page, route);
});

test("the keyboard reaches everything, shows where it is, and leaves again: admins' screens", async ({
  page,
}) => {
  test.setTimeout(600_000);
  await page.goto("/signin");
  await enterAs(page, "admin");
  for (const route of OF_ADMINS) await walk(page, route);
});

type Stop = { key: string | null; isMarked: boolean; isSeen: boolean; html: string };

async function walk(page: Page, route: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(route);
    await page.waitForTimeout(SETTLE_MS);
    const name = `${route} ${width}`;
    const wanted = await markStops(page);
    if (wanted.length === 0) return; // words alone
    const reached = new Set<string>();
    let first: string | null = null;
    let presses = 0;
    for (; presses < MOST_STOPS; presses += 1) {
      await page.keyboard.press("Tab");
      const stop = await stopOf(page);
      if (stop === null) continue; // out at the end, and in again at the beginning
      if (stop.key !== null && stop.key === first) break;
      first ??= stop.key;
      if (stop.key !== null) reached.add(stop.key);
      expect.soft(stop.isMarked, `${name}: no mark of the focus on ${stop.html}`).toBe(true);
      expect.soft(stop.isSeen, `${name}: out of sight or covered: ${stop.html}`).toBe(true);
    }
    expect.soft(presses, `${name}: the keyboard does not come out again`).toBeLessThan(MOST_STOPS);
    const missed = wanted.filter(({ keys }) => !keys.some((key) => reached.has(key)));
    expect
      .soft(
        missed.map(({ html }) => html),
        `${name}: never reached`,
      )
      .toEqual([]);
  }
}

/** Numbers what can be operated and is shown. A group of radio buttons is one stop. */
function markStops(page: Page): Promise<{ keys: string[]; html: string }[]> {
  return page.evaluate(() => {
    const operable =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], audio[controls], video[controls]";
    const groups = new Map<string, { keys: string[]; html: string }>();
    let count = 0;
    // What lies under a question that must be answered first is out of reach on purpose.
    const open = document.querySelector("dialog[open], [role=dialog][data-state=open]");
    for (const element of (open ?? document).querySelectorAll<HTMLElement>(operable)) {
      const isOff = element.matches(
        ":disabled, [tabindex='-1'], [inert] *, [role=tablist], [data-radix-focus-guard]",
      );
      if (isOff || !element.checkVisibility({ visibilityProperty: true })) continue;
      const key = String(count++);
      element.dataset["stop"] = key;
      const isRadio = element instanceof HTMLInputElement && element.type === "radio";
      const group = isRadio ? `radio ${element.form?.id ?? ""} ${element.name}` : key;
      const known = groups.get(group) ?? { keys: [], html: element.outerHTML.slice(0, 140) };
      known.keys.push(key);
      groups.set(group, known);
    }
    return [...groups.values()];
  });
}

/** Where the focus is; null when it has left the page. */
function stopOf(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return null;
    const draws = (element: Element, pseudo?: string): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    };
    const around = [at, at.parentElement, at.nextElementSibling, at.closest("label")];
    // The parts of a date are marked by the browser, inside.
    const isDate = at.matches("input[type^=date], input[type=time]");
    const isMarked = isDate || around.some((element) => element !== null && draws(element));
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
    const over = document.elementFromPoint(x, y);
    const label = at instanceof HTMLInputElement ? at.labels?.[0] : undefined;
    const isSeen =
      bottom > 0 &&
      top < innerHeight &&
      over !== null &&
      (at.contains(over) || over.contains(at) || label?.contains(over) === true);
    return {
      key: at.dataset["stop"] ?? null,
      isMarked,
      isSeen,
      html: at.outerHTML.slice(0, 140),
    };
  });
}
