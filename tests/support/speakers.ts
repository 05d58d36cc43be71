import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { chromiumOnPath } from "#scripts/packages.ts";

/** Arguments of a Chromium whose microphone plays a file once and is then silent (live §11). */
export const speakerArgs = (wav: string): string[] => [
  "--no-sandbox",
  "--disable-gpu",
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-audio-capture=${wav}%noloop`,
  "--allow-loopback-in-peer-connection",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

/** A process of its own: one microphone file per browser. */
export const openSpeaker = (wav: string): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumOnPath() ?? chromium.executablePath(),
    headless: true,
    args: speakerArgs(wav),
  });

/** When pages began to hear the microphone, ms since 1970: the file begins anew each time. */
export type Openings = { page: Page; opened: () => Promise<number[]> };

/** A page that notes when it opened the microphone, and else is what people have. */
export async function openListened(context: BrowserContext): Promise<Openings> {
  await context.addInitScript(() => {
    const opened: number[] = [];
    Object.assign(globalThis, { microphoneOpened: opened });
    if (!("mediaDevices" in navigator)) return;
    const { mediaDevices } = navigator;
    const original = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wish) => {
      const stream = await original(wish);
      if (stream.getAudioTracks().length > 0) opened.push(Date.now());
      return stream;
    };
  });
  const page = await context.newPage();
  return {
    page,
    opened: () => page.evaluate<number[]>("globalThis.microphoneOpened ?? []"),
  };
}
