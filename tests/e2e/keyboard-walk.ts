import { expect, type Page } from "playwright/test";

/** More stops than any page has. */
const MOST_STOPS = 400;

type Stop = { key: string | null; isSeen: boolean; html: string };

/**
 * Goes once through the page with Tab, as it stands: whatever can be operated is reached, in sight and not covered
 * there; it looks different with the focus than without it; and the keyboard comes out again.
 * @param name of the page, for what is said when it fails
 */
export async function walkByKeyboard(page: Page, name: string): Promise<void> {
  const wanted = await markStops(page);
  expect.soft(wanted.length, `${name}: nothing to operate`).toBeGreaterThan(0);
  const reached = new Set<string>();
  let first: string | null = null;
  let presses = 0;
  for (; presses < MOST_STOPS; presses += 1) {
    await page.keyboard.press("Tab");
    const { stop, unmarked } = await stopOf(page);
    expect.soft(unmarked, `${name}: looks the same with and without the focus`).toBeNull();
    if (stop === null) continue; // out at the end, and in again at the beginning
    if (stop.key !== null && stop.key === first) break;
    first ??= stop.key;
    if (stop.key !== null) reached.add(stop.key);
    expect.soft(stop.isSeen, `${name}: out of sight or covered: ${stop.html}`).toBe(true);
  }
  expect.soft(presses, `${name}: the keyboard does not come out again`).toBeLessThan(MOST_STOPS);
  // What news has taken off the page meanwhile, or drawn anew, is nobody's to reach.
  const present = new Set(
    await page
      .locator("[data-stop]")
      .evaluateAll((all) => all.flatMap((one) => one.getAttribute("data-stop") ?? [])),
  );
  const missed = wanted.filter(
    ({ keys }) => !keys.some((key) => reached.has(key)) && keys.every((key) => present.has(key)),
  );
  expect
    .soft(
      missed.map(({ html }) => html),
      `${name}: never reached`,
    )
    .toEqual([]);
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

/** Where the focus is, null when it has left the page; and what it has just left, where that has not changed by it. */
function stopOf(page: Page): Promise<{ stop: Stop | null; unmarked: string | null }> {
  return page.evaluate(() => {
    /** What people can see of the focus, on the element and on what stands for it. */
    const lookOf = (element: HTMLElement): string => {
      const around = [
        element,
        element.parentElement,
        element.nextElementSibling,
        element.closest("label"),
      ];
      return JSON.stringify(
        around.map((one) => {
          if (one === null) return null;
          const style = getComputedStyle(one);
          const hasOutline = style.outlineStyle !== "none" && style.outlineWidth !== "0px";
          return [
            hasOutline && `${style.outlineColor} ${style.outlineWidth}`,
            ...[style.boxShadow, style.borderColor, style.backgroundColor],
          ];
        }),
      );
    };
    const seen = window as { before?: { element: HTMLElement; look: string } };
    const { before } = seen;
    const at = document.activeElement;
    const hasLeft = before?.element.isConnected === true && before.element !== at;
    const unmarked =
      hasLeft && lookOf(before.element) === before.look
        ? before.element.outerHTML.slice(0, 140)
        : null;
    if (!(at instanceof HTMLElement) || at === document.body) {
      delete seen.before;
      return { stop: null, unmarked };
    }
    seen.before = { element: at, look: lookOf(at) };
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
    const over = document.elementFromPoint(x, y);
    const label = at instanceof HTMLInputElement ? at.labels?.[0] : undefined;
    const isSeen =
      bottom > 0 &&
      top < innerHeight &&
      over !== null &&
      (at.contains(over) || over.contains(at) || label?.contains(over) === true);
    const stop = { key: at.dataset["stop"] ?? null, isSeen, html: at.outerHTML.slice(0, 140) };
    return { stop, unmarked };
  });
}
