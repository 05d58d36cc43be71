import { type Browser, type BrowserContext, expect, type Page, test } from "playwright/test";
import { sfuFile } from "#tests/support/sfu.ts";
import { openSpeaker } from "#tests/support/speakers.ts";
import { type Microphone, speakMicrophones } from "./live-voices.ts";
import { askToJoin, complaintsOf, signIn } from "./people.ts";

const TITLE = "Planning, by clicking";
const REP = "Mari Kato";
const GUEST = "Jo Alder";
/** Of its own: another journey of the suite looks for its sentences everywhere, and some must be nowhere. */
const SAID = {
  R: [
    "welcome to our call and thanks for your time",
    "let me begin with a question about your warehouse",
    "how do you count the boxes at the end of the day",
    "many companies still write these numbers on paper",
    "our program counts them with a small camera",
    "it needs no training and no new machines",
    "most customers begin with one hall and two people",
    "after a month they see where the boxes get lost",
    "the price depends on how many halls you have",
    "we can show it to you at your place next week",
    "would monday or tuesday be better for you",
    "i will write down what we agreed and send it tonight",
  ],
  C: [
    "hello and thank you for calling us back",
    "we have three halls and about forty workers",
    "every evening somebody walks around with a list",
    "last winter we lost almost two hundred boxes",
    "a camera sounds fine but our light is bad",
    "who repairs it when something is broken",
    "we pay a lot for the old system already",
    "my boss wants to hear about the price first",
    "tuesday afternoon is good for all of us",
    "please bring an example that we can touch",
    "one of our drivers will join the meeting",
    "fine then we will see each other on tuesday",
  ],
};
/** Of all sound that a line received, far under a spoken word and far over the noise of a silent line. */
const SPOKEN_ENERGY = 1e-3;

let microphones: Awaited<ReturnType<typeof speakMicrophones>>;
const browsers: Browser[] = [];
test.beforeAll(async () => {
  microphones = await speakMicrophones(SAID);
});
test.afterAll(async () => {
  for (const browser of browsers) await browser.close();
});

type Person = {
  page: Page;
  heard: () => Promise<number>;
  /** How many sounds of its own the page has played, beside the voices of the call. */
  sounds: () => Promise<number>;
  complaints: string[];
};

/** Somebody with a browser of their own, whose page tells how much sound it received. */
async function person(microphone: Microphone, baseURL: string): Promise<Person> {
  const browser = await openSpeaker(microphone.file);
  browsers.push(browser);
  const context = await browser.newContext({
    ...{ baseURL, locale: "en-US", timezoneId: "Asia/Tokyo" },
    viewport: { width: 1440, height: 960 },
  });
  await noteLines(context);
  const page = await context.newPage();
  const heard = () => page.evaluate<number>("globalThis.soundReceived()");
  const sounds = () => page.evaluate<number>("globalThis.countSounds()");
  return { page, heard, sounds, complaints: complaintsOf(page) };
}

/** `soundReceived()` in each page: the energy of all sound that its lines have received so far. */
async function noteLines(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const lines: RTCPeerConnection[] = [];
    const Original = globalThis.RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Original {
      constructor(...given: ConstructorParameters<typeof Original>) {
        super(...given);
        lines.push(this);
      }
    };
    const soundReceived = async (): Promise<number> => {
      let energy = 0;
      for (const line of lines)
        (await line.getStats()).forEach((stat: RTCInboundRtpStreamStats) => {
          if (stat.type === "inbound-rtp" && stat.kind === "audio")
            energy += stat.totalAudioEnergy ?? 0;
        });
      return energy;
    };
    let soundsPlayed = 0;
    const Sound = globalThis.Audio;
    globalThis.Audio = class extends Sound {
      constructor(...given: ConstructorParameters<typeof Sound>) {
        super(...given);
        this.addEventListener("playing", () => (soundsPlayed += 1));
      }
    };
    Object.assign(globalThis, { soundReceived, countSounds: () => soundsPlayed });
  });
}

/** From Home, as people come to it. */
async function openConsole(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Console", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForURL(/\/console$/);
}

test("a call by clicking alone: both are heard and recorded, a manager listens, and it plays", async ({
  baseURL,
}) => {
  test.skip(microphones === null, "no voice on this machine: install flite");
  test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
  if (microphones === null || baseURL === undefined) return;
  const rep = await person(microphones.R, baseURL);
  const guest = await person(microphones.C, baseURL);
  const manager = await person(microphones.C, baseURL);

  await test.step("the rep signs in, goes to the console, and tests the connection", async () => {
    await signIn(rep.page);
    await openConsole(rep.page);
    await rep.page.getByRole("button", { name: "Test the connection" }).click();
    await expect(rep.page.getByText("Calls will work well from here.")).toBeVisible({
      timeout: 90_000,
    });
    await expect(rep.page.getByText("blocked", { exact: true })).toHaveCount(0);
  });

  const link = await test.step("the rep starts a call", async () => {
    await rep.page.getByLabel("Title").fill(TITLE);
    await rep.page.getByRole("button", { name: "Start the call" }).click();
    await rep.page.waitForURL(/\/console\/[0-9a-f-]{36}/);
    await expect(rep.page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
    await rep.page.getByRole("button", { name: "Invite" }).click();
    const url = await rep.page.getByLabel("Invitation link").inputValue();
    await rep.page.keyboard.press("Escape");
    await expect(rep.page.getByRole("button", { name: "Mute" })).toBeVisible();
    return url;
  });

  await test.step("the guest opens the link and agrees while the rep looks elsewhere: the tab says so and sounds", async () => {
    await rep.page.getByRole("link", { name: "Recordings", exact: true }).click();
    await expect(rep.page.getByRole("heading", { level: 1, name: "Recordings" })).toBeVisible();
    await expect(rep.page).not.toHaveTitle(/waiting/);
    expect(await rep.sounds()).toBe(0);
    await guest.page.goto(new URL(link).pathname);
    await askToJoin(guest.page, GUEST);
    await expect(guest.page).toHaveTitle(/^Waiting · /);
    await expect(rep.page).toHaveTitle(new RegExp(`^${GUEST} is waiting · .*Recordings`));
    await expect(rep.page.getByRole("button", { name: `Admit ${GUEST}` })).toBeVisible();
    await expect.poll(rep.sounds).toBe(1);
  });

  await test.step("the rep goes back, which sounds no second time, and lets them in", async () => {
    await rep.page.getByRole("link", { name: /^Live .*: return to/ }).click();
    await expect(rep.page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
    await expect(rep.page).toHaveTitle(new RegExp(`^${GUEST} is waiting · `));
    await rep.page.getByRole("button", { name: `Admit ${GUEST}` }).click();
    await expect(rep.page).not.toHaveTitle(/waiting/);
    expect(await rep.sounds()).toBe(1);
    await expect(guest.page).toHaveTitle(/^In the call · /);
    await expect.poll(guest.sounds).toBe(1);
    await expect(guest.page.getByRole("button", { name: "Mute" })).toBeVisible();
    await expect(rep.page.getByText("Recording 2 tracks")).toBeVisible();
  });

  await test.step("each hears the other", async () => {
    await expect.poll(rep.heard).toBeGreaterThan(SPOKEN_ENERGY);
    await expect.poll(guest.heard).toBeGreaterThan(SPOKEN_ENERGY);
  });

  await test.step("a manager comes from Home and listens", async () => {
    await signIn(manager.page, "manager");
    await openConsole(manager.page);
    await manager.page
      .getByRole("listitem")
      .filter({ hasText: TITLE })
      .getByRole("link", { name: /Follow or listen/ })
      .click();
    await manager.page.getByRole("button", { name: "Listen", exact: true }).click();
    await expect(manager.page.getByText(/You are listening; no one can hear you/)).toBeVisible();
    await expect.poll(manager.heard).toBeGreaterThan(SPOKEN_ENERGY);
    await expect(rep.page.getByText(/Coach listening/).first()).toBeVisible();
  });

  await test.step("words of both appear while they speak", async () => {
    const log = rep.page.getByRole("log");
    await expect(log.locator("[data-final=true]", { hasText: REP }).first()).toBeVisible();
    await expect(log.locator("[data-final=true]", { hasText: GUEST }).first()).toBeVisible();
  });

  await test.step("the rep looks at a recording meanwhile, and comes back: the call goes on", async () => {
    await rep.page.getByRole("link", { name: "Recordings", exact: true }).click();
    await expect(rep.page.getByRole("heading", { level: 1, name: "Recordings" })).toBeVisible();
    const before = await rep.heard();
    await expect.poll(rep.heard).toBeGreaterThan(before);
    await rep.page
      .getByRole("link", { name: new RegExp(TITLE) })
      .first()
      .click();
    await expect(rep.page.getByText("Recording 2 tracks")).toBeVisible();
  });

  await test.step("the rep ends it and plays it: two tracks, with the words of both", async () => {
    await rep.page.getByRole("button", { name: "End", exact: true }).click();
    await rep.page.getByRole("button", { name: "End for everyone" }).click();
    await rep.page.getByRole("link", { name: "Play the recording" }).click();
    await rep.page.waitForURL(/\/playback\//);
    await rep.page.getByRole("button", { name: "Play", exact: true }).click();
    await expect
      .poll(() => rep.page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
      .toBeGreaterThan(0.5);
    const words = rep.page.locator("section[aria-labelledby=transcript-title]");
    await expect(words).toContainText(REP);
    await expect(words).toContainText(GUEST);
  });

  for (const { complaints } of [rep, manager]) expect(complaints).toEqual([]);
});
