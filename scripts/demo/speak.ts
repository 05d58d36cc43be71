import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wavOf } from "#media/ffmpeg/wav.ts";
import { isOnPath } from "../packages.ts";
import { type Placed, placeTurns, type Script, type Side } from "./script.ts";

const RATE = 16_000;
/** flite's two 16 kHz voices: kal is 8 kHz, and useless to a recogniser. */
const VOICES: Record<Side, string> = { R: "rms", C: "slt" };
const PEAK = 32_767 * 10 ** (-3 / 20);
const NOISE = 6;
const TAIL_S = 0.6;

export type Speaker = (text: string, voice: string) => Promise<Int16Array>;
export type Spoken = { placed: Placed[]; durationS: number; files: Record<Side, Buffer> };

/** Debian's flite, else the flite inside ffmpeg, else null. */
export async function findSpeaker(): Promise<Speaker | null> {
  if (isOnPath("flite")) return throughFlite;
  if (!isOnPath("ffmpeg")) return null;
  const filters = await run("ffmpeg", ["-v", "error", "-filters"]).catch(() => Buffer.alloc(0));
  return /\bflite\b/.test(filters.toString()) ? throughFfmpeg : null;
}

/** Speaks a script: one WAV (16 kHz, mono) per person, both as long as the call, every turn at its own second. */
export async function speak(
  script: Script,
  speaker: Speaker,
  signal?: AbortSignal,
): Promise<Spoken> {
  const clips: Int16Array[] = [];
  for (const { side, text } of script.turns) {
    signal?.throwIfAborted();
    clips.push(await speaker(text, VOICES[side]));
  }
  const placed = placeTurns(
    script.turns,
    clips.map((clip) => clip.length / RATE),
  );
  const durationS = Math.max(...placed.map(({ endS }) => endS)) + TAIL_S;
  const track = (side: Side): Buffer => {
    const samples = roomNoise(Math.ceil(durationS * RATE), side === "R" ? 1 : 2);
    placed.forEach((turn, at) => {
      const clip = clips[at];
      if (turn.side === side && clip) mix(samples, clip, Math.round(turn.startS * RATE));
    });
    return wavOf(samples);
  };
  return { placed, durationS, files: { R: track("R"), C: track("C") } };
}

async function throughFlite(text: string, voice: string): Promise<Int16Array> {
  return inFolder(async (folder) => {
    await run("flite", ["-voice", voice, "-t", text, "-o", join(folder, "turn.wav")]);
    return samplesOf(await readFile(join(folder, "turn.wav")));
  });
}

/** The text travels in a file: in a filter's argument every comma and colon would mean something. */
async function throughFfmpeg(text: string, voice: string): Promise<Int16Array> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, "turn.txt"), text);
    const source = `flite=textfile=turn.txt:voice=${voice}`;
    await run(
      "ffmpeg",
      [
        "-nostdin",
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        source,
        "-ar",
        String(RATE),
        "-ac",
        "1",
        "-c:a",
        "pcm_s16le",
        "turn.wav",
      ],
      folder,
    );
    return samplesOf(await readFile(join(folder, "turn.wav")));
  });
}

async function inFolder<R>(use: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(tmpdir(), "parley-voice-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program. @returns what it printed @throws Error with the end of its complaint */
export function run(program: string, args: string[], cwd?: string): Promise<Buffer> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      ...(cwd !== undefined && { cwd }),
    });
    const out: Buffer[] = [];
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-500)));
    child.once("error", fail);
    child.once("close", (code) => {
      if (code === 0) done(Buffer.concat(out));
      else fail(new Error(`${program} ended with ${String(code)}: ${said.trim()}`));
    });
  });
}

/** Samples of a 16-bit mono WAV, at −3 dB peak. @throws Error when it is another kind of file */
export function samplesOf(wav: Buffer): Int16Array {
  if (
    wav.toString("latin1", 0, 4) !== "RIFF" ||
    wav.readUInt16LE(22) !== 1 ||
    wav.readUInt32LE(24) !== RATE
  )
    throw new Error("The voice gave no 16 kHz mono WAV.");
  let at = 12;
  while (wav.toString("latin1", at, at + 4) !== "data") at += 8 + wav.readUInt32LE(at + 4);
  const bytes = Math.min(wav.readUInt32LE(at + 4), wav.length - at - 8);
  const samples = Int16Array.from({ length: bytes >> 1 }, (_, n) =>
    wav.readInt16LE(at + 8 + 2 * n),
  );
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  return samples.map((value) => Math.round((value * PEAK) / peak));
}

/** A room is never digitally silent. The same seed gives the same bytes, so an upload can be taken up again. */
function roomNoise(length: number, seed: number): Int16Array {
  let state = seed;
  return new Int16Array(length).map(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 16) % (2 * NOISE + 1)) - NOISE;
  });
}

function mix(into: Int16Array, clip: Int16Array, from: number): void {
  for (let n = 0; n < clip.length && from + n < into.length; n++) {
    const sum = (into[from + n] ?? 0) + (clip[n] ?? 0);
    into[from + n] = Math.max(-32_768, Math.min(32_767, sum));
  }
}
