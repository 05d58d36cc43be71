import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { putPiece, read, sendTo, type Visitor } from "./door.ts";
import { parseScript, type Script } from "./script.ts";
import { run, type Spoken } from "./speak.ts";

const PIECE_MS = 2_000;
const ROUTE = "routes/work/recorder";
const TAB = "the-demo-records-here";
/** So often a piece is sent before the demo goes on without its recorded call. */
const MOST_TRIES = 5;
/** What the page shows to be agreed to, by its hash. */
const pageSchema = z.object({ consentHashes: z.object({ everyone: z.string() }) });
const startedSchema = z.object({ callId: z.string(), recordingId: z.string() });
export type RecordedCall = z.output<typeof startedSchema>;

/** What the demo's recorder hears. */
export const readRecordedScript = (): Script =>
  parseScript(readFileSync(join(import.meta.dirname, "recorded-call.txt"), "utf8"));

/** What a browser's recorder knows of a recording before it begins. */
export type RecorderFacts = Record<"title" | "company" | "language" | "who", string>;

/** Everyone agreed; one other person is in the tab. @throws Error when it is refused */
export const startRecording = async (
  visitor: Visitor,
  facts: RecorderFacts,
): Promise<RecordedCall> => {
  const page = await read(visitor, `/recorder?_data=${encodeURIComponent(ROUTE)}`, pageSchema);
  return startedSchema.parse(
    await sendTo(visitor, "/recorder", ROUTE, {
      ...{ intent: "start", consent: "everyone", tab: "one", ...facts, visibility: "workspace" },
      ...{ consentHash: page.consentHashes.everyone },
      ...{ deviceId: TAB, deviceName: "Chrome, Linux", tabId: TAB },
    }),
  );
};

/**
 * One source of a recording in pieces of two seconds, one after the other.
 * @param bytes WebM as Chromium's recorder writes it
 * @param onPiece ms from sending a piece until it was acknowledged
 */
export async function sendRun(
  visitor: Visitor,
  recordingId: string,
  { source, bytes, lengthMs }: { source: string; bytes: Buffer; lengthMs: number },
  onPiece: (ms: number) => void = () => undefined,
): Promise<void> {
  const part = randomUUID();
  const size = Math.ceil(bytes.length / Math.ceil(lengthMs / PIECE_MS));
  for (let seq = 0; seq * size < bytes.length; seq++) {
    const body = bytes.subarray(seq * size, (seq + 1) * size);
    const toMs = Math.min(lengthMs, (seq + 1) * PIECE_MS);
    const from = performance.now();
    await sendPiece(visitor, `/recordings/${recordingId}/pieces/${part}/${seq}`, body, {
      ...{ "content-type": "audio/webm;codecs=opus", "x-source": source },
      ...{ "x-part-ms": "0", "x-to-ms": String(toMs) },
      "x-sha256": createHash("sha256").update(body).digest("hex"),
    });
    onPiece(performance.now() - from);
  }
}

/** Stops a recording whose pieces have all arrived. */
export const finishRecording = (
  visitor: Visitor,
  recordingId: string,
  lengthMs: number,
  marks: { id: string; t0Ms: number; body: string }[] = [],
): Promise<unknown> =>
  sendTo(visitor, "/recorder", ROUTE, {
    ...{ intent: "finish", recordingId, lengthMs: String(lengthMs) },
    timeline: JSON.stringify({ pauses: [], gaps: [], marks }),
  });

/**
 * A call recorded in a browser: consent, then microphone, tab and their sum in pieces of two seconds, a marked moment,
 * stop. The demo has no browser, but everything goes through the recorder's own door.
 * @param onStarted the recording stands: whoever comes back after a cut can throw it away
 */
export async function recordCall(
  visitor: Visitor,
  { title, company, language, names }: Script,
  { files, durationS, placed }: Spoken,
  onStarted: (call: RecordedCall) => void,
): Promise<void> {
  const runs = await browserRuns(files);
  const started = await startRecording(visitor, { title, company, language, who: names.C });
  onStarted(started);
  const lengthMs = Math.round(durationS * 1000);
  for (const [source, bytes] of runs)
    await sendRun(visitor, started.recordingId, { source, bytes, lengthMs });
  const promised = placed.find(({ text }) => text.includes("by Friday"));
  const t0Ms = Math.round((promised?.startS ?? 0) * 1000);
  await finishRecording(visitor, started.recordingId, lengthMs, [
    { id: randomUUID(), t0Ms, body: "New offer, seven dollars a pallet" },
  ]);
}

/** Throws away what a start that was cut left behind. */
export async function discardRecorded(visitor: Visitor, recordingId: string): Promise<void> {
  await sendTo(visitor, "/recorder", ROUTE, { intent: "discard", recordingId }).catch(() => null);
}

async function sendPiece(
  visitor: Visitor,
  path: string,
  body: Buffer,
  headers: Record<string, string>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const isTaken = await putPiece(visitor, path, body, headers).catch((error: unknown) => {
      if (tries === MOST_TRIES) throw error;
      return false;
    });
    if (isTaken) return;
    await sleep(500 * 2 ** tries);
  }
}

/** As Chromium's recorder writes them: WebM without a length, Opus in packets of 60 ms. */
async function browserRuns({ R, C }: Spoken["files"]): Promise<[string, Buffer][]> {
  const folder = mkdtempSync(join(tmpdir(), "parley-recorded-"));
  const opus = ["-ac", "1", "-ar", "48000", "-c:a", "libopus", "-b:a", "48k"];
  const webm = [...opus, "-frame_duration", "60", "-f", "webm", "-live", "1"];
  const [own, theirs] = [join(folder, "R.wav"), join(folder, "C.wav")];
  const make = async (name: string, ...input: string[]): Promise<[string, Buffer]> => {
    const file = join(folder, `${name}.webm`);
    await run("ffmpeg", ["-nostdin", "-v", "error", ...input, ...webm, file]);
    return [name, await readFile(file)];
  };
  try {
    await writeFile(own, R);
    await writeFile(theirs, C);
    return [
      await make("microphone", "-i", own),
      await make("tab", "-i", theirs),
      await make("mix", "-i", own, "-i", theirs, "-filter_complex", "amix=normalize=0"),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
