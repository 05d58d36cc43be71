import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, expect, type Page, test } from "playwright/test";
import { sfuFile } from "#tests/support/sfu.ts";
import { openListened, openSpeaker } from "#tests/support/speakers.ts";
import {
  ALIKE,
  dataDir,
  look,
  mediaFiles,
  onClock,
  pieceOf,
  placesOf,
  type Said,
  soundOf,
  withDatabase,
} from "./live-truth.ts";
import { type Microphone, speakMicrophones } from "./live-voices.ts";
import { complaintsOf, signIn } from "./people.ts";

const REP = "Mari Kato";
const GUEST = "Jo Alder";
/** Sentences of the rep's microphone that nobody may ever hear again. */
const MUTED = 6;
const PAUSED = [10, 11];
const HANG_UP_AT_MS = 84_000;
/** A browser on a busy machine feeds its file late; the sentences themselves tell by how much. */
const MOST_OFF_MS = 1_500;
/**
 * A guest's link and cookie end with the call, and the media server closes the lines of its room: browsers write down
 * every answer that says so, and the media server's client a line that was closed while it was read.
 */
const WHEN_OVER = /status of 4(01|10) .*\/(shared|calls)\/|error reading from signal stream/;
/** Words are written a moment around their sound. */
const SLACK_MS = 400;
/** So near its edges a pause is as exact as the way of an order. */
const EDGE_MS = 150;

let microphones: Awaited<ReturnType<typeof speakMicrophones>>;
let missing: string | null = null;
const browsers: Browser[] = [];

test.beforeAll(async () => {
  microphones = await speakMicrophones();
  if (microphones === null) missing = "no voice on this machine: install flite";
  else if ((await sfuFile()) === null) missing = "no livekit-server, and no Go to build it";
});
test.afterAll(async () => {
  for (const browser of browsers) await browser.close();
});

async function person(microphone: Microphone, baseURL: string) {
  const browser = await openSpeaker(microphone.file);
  browsers.push(browser);
  const context = await browser.newContext({
    baseURL,
    locale: "en-US",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1440, height: 960 },
  });
  const { page, opened } = await openListened(context);
  return { page, opened, complaints: complaintsOf(page) };
}

const until = (atMs: number): Promise<void> => sleep(Math.max(0, atMs - Date.now()));
const callIdOf = (page: Page): string => /\/console\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? "";

test("two people talk in two browsers: each on a track of their own, live words, mute, pause, hang-up, playback", async ({
  baseURL,
}) => {
  test.skip(missing !== null, missing ?? "");
  if (microphones === null || baseURL === undefined) return;
  const rep = await person(microphones.R, baseURL);
  const guest = await person(microphones.C, baseURL);

  const invitation = await test.step("the rep starts a call and has a link", async () => {
    await signIn(rep.page);
    await rep.page.goto("/console");
    await rep.page.getByLabel("Title").fill("Planning, live");
    await rep.page.getByLabel("Company").fill("Alder Works");
    await rep.page.getByRole("button", { name: "Start the call" }).click();
    await rep.page.waitForURL(/\/console\/[0-9a-f-]{36}/);
    await expect(rep.page.getByRole("heading", { level: 1, name: "Planning, live" })).toBeVisible();
    await rep.page.getByRole("button", { name: "Invite" }).click();
    const url = await rep.page.getByLabel("Invitation link").inputValue();
    await rep.page.keyboard.press("Escape");
    return url;
  });
  const callId = callIdOf(rep.page);

  await test.step("the guest reads, agrees, waits and is let in", async () => {
    await guest.page.goto(new URL(invitation).pathname);
    await expect(
      guest.page.getByRole("heading", { name: "This call will be recorded" }),
    ).toBeVisible();
    await guest.page.getByLabel("Your name").fill(GUEST);
    await guest.page.getByRole("button", { name: "Join and agree to recording" }).click();
    await expect(guest.page.getByRole("heading", { name: `Waiting for ${REP}` })).toBeVisible();
    await rep.page.getByRole("button", { name: `Admit ${GUEST}` }).click();
    await expect(guest.page.getByRole("button", { name: "Mute" })).toBeVisible();
    await expect(rep.page.getByText("Recording 2 tracks")).toBeVisible();
    await expect(guest.page.getByText("Recording", { exact: true })).toBeVisible();
  });
  const admittedAt = Date.now();
  const repAt = (await rep.opened()).at(-1) ?? Number.NaN;
  const guestAt = (await guest.opened()).at(-1) ?? Number.NaN;
  const sentence = (n: number) => microphones?.R.sentences[n] ?? { startMs: 0, endMs: 0 };

  await test.step("muted, nobody hears the rep", async () => {
    await until(repAt + sentence(MUTED).startMs - 1_000);
    await rep.page.getByRole("button", { name: "Mute" }).click();
    await expect(rep.page.getByRole("button", { name: "Unmute" })).toBeVisible();
    await until(repAt + sentence(MUTED).endMs + 700);
    await rep.page.getByRole("button", { name: "Unmute" }).click();
  });

  await test.step("words of both appear while they speak", async () => {
    const log = rep.page.getByRole("log");
    await expect(log.locator("[data-final=true]", { hasText: REP }).first()).toBeVisible();
    await expect(log.locator("[data-final=true]", { hasText: GUEST }).first()).toBeVisible();
  });

  await test.step("the recording is paused and resumed, and both are told", async () => {
    await until(repAt + sentence(PAUSED[0] ?? 0).startMs - 1_000);
    await rep.page.getByRole("button", { name: "Pause rec" }).click();
    await expect(rep.page.getByText("Recording paused").first()).toBeVisible();
    await expect(guest.page.getByText("Recording paused").first()).toBeVisible();
    await until(repAt + sentence(PAUSED.at(-1) ?? 0).endMs + 700);
    await rep.page.getByRole("button", { name: "Resume rec" }).click();
    await expect(rep.page.getByText("Recording 2 tracks")).toBeVisible();
  });

  await test.step("the rep hangs up, and the call plays", async () => {
    await until(repAt + HANG_UP_AT_MS);
    expect(Date.now() - admittedAt).toBeGreaterThan(60_000);
    await rep.page.getByRole("button", { name: "End", exact: true }).click();
    await rep.page.getByRole("button", { name: "End for everyone" }).click();
    const endedAt = Date.now();
    await expect(rep.page.getByText("The call has ended").first()).toBeVisible();
    await expect(guest.page.getByText("The call has ended").first()).toBeVisible();
    await rep.page.getByRole("link", { name: "Play the recording" }).click();
    await expect(rep.page.locator("audio").first()).toBeAttached();
    await rep.page.keyboard.press("k");
    await expect
      .poll(() => rep.page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
      .toBeGreaterThan(0.5);
    console.log(`  plays in the browser ${Date.now() - endedAt} ms after hang-up`);
    await rep.page.keyboard.press("k");
  });

  await expect.poll(() => stateOf(callId), { timeout: 120_000 }).toBe("ready");
  const { startedAtMs, spans } = await clockOf(callId);
  const rough = [
    ...onClock(microphones.R, REP, repAt - startedAtMs),
    ...onClock(microphones.C, GUEST, guestAt - startedAtMs),
  ];

  const said = await test.step("what was said is on the right track, at its moment", () =>
    place(callId, rough));
  const kept = said.filter((one) => isKept(one, spans));
  const secret = said.filter((one) => isSecret(one, spans));
  expect(kept.length).toBeGreaterThan(20);
  expect(new Set(secret.map(({ name }) => name))).toEqual(new Set([REP, GUEST]));

  await test.step("right speaker on 99 % of the words", async () => {
    const words = await wordsOf(rep.page, callId);
    const right = words.filter(({ name, startMs, endMs }) =>
      said.some(
        (one) =>
          one.name === name &&
          (startMs + endMs) / 2 > one.startMs - SLACK_MS &&
          (startMs + endMs) / 2 < one.endMs + SLACK_MS,
      ),
    );
    console.log(`  ${right.length} of ${words.length} words stand with who said them`);
    // How many of some 190 are recognised, a line that stutters on a busy machine decides; who said them, it does not.
    for (const name of [REP, GUEST])
      expect(words.filter((word) => word.name === name).length).toBeGreaterThan(20);
    expect(right.length / words.length).toBeGreaterThanOrEqual(0.99);
    // A sentence whose middle was paused may begin before the pause, or end after it.
    const isSilenced = (one: Said, { startMs, endMs }: Word): boolean =>
      isMutedText(one) ||
      spans.some(({ fromMs, toMs }) => endMs > fromMs + EDGE_MS && startMs < toMs - EDGE_MS);
    const inSecret = words.filter((word) =>
      secret.some(
        (one) =>
          one.name === word.name &&
          word.startMs < one.endMs - SLACK_MS &&
          word.endMs > one.startMs + SLACK_MS &&
          isSilenced(one, word),
      ),
    );
    expect(inSecret).toEqual([]);
  });

  await test.step("what was said muted or paused is in no file and in no row", async () => {
    const files = mediaFiles().filter((file) => file.includes(callId) || /blobs/.test(file));
    expect(files.length).toBeGreaterThan(3);
    const sounds = await Promise.all(files.map(soundOf));
    const [ofRep, ofGuest] = [await sourceOf("R"), await sourceOf("C")];
    const likest = (one: Said): number => {
      const { pcm: source, sentences } = one.name === REP ? ofRep : ofGuest;
      const own = sentences.find(({ text }) => text === one.text);
      if (!own) throw new Error("nobody's sentence");
      return Math.max(...sounds.flatMap((pcm) => (pcm ? [look(pcm, source, own).alike] : [])));
    };
    const control = kept.filter((_, n) => n % 4 === 0);
    const heard = control.map(likest);
    const leaked = secret.map(likest);
    console.log(
      `  in ${files.length} files: said ${heard.map((one) => one.toFixed(2)).join(" ")}, secret ${Math.max(...leaked).toFixed(2)} at most`,
    );
    // A line that stuttered costs a sentence its likeness; most of what was said has to be found by the same look.
    const found = heard.filter((alike) => alike > ALIKE);
    expect(found.length).toBeGreaterThanOrEqual(Math.ceil((heard.length * 2) / 3));
    for (const alike of leaked) expect(alike).toBeLessThan(ALIKE);
    expect(await placesOf("planning, live"), "the search finds what is there").not.toEqual([]);
    for (const word of ["elephant", "submarine", "kangaroo"])
      if (secret.some(({ text }) => text.includes(word))) expect(await placesOf(word)).toEqual([]);
  });

  for (const { complaints } of [rep, guest])
    expect(complaints.filter((line) => !WHEN_OVER.test(line))).toEqual([]);
});

async function sourceOf(side: "R" | "C") {
  const microphone = microphones?.[side];
  const pcm = microphone && (await soundOf(microphone.file));
  if (!pcm) throw new Error("a microphone without sound");
  return { pcm, sentences: microphone.sentences };
}

type Span = { kind: string; fromMs: number; toMs: number };

const isMutedText = ({ name, text }: Said): boolean =>
  name === REP && text === microphones?.R.sentences[MUTED]?.text;

function isSecret(one: Said, spans: readonly Span[]): boolean {
  const { fromMs, toMs } = pieceOf(one);
  const isPaused = spans.some(
    (span) => fromMs > span.fromMs + EDGE_MS && toMs < span.toMs - EDGE_MS,
  );
  return isMutedText(one) || isPaused;
}

/** Said to the end, before the call was over and after it began, and neither muted nor paused. */
function isKept(one: Said, spans: readonly Span[]): boolean {
  const touches = spans.some(
    (span) => one.startMs < span.toMs + 300 && one.endMs > span.fromMs - 300,
  );
  const end = spans.find(({ kind }) => kind === "call")?.toMs ?? Infinity;
  return !isMutedText(one) && !touches && one.startMs > 2_000 && one.endMs < end - 500;
}

async function stateOf(callId: string): Promise<string> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ state: string }>(
      "SELECT state::text FROM recording WHERE call_id = $1",
      [callId],
    );
    return rows[0]?.state ?? "";
  });
}

async function clockOf(callId: string): Promise<{ startedAtMs: number; spans: Span[] }> {
  return withDatabase(async (client) => {
    const call = await client.query<{ at: Date }>(
      "SELECT started_at AS at FROM call WHERE id = $1",
      [callId],
    );
    const spans = await client.query<Span>(
      `SELECT kind::text, t0_ms AS "fromMs", t1_ms AS "toMs" FROM call_span WHERE call_id = $1 AND kind = 'pause'`,
      [callId],
    );
    return { startedAtMs: call.rows[0]?.at.getTime() ?? Number.NaN, spans: spans.rows };
  });
}

/**
 * Finds each person's sentences in their own track, and puts them where they truly are: a browser takes a moment
 * from opening a microphone to its first sound. @throws Error where a sentence is not in its speaker's track alone
 */
async function place(callId: string, rough: readonly Said[]): Promise<Said[]> {
  const tracks = await tracksOf(callId);
  const placed: Said[] = [];
  for (const [name, microphone] of [
    [REP, microphones?.R],
    [GUEST, microphones?.C],
  ] as const) {
    const [own, source] = [
      await soundOf(tracks[name] ?? ""),
      await soundOf(microphone?.file ?? ""),
    ];
    if (!own || !source || !microphone) throw new Error(`${name} has no track`);
    const mine = rough.filter((one) => one.name === name);
    const off: { n: number; ms: number }[] = [];
    for (const [n, sentence] of microphone.sentences.entries()) {
      const { atMs, alike } = look(own, source, sentence);
      const expected = mine[n];
      if (alike > ALIKE && expected) off.push({ n, ms: atMs - pieceOf(expected).fromMs });
    }
    const offsets = off.map(({ ms }) => ms);
    console.log(
      `  ${name}: ${off.length} sentences found, ${Math.min(...offsets).toFixed(0)} to ${Math.max(...offsets).toFixed(0)} ms after the microphone opened`,
    );
    expect(off.length).toBeGreaterThan(microphone.sentences.length / 3);
    for (const ms of offsets) expect(Math.abs(ms)).toBeLessThan(MOST_OFF_MS);
    // Whoever was silenced spoke at the moment that their neighbours' sentences tell.
    const offOf = (n: number): number =>
      off.toSorted((one, other) => Math.abs(one.n - n) - Math.abs(other.n - n))[0]?.ms ??
      Number.NaN;
    placed.push(
      ...mine.map((one, n) => ({
        ...one,
        startMs: one.startMs + offOf(n),
        endMs: one.endMs + offOf(n),
      })),
    );
  }
  return placed;
}

async function tracksOf(callId: string): Promise<Record<string, string>> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ name: string; key: string }>(
      `SELECT p.name, f.key FROM recording r JOIN track t ON t.recording_id = r.id JOIN file f ON f.track_id = t.id AND f.kind = 'track'
       JOIN participant p ON p.id = t.participant_id WHERE r.call_id = $1 AND t.source = 'microphone'`,
      [callId],
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([GUEST, REP]);
    return Object.fromEntries(rows.map(({ name, key }) => [name, `${dataDir()}/blobs/${key}`]));
  });
}

type Word = { name: string; startMs: number; endMs: number };

async function wordsOf(page: Page, callId: string): Promise<Word[]> {
  const answer = await page.request.get(`/calls/${callId}/export/1.json`);
  const { speakers, segments } = (await answer.json()) as {
    speakers: { name: string }[];
    segments: { speaker: number | null; words: [string, number, number][] }[];
  };
  return segments.flatMap(({ speaker, words }) =>
    words.map(([, startMs, endMs]) => ({
      name: speaker === null ? "" : (speakers[speaker]?.name ?? ""),
      startMs,
      endMs,
    })),
  );
}
