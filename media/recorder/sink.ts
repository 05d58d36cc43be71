import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

/**
 * Opus in Ogg whose pages reach the disk every 200 ms: with ffmpeg's defaults a crash loses everything (live §7).
 * The transform codec, not the speech codec: half the processor time, and what comes out is closer to what went in
 * (2.4 against 5.0 dB of spectral distance at the same size). Its rate is held, or it takes half as much again.
 */
export const OPUS_OGG = [
  ...["-c:a", "libopus", "-b:a", "36k", "-vbr", "constrained", "-application", "audio"],
  ...["-compression_level", "5"],
  ...["-page_duration", "200000", "-flush_packets", "1", "-f", "ogg"],
] as const;
const ENCODE = [
  ...["-n", "5", "ffmpeg", "-nostdin", "-v", "error"],
  ...["-f", "s16le", "-ar", "48000", "-ac", "1", "-i", "pipe:0", ...OPUS_OGG, "-n"],
];
/** 87 s of sound that an encoder did not take: it hangs. */
const STUCK_BYTES = 8 << 20;
const END_MS = 5000;

export type Sink = {
  /** s16 mono at 48 kHz. */
  write: (pcm: Int16Array) => void;
  /** What the encoder has not taken yet. */
  pendingBytes: () => number;
  /** Ends the file; settles when the encoder is gone. */
  end: () => Promise<void>;
};

/**
 * One encoder, one file. It leads a group of its own: when the recorder is killed it sees the end of its
 * input and closes the file. Exactly one output: an unread second one would stop the first (live R4).
 * @param file must not exist yet
 * @param onDead once, when the encoder ends before `end`
 */
export function openSink(file: string, onDead: (why: string) => void): Sink {
  const log = openLog(`${file}.log`);
  const encoder = spawn("nice", [...ENCODE, `file:${file}`], {
    stdio: ["pipe", "ignore", log ?? "ignore"],
    detached: true,
  });
  if (log !== null) closeSync(log);
  const { stdin } = encoder;
  let isOver = false;
  const die = (why: string) => {
    if (isOver) return;
    isOver = true;
    onDead(why);
  };
  const closed = new Promise<void>((resolve) => {
    encoder.once("close", () => resolve()).once("error", () => resolve());
  });
  encoder.on("error", ({ message }) => die(message));
  encoder.on("exit", (code, signal) => die(signal ?? `exit ${code ?? ""}`));
  stdin?.on("error", () => undefined); // EPIPE of a killed encoder; its exit tells
  return {
    write(pcm) {
      if (isOver || !stdin) return;
      stdin.write(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength));
      if (stdin.writableLength > STUCK_BYTES) encoder.kill("SIGKILL");
    },
    pendingBytes: () => stdin?.writableLength ?? 0,
    async end() {
      if (isOver) return;
      isOver = true;
      stdin?.end();
      const late = setTimeout(() => encoder.kill("SIGKILL"), END_MS);
      await closed;
      clearTimeout(late);
    },
  };
}

/** Null on a full disk: the sound is worth trying without a log. */
function openLog(path: string): number | null {
  try {
    return openSync(path, "a", 0o600);
  } catch {
    return null;
  }
}
