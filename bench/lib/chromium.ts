import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright";
import type { Visitor } from "#scripts/demo/door.ts";
import { chromiumOnPath } from "#scripts/packages.ts";
import type { Stack } from "./run.ts";

/** Debian's Chromium, else Playwright's own, else null. */
export async function openChromium(stack: Stack): Promise<Browser | null> {
  const given = chromiumOnPath() ?? chromium.executablePath();
  if (!existsSync(given)) return null;
  const browser = await chromium.launch({ executablePath: given, args: ["--no-sandbox"] });
  stack.onEnd(() => browser.close());
  return browser;
}

/** A new profile of somebody who was never here. */
export async function openEmptyProfile(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
  });
  // tsx names functions by a helper of its own, which functions sent to a page do not find there.
  await context.addInitScript({ content: "globalThis.__name = (named) => named;" });
  return context;
}

/** A new profile with nothing but the member's cookie. */
export async function openProfile(
  browser: Browser,
  { origin, cookie }: Visitor,
): Promise<BrowserContext> {
  const context = await openEmptyProfile(browser);
  const at = cookie.indexOf("=");
  await context.addCookies([
    {
      name: cookie.slice(0, at),
      value: cookie.slice(at + 1),
      url: origin.replace("http:", "https:"),
      secure: true,
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
  return context;
}
