import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test,
} from "playwright/test";
import { sfuFile } from "#tests/support/sfu.ts";
import { openSpeaker } from "#tests/support/speakers.ts";
import { LONG } from "./groups.ts";
import { ALIKE, look, mediaFiles, soundOf, withDatabase } from "./live-truth.ts";
import { type Microphone, speakMicrophones } from "./live-voices.ts";
import { askToJoin, complaintsOf, signIn, startCall } from "./people.ts";
import { shoot } from "./screen-check.ts";

const REP = "Mari Kato";
const GUEST = "Jo Alder";
const UNRECORDED = "Sam Reed";
const CONSENT = "Kept for thirty days, then deleted. Ask us about it at any time.";
const NOTE = "Wants the forecast by Friday";
/** Until they come, so much of the call has passed. */
const LATE_MS = 12_000;
/** Long enough to be heard in a file, were it kept. */
const SPOKEN_MS = 25_000;
const PAUSE_MS = 4_000;
/** From a choice of the host's to the recorder's own word on it. */
const SLACK_MS = 2_500;
const SCREEN = { width: 1440, height: 960 };
const PHONE = { width: 390, height: 844 };

let microphones: Awaited<ReturnType<typeof speakMicrophones>>;
const browsers: Browser[] = [];
test.beforeAll(async () => {
  microphones = await speakMicrophones();
});
test.afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.close();
});

type Person = { context: BrowserContext; page: Page; complaints: string[] };

async function person(microphone: Microphone, baseURL: string): Promise<Person> {
  const browser = await openSpeaker(microphone.file);
  browsers.push(browser);
  const context = await browser.newContext({
    ...{ baseURL, locale: "en-US", timezoneId: "Asia/Tokyo" },
    viewport: SCREEN,
  });
  const page = await context.newPage();
  return { context, page, complaints: complaintsOf(page) };
}

/** What guests read and may do, as an admin sets it with the form of the settings. */
async function setForGuests(
  page: Page,
  choice: { text: string; allowsUnrecorded: boolean; mayShareScreen: boolean },
): Promise<void> {
  await page.goto("/setting/general?tab=workspace");
  const panel = page.getByRole("region", { name: "Live call guests" });
  await panel.getByLabel("Consent text, English").fill(choice.text);
  await panel
    .getByLabel("Guests can join without being recorded")
    .setChecked(choice.allowsUnrecorded);
  await panel.getByLabel("Guests can share their screen").setChecked(choice.mayShareScreen);
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText("Saved")).toBeVisible();
}

async function photograph(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of [
    ["1440", SCREEN],
    ["390", PHONE],
  ] as const) {
    await page.setViewportSize(viewport);
    for (const theme of ["light", "dark"]) {
      await page.evaluate((worn) => (document.documentElement.dataset["theme"] = worn), theme);
      await shoot(page, `choices-${name}-${width}-${theme}`);
    }
  }
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "light"));
  await page.setViewportSize(SCREEN);
}

const callIdOf = (page: Page): string => /\/console\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? "";

test("what is chosen for a call and its guests holds during it and is read in its recording", {
  tag: LONG,
}, async ({ baseURL }) => {
  test.skip(microphones === null, "no voice on this machine: install flite");
  test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
  if (microphones === null || baseURL === undefined) return;
  const { page: rep, complaints } = await person(microphones.R, baseURL);
  const guest = await person(microphones.C, baseURL);
  const admin = await guest.context.browser()?.newContext({ baseURL, viewport: SCREEN });
  const adminPage = await admin?.newPage();
  if (!adminPage) throw new Error("no page for the admin");

  await test.step("an admin sets what guests read and may do", async () => {
    await signIn(adminPage, "admin");
    await setForGuests(adminPage, {
      ...{ text: CONSENT, allowsUnrecorded: false, mayShareScreen: false },
    });
    await photograph(adminPage, "settings");
  });

  const invitation = await test.step("the rep starts a call without a title", async () => {
    await signIn(rep);
    await rep.goto("/console");
    await rep.getByLabel("Visible to").selectOption("private");
    await rep.getByLabel("Spoken language").selectOption("ja");
    await photograph(rep, "start");
    await rep.getByRole("button", { name: "Start the call" }).click();
    await rep.waitForURL(/\/console\/[0-9a-f-]{36}/);
    await expect(rep.getByRole("heading", { level: 1, name: titleOf(REP) })).toBeVisible();
    await expect(rep.getByText("Recording 1 track")).toBeVisible();
    await rep.getByRole("button", { name: "Invite" }).click();
    const url = await rep.getByLabel("Invitation link").inputValue();
    await rep.keyboard.press("Escape");
    return new URL(url).pathname;
  });
  const callId = callIdOf(rep);
  expect(await choicesOf(callId)).toEqual({ visibility: "private", language: "ja" });

  await test.step("visibility and language are changed while it runs", async () => {
    await rep.getByRole("button", { name: "Edit the call" }).click();
    const form = rep.getByRole("dialog");
    await expect(form.getByLabel("Visible to")).toHaveValue("private");
    await expect(form.getByLabel("Spoken language")).toHaveValue("ja");
    await form.getByLabel("Visible to").selectOption("workspace");
    await form.getByLabel("Spoken language").selectOption("en");
    await photograph(rep, "edit");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    await expect(rep.getByText("Built-in recognition is English only")).toBeHidden();
  });

  await test.step("without the settings there is neither a way in unrecorded nor a screen", async () => {
    await expect.poll(() => ageOf(callId), { timeout: LATE_MS * 2 }).toBeGreaterThan(LATE_MS);
    await guest.page.goto(invitation);
    await expect(guest.page.getByText(CONSENT)).toBeVisible();
    await expect(
      guest.page.getByRole("button", { name: "Join without being recorded" }),
    ).toHaveCount(0);
    await photograph(guest.page, "lobby");
    await askToJoin(guest.page, GUEST);
    await rep.getByRole("button", { name: `Admit ${GUEST}` }).click();
    await expect(guest.page.getByText("Your voice is recorded.")).toBeVisible();
    await expect(
      rep.getByRole("heading", { level: 1, name: titleOf(`${REP} and ${GUEST}`) }),
    ).toBeVisible();
    await expect(guest.page.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
  });

  await test.step("a late comer's lane is empty until they came", async () => {
    const canvas = rep.getByRole("img", { name: /Who is speaking/ });
    await expect.poll(() => lineOf(canvas, 1)).not.toBeNull();
    const host = (await lineOf(canvas, 0)) ?? 1;
    const late = (await lineOf(canvas, 1)) ?? 0;
    console.log(`  the lanes begin at ${host.toFixed(2)} and ${late.toFixed(2)} of the width`);
    expect(late).toBeGreaterThan(host + 0.1);
    await photograph(rep, "lanes");
  });

  await test.step("N leads to a note of this moment", async () => {
    await rep.locator("h1").click();
    await rep.keyboard.press("n");
    await expect(rep.getByRole("textbox", { name: /^Note at/ })).toBeFocused();
    await rep.keyboard.type(NOTE);
    await rep.keyboard.press("Enter");
    await expect(rep.getByRole("list", { name: "Notes" }).getByText(NOTE)).toBeVisible();
  });

  const voice = await backwards(microphones.C);
  const unrecorded = await person(voice, baseURL);
  await test.step("with the settings one guest comes in unrecorded and shows a screen", async () => {
    await setForGuests(adminPage, {
      ...{ text: `${CONSENT} Thank you.`, allowsUnrecorded: true, mayShareScreen: true },
    });
    const { page } = unrecorded;
    await page.goto(invitation);
    await expect(page.getByText(`${CONSENT} Thank you.`)).toBeVisible();
    await photograph(page, "lobby-unrecorded");
    await page.getByLabel("Your name").fill(UNRECORDED);
    await page.getByRole("button", { name: "Join without being recorded" }).click();
    await expect(page.getByText("You join without being recorded.")).toBeVisible();
    await rep.getByRole("button", { name: `Admit ${UNRECORDED}` }).click();
    await expect(page.getByText("Your voice is not recorded.")).toBeVisible();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(page.getByRole("button", { name: "Stop sharing" })).toBeVisible();
    await expect(rep.getByLabel(`Screen of ${UNRECORDED}`)).toBeVisible();
    await expect(guest.page.getByLabel(`Screen of ${UNRECORDED}`)).toBeVisible();
    await photograph(page, "guest-shares");
    await page.getByRole("button", { name: "Stop sharing" }).click();
    await expect(rep.getByLabel(`Screen of ${UNRECORDED}`)).toHaveCount(0);
    await expect(rep.getByText("guest, not recorded")).toBeVisible();
    await expect(rep.getByText("Recording 2 tracks")).toBeVisible();
  });
  const joinedAt = Date.now();

  await test.step("the recording is paused and resumed", async () => {
    await rep.getByRole("button", { name: "Pause rec" }).click();
    await expect(guest.page.getByText("Recording paused").first()).toBeVisible();
    const pausedAt = Date.now();
    await expect.poll(() => Date.now() - pausedAt).toBeGreaterThan(PAUSE_MS);
    await photograph(rep, "paused");
    await rep.getByRole("button", { name: "Resume rec" }).click();
    await expect(rep.getByText("Recording 2 tracks")).toBeVisible();
  });

  await test.step("the call ends, and its guests are thanked", async () => {
    await expect
      .poll(() => Date.now() - joinedAt, { timeout: SPOKEN_MS * 2 })
      .toBeGreaterThan(SPOKEN_MS);
    await rep.getByRole("button", { name: "End", exact: true }).click();
    await rep.getByRole("button", { name: "End for everyone" }).click();
    for (const { page } of [guest, unrecorded]) {
      await expect(page.getByRole("heading", { name: "The call has ended" })).toBeVisible();
      await expect(page.getByText("Thank you for joining.")).toBeVisible();
    }
    await photograph(guest.page, "thanks");
    await expect(rep.getByText(NOTE)).toBeVisible();
    await photograph(rep, "wrap-up");
  });

  await test.step("Playback has the choices, the note, the pause and who was not recorded", async () => {
    await rep.getByRole("link", { name: "Play the recording" }).click();
    await expect(rep.locator("audio").first()).toBeAttached();
    await expect(rep.locator("h1")).toContainText(titleOf(`${REP}, ${GUEST} and ${UNRECORDED}`));
    await expect(rep.getByText(`${UNRECORDED} took part and was not recorded.`)).toBeVisible();
    const missing = rep.getByRole("region", { name: "What was not recorded" });
    await expect(missing.getByText(/Recording paused for/)).toBeVisible();
    await expect(rep.getByTitle(/Recording paused for/).first()).toBeVisible();
    await photograph(rep, "playback");
    // The note is a comment at its time.
    await rep.getByRole("link", { name: /^Comments/ }).click();
    await expect(rep.getByRole("complementary", { name: "About this call" })).toContainText(NOTE);
    await rep.getByRole("link", { name: "Info", exact: true }).click();
    await expect(
      rep.getByRole("listitem").filter({ hasText: UNRECORDED }).getByText("not recorded"),
    ).toBeVisible();
    await photograph(rep, "info");
    expect(await choicesOf(callId)).toEqual({ visibility: "workspace", language: "en" });
  });

  await expect.poll(() => stateOf(callId), { timeout: 120_000 }).toBe("ready");
  await test.step("the record says the same", async () => {
    await rep.goto(`/recordings/${await recordingOf(callId)}`);
    const overview = rep.getByRole("region", { name: "Overview" });
    await expect(overview.getByText("Workspace", { exact: true })).toBeVisible();
    await expect(overview.getByText(UNRECORDED)).toBeVisible();
    await expect(rep.getByRole("row", { name: /Recording paused for/ })).toBeVisible();
    await photograph(rep, "record");
  });

  await test.step("a colleague of the workspace may open it", async () => {
    await adminPage.goto(`/playback/${callId}`);
    await expect(adminPage.locator("h1")).toContainText(REP);
  });

  await test.step("the unrecorded voice is in no file", async () => {
    expect(await tracksOf(callId)).toEqual([GUEST, REP]);
    const { fromMs, toMs } = await pauseOf(callId);
    console.log(`  paused for ${toMs - fromMs} ms`);
    expect(toMs - fromMs).toBeGreaterThan(PAUSE_MS - SLACK_MS);
    const own = await unlike(voice, microphones ?? {});
    expect(own.sentences.length).toBeGreaterThan(voice.sentences.length / 4);
    const found = { recorded: 0, unrecorded: 0 };
    for (const file of mediaFiles().filter((name) => name.includes(callId))) {
      const pcm = await soundOf(file);
      if (pcm === null) continue;
      found.recorded += await countIn(pcm, microphones?.C);
      found.unrecorded += await countIn(pcm, own);
    }
    expect(found.recorded, "who agreed is found").toBeGreaterThan(0);
    expect(found.unrecorded).toBe(0);
  });
  expect(complaints.filter((line) => !/status of 4(01|10)/.test(line))).toEqual([]);
});

/** From the next load on, the browser answers as one whose person said no. */
async function refuseMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
    if ("mediaDevices" in navigator) Reflect.set(navigator.mediaDevices, "getUserMedia", refuse);
  });
}

test("who has no microphone reads so, and so do the others", async ({ baseURL }) => {
  test.skip(microphones === null, "no voice on this machine: install flite");
  test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
  if (microphones === null || baseURL === undefined) return;
  const { page: rep, complaints } = await person(microphones.R, baseURL);
  const { page: guest } = await person(microphones.C, baseURL);
  const lanes = rep.getByRole("region", { name: "Voices" });

  await test.step("a guest whose browser refuses it: nothing of their voice is recorded", async () => {
    await refuseMicrophone(guest);
    await signIn(rep);
    await rep.goto("/console");
    await guest.goto(await startCall(rep, "Without a microphone"));
    await rep.keyboard.press("Escape");
    await askToJoin(guest, GUEST);
    await rep.getByRole("button", { name: `Admit ${GUEST}` }).click();
    await expect(
      guest.getByText("Your voice is not recorded: there is no microphone."),
    ).toBeVisible();
    await expect(guest.getByText("Your voice is recorded.")).toHaveCount(0);
    await expect(guest.getByText("no microphone", { exact: true })).toBeVisible();
    await photograph(guest, "no-microphone");
  });

  await test.step("the host's lanes say it of the guest, and not of the host", async () => {
    await expect(lanes.getByText("no microphone", { exact: true })).toBeVisible();
    await expect(lanes.getByText("you, microphone on")).toBeVisible();
  });

  await test.step("the host's own lane says it, too", async () => {
    await refuseMicrophone(rep);
    await rep.reload();
    await expect(lanes.getByText("you, no microphone")).toBeVisible();
    await expect(lanes.getByText("you, microphone on")).toHaveCount(0);
    await rep.getByRole("button", { name: "End", exact: true }).click();
    await rep.getByRole("button", { name: "End for everyone" }).click();
    await expect(guest.getByRole("heading", { name: "The call has ended" })).toBeVisible();
  });
  expect(complaints.filter((line) => !/status of 4(01|10)/.test(line))).toEqual([]);
});

/** The same voice the other way round: speech to a browser, and no sentence of it like one that was said. */
async function backwards({ file, sentences, lengthMs }: Microphone): Promise<Microphone> {
  const turned = file.replace(/\.wav$/, "-backwards.wav");
  await promisify(execFile)("ffmpeg", [
    "-y",
    "-loglevel",
    "error",
    "-i",
    file,
    "-af",
    "areverse",
    turned,
  ]);
  const mirrored = sentences.map(({ text, startMs, endMs }) => ({
    ...{ text, startMs: lengthMs - endMs, endMs: lengthMs - startMs },
  }));
  return { file: turned, sentences: mirrored.toReversed(), lengthMs };
}

/** So alike are two sounds that have nothing in common, at the most. */
const UNLIKE = 0.55;
/** Without the sentences that sound like one of another voice: a vowel is nearly the same when it is turned round. */
async function unlike(microphone: Microphone, others: Record<string, Microphone>) {
  const source = await soundOf(microphone.file);
  if (!source) throw new Error("a microphone without sound");
  const sounds = await Promise.all(Object.values(others).map(({ file }) => soundOf(file)));
  const sentences = microphone.sentences.filter((sentence) =>
    sounds.every((sound) => sound !== null && look(sound, source, sentence).alike < UNLIKE),
  );
  return { ...microphone, sentences };
}

/** How many of a microphone's sentences are in a sound. */
async function countIn(pcm: Int16Array, microphone: Microphone | undefined): Promise<number> {
  const source = microphone && (await soundOf(microphone.file));
  if (!microphone || !source) throw new Error("a microphone without sound");
  return microphone.sentences.filter((sentence) => look(pcm, source, sentence).alike >= ALIKE)
    .length;
}

/** An untitled call is called after its people and its day. */
const titleOf = (people: string): RegExp => new RegExp(`^${people}, \\d+ \\w+$`);

/** Where the line of one of two lanes begins, in parts of the width; null where none is drawn. */
async function lineOf(canvas: Locator, lane: number): Promise<number | null> {
  return canvas.evaluate((element, row) => {
    if (!(element instanceof HTMLCanvasElement) || element.width === 0) return null;
    const y = Math.floor(((row + 0.5) * element.height) / 2) - 1;
    const pixels = element.getContext("2d")?.getImageData(0, y, element.width, 2).data ?? [];
    for (let x = 0; x < element.width; x++)
      if ((pixels[x * 4 + 3] ?? 0) > 0) return x / element.width;
    return null;
  }, lane);
}

async function rowsOf<Row extends object>(sql: string, callId: string): Promise<Row[]> {
  return withDatabase(async (client) => (await client.query<Row>(sql, [callId])).rows);
}

const ageOf = async (callId: string): Promise<number> => {
  const [row] = await rowsOf<{ at: Date | null }>(
    "SELECT started_at AS at FROM call WHERE id = $1",
    callId,
  );
  return row?.at ? Date.now() - row.at.getTime() : 0;
};

const choicesOf = async (callId: string): Promise<object | undefined> => {
  const [row] = await rowsOf("SELECT visibility::text, language FROM call WHERE id = $1", callId);
  return row;
};

const stateOf = async (callId: string): Promise<string | undefined> => {
  const [row] = await rowsOf<{ state: string }>(
    "SELECT state::text FROM recording WHERE call_id = $1",
    callId,
  );
  return row?.state;
};

const recordingOf = async (callId: string): Promise<string> => {
  const [row] = await rowsOf<{ id: string }>("SELECT id FROM recording WHERE call_id = $1", callId);
  return row?.id ?? "";
};

/** The names of those a track was kept of. */
const tracksOf = async (callId: string): Promise<string[]> => {
  const rows = await rowsOf<{ name: string }>(
    "SELECT DISTINCT p.name FROM track t JOIN recording r ON r.id = t.recording_id JOIN participant p ON p.id = t.participant_id WHERE r.call_id = $1 ORDER BY p.name",
    callId,
  );
  return rows.map(({ name }) => name);
};

const pauseOf = async (callId: string): Promise<{ fromMs: number; toMs: number }> => {
  const rows = await rowsOf<{ fromMs: number; toMs: number }>(
    `SELECT t0_ms AS "fromMs", t1_ms AS "toMs" FROM call_span WHERE call_id = $1 AND kind = 'pause'`,
    callId,
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? { fromMs: 0, toMs: 0 };
};
