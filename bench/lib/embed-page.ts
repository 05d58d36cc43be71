import { gzipSync } from "node:zlib";
import type { BrowserContext, Page, Request } from "playwright";

// A page of another site with a player in it, as somebody's browser meets it.

export type Fetched = { path: string; isScript: boolean; gzipBytes: number };

/** Opens the page and waits until the player's script runs. */
async function openSite(page: Page, url: string) {
  await page.goto(url);
  const player = page.frameLocator("iframe");
  // Its script writes the position as soon as it runs.
  await player.locator('[data-player][style*="--at"]').waitFor();
  return player;
}

/** What a player fetches before anybody presses play, by a browser that has nothing of it. */
export async function beforePlay(context: BrowserContext, url: string): Promise<Fetched[]> {
  const page = await context.newPage();
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) asked.push(request);
  });
  await openSite(page, url);
  await page.waitForLoadState("networkidle");
  const fetched = await Promise.all(asked.map(weigh));
  await page.close();
  return fetched;
}

async function weigh(request: Request): Promise<Fetched> {
  const path = new URL(request.url()).pathname;
  const answer = await request.response();
  if (answer?.ok() !== true)
    throw new Error(`${path} was refused (${answer?.status() ?? "none"}).`);
  const gzipBytes = gzipSync(await answer.body()).length;
  return { path, isScript: request.resourceType() === "script", gzipBytes };
}

/** From the click, as the browser dates it, to a clock of the sound that runs, ms; looked at once a frame. */
export async function pressPlay(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const player = await openSite(page, url);
  const audio = player.locator("audio");
  await audio.evaluate((sound: HTMLAudioElement) => {
    const heard = new Promise<number>((resolve) => {
      const pressed = ({ timeStamp }: Event): void => {
        const look = (): void => {
          if (sound.currentTime > 0) resolve(performance.now() - timeStamp);
          else requestAnimationFrame(look);
        };
        look();
      };
      addEventListener("click", pressed, { capture: true, once: true });
    });
    Object.assign(globalThis, { heard });
  });
  await player.getByRole("button", { name: "Play", exact: true }).click();
  const waited = await audio.evaluate(
    () => (globalThis as unknown as { heard: Promise<number> }).heard,
  );
  await page.close();
  return waited;
}
