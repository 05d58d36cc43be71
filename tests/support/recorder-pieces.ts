import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { type PieceSource, takePiece } from "#app/core/domain/live/recorder-chunk.server.ts";
import type { SignedIn } from "./factories.ts";

/** Does something in a folder that is gone afterwards. */
function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "parley-pieces-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const made = (ending: string, ...args: readonly string[]): Buffer =>
  inFolder((folder) => {
    const file = join(folder, `made.${ending}`);
    execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args, file]);
    return readFileSync(file);
  });

const tone = (hz: number, lengthS: number) => [
  ...["-f", "lavfi", "-i", `sine=${hz}:d=${lengthS}`, "-ac", "1", "-ar", "48000"],
];
const OPUS = ["-c:a", "libopus", "-frame_duration", "60"];

/** What Chromium's recorder writes: Opus packets of 60 ms in WebM without a length, a cluster a second. */
export const webm = (hz: number, lengthS: number): Buffer =>
  made("webm", ...tone(hz, lengthS), ...OPUS, "-f", "webm", "-live", "1");

/** What Safari's recorder writes: AAC in MP4, a fragment a second. */
export const mp4 = (hz: number, lengthS: number): Buffer =>
  made(
    "mp4",
    ...tone(hz, lengthS),
    ...["-c:a", "aac", "-f", "mp4", "-frag_duration", "1000000"],
    ...["-movflags", "empty_moov+default_base_moof"],
  );

export const ogg = (hz: number, lengthS: number): Buffer =>
  made("ogg", ...tone(hz, lengthS), ...OPUS, "-page_duration", "60000", "-f", "ogg");

export type SentRun = {
  source: PieceSource;
  partMs: number;
  bytes: Buffer;
  mime?: string;
  pieces?: number;
  /** Numbers of pieces that never arrive. */
  without?: readonly number[];
};

/** Sends a run as a browser would: in pieces of a few thousand bytes, wherever they fall. */
export async function sendRun(
  actor: SignedIn,
  recordingId: string,
  { source, partMs, bytes, pieces = 3, without = [], ...more }: SentRun,
): Promise<void> {
  const part = randomUUID();
  const size = Math.ceil(bytes.length / pieces);
  const mime =
    more.mime ?? (source === "screen" ? "video/webm;codecs=vp8" : "audio/webm;codecs=opus");
  for (let seq = 0; seq < pieces; seq++) {
    if (without.includes(seq)) continue;
    const body = new Uint8Array(bytes.subarray(seq * size, (seq + 1) * size));
    await takePiece(actor, {
      ...{ recordingId, part, seq, source, partMs, toMs: partMs + (seq + 1) * 700, body, mime },
      sha256: new Uint8Array(createHash("sha256").update(body).digest()),
    });
  }
}

/** A stored file as one of this folder. */
export async function localCopy(key: string, folder: string): Promise<string> {
  const file = join(folder, randomUUID());
  await blobs().getFile(key, file);
  return file;
}

/** A stored file's sound, brought to this folder: mono, 16 kHz. */
export async function pcmOf(key: string, folder: string): Promise<Int16Array> {
  const out = execFileSync(
    "ffmpeg",
    [
      ...["-nostdin", "-v", "error", "-i", await localCopy(key, folder)],
      ...["-f", "s16le", "-ac", "1", "-ar", "16000", "-"],
    ],
    { maxBuffer: 1 << 26 },
  );
  return new Int16Array(out.buffer, out.byteOffset, out.length >> 1);
}
