import { expect, type Locator, type Page } from "playwright/test";

type Layer = {
  /** What opens it, and has the focus back afterwards. */
  trigger: Locator;
  /** The name of its first field; null: it has none, and its title takes the focus. */
  field: string | RegExp | null;
};

/**
 * Opens a layer by keyboard as it stands on a page: one can type at once, no tooltip lies over it, one Escape closes it,
 * also from its ✕, and the focus comes back.
 */
export async function expectLayer(page: Page, { trigger, field }: Layer): Promise<void> {
  const layer = page.getByRole("dialog");
  const open = async (): Promise<void> => {
    await trigger.focus();
    await page.keyboard.press("Enter");
    await expect(layer).toBeVisible();
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
  await close();

  const cross = layer.getByRole("button", { name: "Close" });
  await open();
  if ((await cross.count()) > 0) {
    await expect(async () => {
      await page.keyboard.press("Tab");
      await expect(cross).toBeFocused({ timeout: 50 });
    }).toPass();
    await expect(tooltips(page)).toHaveText("Close");
  }
  await close();
}

/** They are said to eyes alone. */
const tooltips = (page: Page): Locator => page.getByRole("tooltip", { includeHidden: true });
