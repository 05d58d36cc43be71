import { expect, type Locator, type Page } from "playwright/test";
import { checkScreen } from "./screen-check.ts";

/** More than any layer of ours has. */
const MOST_STOPS = 40;

type Layer = {
  /** What opens it, and has the focus back afterwards. */
  trigger: Locator;
  /** The name of its first field; null: it has none, and its title takes the focus. */
  field: string | RegExp | null;
};

/**
 * Opens a layer by keyboard as it stands on a page: one can type at once, no tooltip lies over it, one Escape closes it,
 * also from its ✕, and the focus comes back. axe finds nothing in it, in either theme.
 */
export async function expectLayer(page: Page, { trigger, field }: Layer): Promise<void> {
  const layer = page.getByRole("dialog");
  const open = async (): Promise<void> => {
    // A page that has just come answers to keys a little later than it is drawn.
    await expect(async () => {
      if ((await layer.count()) === 0) await trigger.press("Enter");
      await expect(layer).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const first = field === null ? layer.getByRole("heading") : layer.getByLabel(field).first();
    await expect(first).toBeFocused();
    await expect(tooltips(page)).toHaveCount(0);
  };
  const close = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await expect(layer).toHaveCount(0);
    await expect(trigger).toBeFocused();
  };
  await open();
  await checkScreen(page, `layer ${String(field)}`);
  await close();

  const cross = layer.getByRole("button", { name: "Close" });
  await open();
  if ((await cross.count()) > 0) {
    for (let stops = 0; stops < MOST_STOPS && !(await isFocused(cross)); stops += 1)
      await page.keyboard.press("Tab");
    await expect(cross).toBeFocused();
    await expect(tooltips(page)).toHaveText("Close");
  }
  await close();
}

const isFocused = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => element === document.activeElement);

/** They are said to eyes alone. */
const tooltips = (page: Page): Locator => page.getByRole("tooltip", { includeHidden: true });
