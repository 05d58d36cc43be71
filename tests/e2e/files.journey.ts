import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, expect, test } from "playwright/test";
import { film } from "#media/fixtures/mov.ts";
import { signIn } from "./people.ts";
import { LONG } from "./groups.ts";
import { speakCall, type SpokenFiles } from "./voices.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-files-"));
const at = (name: string): string => join(folder, name);
const ffmpeg = (...args: string[]): void => {
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args]);
};
let voices: SpokenFiles | null;

test.beforeAll(async () => {
  voices = await speakCall();
});

type Row = {
  callId: string;
  title: string;
  recordingId: string;
  recordingState: string;
  quality: string | null;
  isPartial: boolean;
  cause: string | null;
  duplicateOf: object | null;
  durationMs: number | null;
  people: string[];
};
type Voice = { speaker: string; side: "R" | "C" };

/** Sends files through the resumable door, as any client may. */
async function send(
  request: APIRequestContext,
  title: string,
  names: string[],
  more: { voices?: Voice[]; channels?: string } = {},
) {
  const begin = await request.post("/recordings/begin", {
    headers: { "sec-fetch-site": "same-origin" },
    data: {
      title,
      language: "en",
      consent: true,
      channels: more.channels ?? "auto",
      files: names.map((name, index) => ({
        name,
        size: statSync(at(name)).size,
        ...more.voices?.[index],
      })),
    },
  });
  if (begin.status() !== 201)
    return { status: begin.status(), body: (await begin.json()) as object, callId: "" };
  const ticket = (await begin.json()) as {
    callId: string;
    uploads: { id: string; index: number }[];
  };
  for (const { id, index } of ticket.uploads) {
    const bytes = readFileSync(at(names[index] ?? ""));
    const headers = { "sec-fetch-site": "same-origin", "tus-resumable": "1.0.0" };
    const made = await request.post("/uploads", {
      headers: {
        ...headers,
        "upload-length": String(bytes.length),
        "upload-metadata": `upload ${Buffer.from(id).toString("base64")}`,
      },
    });
    expect(made.status()).toBe(201);
    const sent = await request.patch(made.headers()["location"] ?? "", {
      headers: {
        ...headers,
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
      },
      data: bytes,
    });
    // What its first bytes show to be no sound is refused with them.
    expect([204, 415]).toContain(sent.status());
  }
  return { status: 201, body: {}, callId: ticket.callId };
}

const SETTLED = ["ready", "ready_partial", "failed"];

async function settled(request: APIRequestContext, callId: string): Promise<Row> {
  let row: Row | undefined;
  await expect
    .poll(
      async () => {
        const answer = await request.get("/recordings.json?limit=100");
        row = ((await answer.json()) as { data: Row[] }).data.find((one) => one.callId === callId);
        return (
          row !== undefined && (SETTLED.includes(row.recordingState) || row.duplicateOf !== null)
        );
      },
      { timeout: 300_000, intervals: [500] },
    )
    .toBe(true);
  if (!row) throw new Error("the call is not in the list");
  return row;
}

test("every accepted kind of file becomes a call that plays", async ({ page }) => {
  test.skip(voices === null, "no voice on this machine: install flite");
  if (!voices) return;
  await signIn(page);
  const { request } = page;
  const voice = ["-t", "6", "-i", voices.rep];
  const picture = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=15:d=6"];
  ffmpeg(...voice, "-b:a", "64k", at("a.mp3"));
  ffmpeg(...voice, "-c:a", "aac", at("a.m4a"));
  ffmpeg(...voice, "-ar", "8000", at("a8.wav"));
  ffmpeg(...voice, at("a.flac"));
  ffmpeg(...voice, "-c:a", "libvorbis", at("a.ogg"));
  ffmpeg(
    ...picture,
    ...voice,
    "-c:v",
    "libvpx",
    "-b:v",
    "200k",
    "-c:a",
    "libopus",
    "-shortest",
    at("v.webm"),
  );
  const film = (pixels: string, name: string) => {
    const codecs = ["-c:v", "libx264", "-pix_fmt", pixels, "-c:a", "aac"];
    ffmpeg(...picture, ...voice, ...codecs, "-shortest", at(name));
  };
  film("yuv420p", "v.mp4");
  film("yuv422p", "v.mov"); // no browser shows this one as it is: its picture comes after its sound
  const calls: [string, string][] = [];
  for (const name of ["a.mp3", "a.m4a", "a8.wav", "a.flac", "a.ogg", "v.webm", "v.mp4", "v.mov"]) {
    const { callId, status } = await send(request, `Kind ${name}`, [name]);
    expect(status, name).toBe(201);
    calls.push([name, callId]);
  }
  for (const [name, callId] of calls) {
    const row = await settled(request, callId);
    expect(row.recordingState, name).toBe("ready");
    expect(row.quality, name).toBe("C");
    expect(row.isPartial, name).toBe(false);
    expect(Math.abs((row.durationMs ?? 0) - 6_000), name).toBeLessThan(250);
  }
  for (const [name, callId] of calls.filter(([kind]) => kind.startsWith("v."))) {
    await page.goto(`/playback/${callId}`);
    const video = page.locator("video");
    await expect(video, name).toBeVisible();
    await expect
      .poll(() => video.evaluate((element) => (element as HTMLVideoElement).videoWidth), name)
      .toBeGreaterThan(0);
    await page.keyboard.press("k");
    await expect
      .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0.5);
  }
});

test("stereo with a speaker per channel is class A, one voice in both is class C, and two files of different length keep their own", {
  tag: LONG,
}, async ({ page }) => {
  test.skip(voices === null, "no voice on this machine: install flite");
  if (!voices) return;
  await signIn(page);
  const { request } = page;
  const inputs = ["-i", voices.rep, "-i", voices.customer];
  ffmpeg(
    ...inputs,
    "-filter_complex",
    "[0:a][1:a]join=inputs=2:channel_layout=stereo",
    "-t",
    "11",
    at("split.wav"),
  );
  ffmpeg(
    ...inputs,
    "-filter_complex",
    "[0:a][1:a]amix=inputs=2:normalize=0,pan=stereo|c0=c0|c1=c0",
    "-t",
    "8",
    at("both.wav"),
  );
  ffmpeg(
    ...inputs,
    "-filter_complex",
    "[0:a][1:a]amix=inputs=2:normalize=0",
    "-ac",
    "1",
    "-t",
    "8",
    at("mono.wav"),
  );
  ffmpeg("-t", "12", "-i", voices.rep, at("long.wav"));
  ffmpeg("-t", "7", "-i", voices.customer, at("short.wav"));
  const split = await send(request, "Split channels", ["split.wav"]);
  const both = await send(request, "Same voice twice", ["both.wav"]);
  const mono = await send(request, "Two voices in one", ["mono.wav"]);
  const pair = await send(request, "Two lengths", ["long.wav", "short.wav"], {
    voices: [
      { speaker: "Mari Kato", side: "R" },
      { speaker: "Jo Alder", side: "C" },
    ],
  });
  const a = await settled(request, split.callId);
  expect([a.recordingState, a.quality]).toEqual(["ready", "A"]);
  for (const { callId } of [both, mono]) {
    const row = await settled(request, callId);
    expect([row.recordingState, row.quality]).toEqual(["ready", "C"]);
  }
  const two = await settled(request, pair.callId);
  expect([two.recordingState, two.quality]).toEqual(["ready", "A"]);
  expect(two.people).toEqual(["Mari Kato", "Jo Alder"]);
  expect(Math.abs((two.durationMs ?? 0) - 12_000)).toBeLessThan(400);

  const spoken = await request.get(`/calls/${split.callId}/export/1.json`);
  const { speakers, segments } = (await spoken.json()) as {
    speakers: { side: string }[];
    segments: { speaker: number; text: string }[];
  };
  const said = (side: string) =>
    segments
      .filter(({ speaker }) => speakers[speaker]?.side === side)
      .map(({ text }) => text)
      .join(" ");
  expect(said("C"), "the right channel is the customer").toContain(
    "right now we use a spreadsheet and",
  );
  expect(said("C")).not.toContain("planning");
  expect(said("R")).toContain("planning today");
  expect(said("R")).not.toContain("spreadsheet");
});

test("a file in which one person speaks keeps the name and the side it is given", async ({
  page,
}) => {
  test.setTimeout(240_000);
  test.skip(voices === null, "no voice on this machine: install flite");
  if (!voices) return;
  await signIn(page);
  ffmpeg("-t", "9", "-i", voices.customer, at("voicemail.wav"));
  await page.goto("/recordings?upload=1");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Files").setInputFiles(at("voicemail.wav"));
  await dialog.getByLabel("Who speaks in voicemail.wav").fill("Jo Alder");
  await dialog.getByLabel("Side of voicemail.wav").selectOption("Customer");
  await dialog.getByLabel("Title").fill("Message from Jo");
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Message from Jo/ })).toContainText("Jo Alder");
  const list = await page.request.get("/recordings.json?limit=100");
  const { data } = (await list.json()) as { data: Row[] };
  const { callId = "" } = data.find(({ title }) => title === "Message from Jo") ?? {};
  const row = await settled(page.request, callId);
  expect([row.recordingState, row.quality, row.people]).toEqual(["ready", "A", ["Jo Alder"]]);
  const spoken = await page.request.get(`/calls/${callId}/export/1.json`);
  expect(((await spoken.json()) as { speakers: object[] }).speakers).toMatchObject([
    { name: "Jo Alder", side: "C" },
  ]);
});

test("what cannot be read is refused in words, and nothing else is opened", async ({ page }) => {
  await signIn(page);
  const { request } = page;
  writeFileSync(at("empty.mp3"), "");
  const empty = await send(request, "Empty", ["empty.mp3"]);
  expect(empty.status).toBe(422);
  expect(JSON.stringify(empty.body)).toContain("file_empty");

  let isTouched = false;
  const canary = createServer((socket) => {
    isTouched = true;
    socket.destroy();
  });
  await new Promise<void>((done) => canary.listen(0, "127.0.0.1", done));
  const address = canary.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  ffmpeg("-f", "lavfi", "-i", "sine=d=3", at("secret.ts.m4a"));
  writeFileSync(
    at("film.mp4"),
    [
      "#EXTM3U",
      "#EXT-X-TARGETDURATION:3",
      "#EXTINF:3,",
      `file://${at("secret.ts.m4a")}`,
      "#EXTINF:3,",
      `http://127.0.0.1:${port}/a.ts`,
      "#EXT-X-ENDLIST",
      "",
    ].join("\n"),
  );
  ffmpeg(
    "-f",
    "lavfi",
    "-i",
    "testsrc2=s=160x90:d=2",
    "-c:v",
    "libx264",
    "-pix_fmt",
    "yuv420p",
    at("mute.mp4"),
  );
  ffmpeg("-f", "lavfi", "-i", "sine=d=60", "-c:a", "aac", at("whole.mp4"));
  const whole = readFileSync(at("whole.mp4"));
  writeFileSync(at("cut.mp4"), whole.subarray(0, Math.floor(whole.length / 2)));
  ffmpeg(
    "-f",
    "lavfi",
    "-i",
    "sine=d=60",
    "-c:a",
    "aac",
    "-movflags",
    "+faststart",
    at("fast.mp4"),
  );
  const fast = readFileSync(at("fast.mp4"));
  writeFileSync(at("part.mp4"), fast.subarray(0, Math.floor(fast.length / 2)));
  const secret = {
    type: "url ",
    isInThisFile: false,
    place: `file://${at("secret.ts.m4a")}`,
  } as const;
  writeFileSync(at("elsewhere.mov"), film([{ reference: secret }], Buffer.alloc(280)));
  ffmpeg("-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-t", "600", at("silence.flac"));

  const cases: [string, string, string | null, RegExp][] = [
    ["film.mp4", "failed", "unsupported_media", /This kind of file is not accepted/],
    ["mute.mp4", "failed", "no_audio", /The file has no audio/],
    ["cut.mp4", "failed", "cut_off", /The file is incomplete/],
    ["elsewhere.mov", "failed", "media_elsewhere", /save it as a self-contained file/],
    ["part.mp4", "ready", null, /Part of the file was missing/],
    ["silence.flac", "ready", null, /No speech found/],
  ];
  const sent: string[] = [];
  for (const [name] of cases) sent.push((await send(request, `Case ${name}`, [name])).callId);
  for (const [n, [name, state, cause, sentence]] of cases.entries()) {
    const row = await settled(request, sent[n] ?? "");
    expect([row.recordingState, row.cause], name).toEqual([state, cause]);
    expect(row.isPartial, name).toBe(name === "part.mp4");
    await page.goto(
      state === "failed" ? `/recordings/${row.recordingId}` : `/playback/${row.callId}`,
    );
    await expect(page.getByText(sentence).first(), name).toBeVisible();
  }
  expect(isTouched, "the playlist's port was never called").toBe(false);
  canary.close();

  const refused = await settled(request, (await send(request, "Cut again", ["cut.mp4"])).callId);
  expect(refused, "a file that was refused is not already here").toMatchObject({
    recordingState: "failed",
    duplicateOf: null,
  });
  const again = await send(request, "The same again", ["silence.flac"]);
  const duplicate = await settled(request, again.callId);
  expect(duplicate.duplicateOf).toMatchObject({ title: "Case silence.flac" });
  await page.goto(`/playback/${again.callId}`);
  await expect(page.getByText("The same file is already here.", { exact: true })).toBeVisible();
  await page.goto("/recordings");
  const failed = page.getByRole("row", { name: /Cut again/ });
  await expect(failed.getByRole("link", { name: "Upload again" })).toBeVisible();
  await expect(failed.getByRole("button"), "what can never help is not offered").toHaveText([
    "Delete",
  ]);
  const row = page.getByRole("row", { name: /The same again/ });
  await expect(row).toContainText("This file is already here as");
  await row.getByRole("button", { name: "Upload anyway" }).click();
  await expect(row).not.toContainText("This file is already here as");
  expect((await settled(request, again.callId)).recordingState).toBe("ready");
});
