import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, expect, test } from "playwright/test";

/**
 * A tone, another one each time: there is something to hear, and nothing to transcribe.
 * @param hertz another one for each journey: a file that is here already is asked about
 * @param seconds how long it is
 * @param quiet from which second to which there is nothing to hear
 * @returns the id of its call
 */
export async function sendTone(
  request: APIRequestContext,
  title: string,
  hertz = 440,
  seconds = 20,
  quiet: readonly [number, number] = [0, 0],
): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "parley-tone-")), "tone.wav");
  const frequency = hertz + test.info().repeatEachIndex;
  const source = `sine=frequency=${frequency}:duration=${seconds}`;
  const [from, to] = quiet;
  const pause = to > from ? ["-af", `volume=0:enable='between(t,${from},${to})'`] : [];
  const tone = ["-f", "lavfi", "-i", source, ...pause, "-ar", "16000"];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...tone, file]);
  return sendFile(request, title, "tone.wav", readFileSync(file));
}

/** The same sound as a file of its own: one that is here already is asked about. */
export function asNew(wav: Buffer): Buffer {
  const head = Buffer.from("JUNK\0\0\0\0", "latin1");
  head.writeUInt32LE(16, 4);
  return Buffer.concat([wav, head, randomBytes(16)]);
}

/** Sends a file as the page of uploads does. @param answer 415 for one that is refused at its first bytes @returns the id of its call */
export async function sendFile(
  request: APIRequestContext,
  title: string,
  name: string,
  bytes: Buffer,
  answer = 204,
): Promise<string> {
  const ours = { "sec-fetch-site": "same-origin" };
  const begun = await request.post("/recordings/begin", {
    headers: ours,
    data: { title, consent: true, files: [{ name, size: bytes.length }] },
  });
  const { callId, uploads } = (await begun.json()) as {
    callId: string;
    uploads: { id: string }[];
  };
  const tus = { ...ours, "tus-resumable": "1.0.0" };
  const made = await request.post("/uploads", {
    headers: {
      ...tus,
      "upload-length": String(bytes.length),
      "upload-metadata": `upload ${Buffer.from(uploads[0]?.id ?? "").toString("base64")}`,
    },
  });
  const sent = await request.patch(made.headers()["location"] ?? "", {
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    data: bytes,
  });
  expect(sent.status()).toBe(answer);
  return callId;
}

/** Until the sound of calls can be played. */
export async function whenReady(
  request: APIRequestContext,
  callIds: readonly string[],
): Promise<void> {
  const ready = async () => {
    const answer = await request.get("/recordings.json?state=ready&state=ready_partial");
    const { data } = (await answer.json()) as { data: { callId: string }[] };
    return callIds.every((callId) => data.some((one) => one.callId === callId));
  };
  await expect.poll(ready, { timeout: 300_000, intervals: [1_000] }).toBe(true);
}
