import { readdirSync, readFileSync } from "node:fs";
import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright";
import { paths } from "#app/paths.ts";
import type { Visitor } from "#scripts/demo/door.ts";
import { WHOLE_CHROMIUM } from "#scripts/packages.ts";
import { speakerArgs } from "#tests/support/speakers.ts";
import { allGone, familyOf, type Proc } from "./processes.ts";
import { bornAt } from "#scripts/processes.ts";

/** A member's browser with a profile on disk: what it kept is there again after it was killed. */
export type MemberBrowser = {
  page: Page;
  /** When it opened the microphone last, ms since 1970. */
  openedAt: () => Promise<number>;
  /** Cuts every line of the page, sound included, or mends them. */
  cut: (isCut: boolean) => Promise<void>;
  kill: () => Promise<void>;
  close: () => Promise<void>;
};

/** Some limit must be set, or loss has no effect; with 10 MB/s the scripts of a page hang for half a minute. */
const OPEN = { latency: 0, downloadThroughput: 1e9, uploadThroughput: 1e9 };

export async function openMember(
  profile: string,
  wav: string,
  { origin, cookie }: Visitor,
  callId: string,
): Promise<MemberBrowser> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: `/usr/bin/${WHOLE_CHROMIUM.name}`,
    headless: true,
    args: speakerArgs(wav),
    baseURL: origin,
    locale: "en-US",
    viewport: { width: 1440, height: 960 },
  });
  const at = cookie.indexOf("=");
  await context.addCookies([
    {
      name: cookie.slice(0, at),
      value: cookie.slice(at + 1),
      url: origin.replace("http:", "https:"),
      // As the product sets it: one without an end is lost when Chromium's network process starts anew.
      expires: Date.now() / 1000 + 86_400,
      secure: true,
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
  await noteOpenings(context);
  const page = await context.newPage();
  const lines = await context.newCDPSession(page);
  await setLines(lines, false); // armed before the page makes its connection, or it has no effect (live §12)
  await page.goto(paths.consoleCall(callId));
  return {
    page,
    openedAt: async () =>
      (await page.evaluate<number[]>("globalThis.microphoneOpened ?? []")).at(-1) ?? Number.NaN,
    cut: (isCut) => setLines(lines, isCut),
    async kill() {
      const roots = rootsOf(profile);
      const all = [...roots, ...roots.flatMap(({ pid }) => familyOf(pid))];
      for (const { pid } of roots) process.kill(pid, "SIGKILL");
      await allGone(all);
    },
    close: () => context.close().catch(() => undefined),
  };
}

async function setLines(lines: CDPSession, isCut: boolean): Promise<void> {
  await lines.send("Network.enable");
  await lines.send("Network.emulateNetworkConditions", {
    ...OPEN,
    offline: isCut,
    packetLoss: isCut ? 100 : 0,
    packetQueueLength: 0,
    packetReordering: false,
  });
}

const noteOpenings = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({
    content: `{
      const opened = (globalThis.microphoneOpened = []);
      const devices = navigator.mediaDevices;
      if (devices) {
        const original = devices.getUserMedia.bind(devices);
        devices.getUserMedia = async (wish) => {
          const stream = await original(wish);
          if (stream.getAudioTracks().length > 0) opened.push(Date.now());
          return stream;
        };
      }
    }`,
  });

/** The browser's own processes, told by the profile they were started with. */
function rootsOf(profile: string): Proc[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        const born = bornAt(pid);
        const isRoot =
          command.includes(`--user-data-dir=${profile}`) && !command.includes("--type=");
        return isRoot && born !== null ? [{ pid, born, name: "chromium" }] : [];
      } catch {
        return [];
      }
    });
}
