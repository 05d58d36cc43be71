import { spawn } from "node:child_process";
import * as z from "zod";
import { DECODERS, inputGuard } from "./guard.ts";
import type { Demuxer } from "./magic.ts";
import { MediaError, refusal, type RefusalCode } from "./media-error.ts";
import type { MediaTools } from "./tools.ts";

export type AudioStream = {
  index: number;
  codec: string;
  channels: number;
  sampleRate: number;
  durationMs: number | null;
  /** How long after the file's own beginning the track begins. */
  startMs: number;
  /** Its packets cannot be decoded without a key; only of Matroska this is known here. */
  isEncrypted: boolean;
};

export type VideoStream = {
  index: number;
  codec: string;
  width: number;
  height: number;
  /** ffmpeg's name, `yuv420p` for what every browser shows; null where no frame could be read. */
  pixelFormat: string | null;
  /** Cover art of a song. */
  isAttachedPicture: boolean;
  isEncrypted: boolean;
};

/** What the header says; a damaged file holds less. */
export type Probe = {
  formatName: string;
  durationMs: number | null;
  bitRate: number | null;
  audio: AudioStream[];
  video: VideoStream[];
};

export type ProbeFile = {
  tools: Pick<MediaTools, "ffprobe">;
  jobDir: string;
  /** Plain name in the job folder. */
  name: string;
  demuxer: Demuxer;
  signal: AbortSignal;
  timeoutMs?: number;
};

const PROBE_TIMEOUT_MS = 30_000;
const STDERR_CHARS = 8_000;

type ToolRun = {
  cwd: string;
  signal?: AbortSignal;
  timeoutMs: number;
  /** More output than this kills the tool. Default 1 MB; lines given to `onLine` do not count. */
  maxStdoutChars?: number;
  onLine?: (line: string) => void;
};

export type ToolEnd = { code: number | null; stdout: string; stderrTail: string };

/**
 * Runs a program to its end, without a shell, and collects what it writes within bounds. It is gone
 * when this settles.
 * @throws MediaError `timeout`, `aborted`, `unreadable` (too much output), `sandbox_unavailable` (cannot start)
 */
export function runTool(file: string, args: readonly string[], options: ToolRun): Promise<ToolEnd> {
  const { cwd, signal, timeoutMs, maxStdoutChars = 1_000_000, onLine } = options;
  if (signal?.aborted) return Promise.reject(aborted(signal));
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderrTail = "";
    let ended: MediaError | null = null;
    const stop = (error: MediaError) => {
      ended ??= error;
      child.kill("SIGKILL");
    };
    const abort = () => signal && stop(aborted(signal));
    const timer = setTimeout(
      () => stop(new MediaError("timeout", "The tool took too long")),
      timeoutMs,
    );
    signal?.addEventListener("abort", abort);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (onLine) {
        const lines = stdout.split("\n");
        stdout = lines.pop() ?? "";
        lines.forEach(onLine);
      }
      if (stdout.length > maxStdoutChars) stop(refusal("unreadable"));
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderrTail = (stderrTail + text).slice(-STDERR_CHARS);
    });
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      finish();
    };
    child.on("error", (cause) =>
      settle(() =>
        reject(new MediaError("sandbox_unavailable", "The tool does not start", { cause })),
      ),
    );
    child.on("close", (code) =>
      settle(() => (ended ? reject(ended) : resolve({ code, stdout, stderrTail }))),
    );
  });
}

export const aborted = (signal: AbortSignal) =>
  new MediaError("aborted", "The work was called off", { cause: signal.reason });

const number = z.coerce.number().catch(Number.NaN);
const shape = z.object({
  streams: z
    .array(
      z.object({
        index: z.int(),
        codec_type: z.string().optional(),
        codec_name: z.string().default("unknown"),
        channels: z.int().default(0),
        sample_rate: number,
        width: z.int().default(0),
        height: z.int().default(0),
        pix_fmt: z.string().optional(),
        start_time: number,
        duration: number,
        disposition: z.object({ attached_pic: z.int().default(0) }).default({ attached_pic: 0 }),
        tags: z.object({ enc_key_id: z.string().optional() }).default({}),
      }),
    )
    .default([]),
  format: z.object({
    format_name: z.string(),
    start_time: number,
    duration: number,
    bit_rate: number,
  }),
});

const ENTRIES = [
  "format=format_name,start_time,duration,bit_rate",
  "stream=index,codec_type,codec_name,channels,sample_rate,width,height,pix_fmt,start_time,duration",
  "stream_disposition=attached_pic",
  "stream_tags=enc_key_id",
].join(":");

/** Words by which ffprobe names why it cannot open a file. */
const VERDICTS: [RegExp, RefusalCode][] = [
  [/exceeds max_streams/, "too_many_tracks"],
  [/Too many channels/, "too_many_channels"],
  [/Invalid sample rate/, "unsupported_rate"],
  [/not on whitelist/, "unsupported_codec"],
  [/no 'data' tag found/, "ends_early"],
  [/^\S+: End of file\s*$/, "ends_early"], // nothing else was wrong
];

/** ffprobe opens (without decoding) a decoder per stream and ends where one is refused: these only let it list pictures and subtitles. */
export const LISTED_ONLY = [
  "mjpeg",
  "png",
  "mov_text",
  "subrip",
  "ass",
  "webvtt",
  "dvdsub",
  "pgssub",
];

export const toMs = (value: number) =>
  Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : null;

/**
 * Reads a file's header with the pinned demuxer inside the sandbox. Of the tags, only the key of an
 * encrypted Matroska track is asked for.
 * @throws MediaError `too_many_tracks`, `too_many_channels`, `unsupported_rate`, `unsupported_codec`, `ends_early`,
 * `unreadable`, `timeout`, `aborted`, `sandbox_unavailable`
 */
export async function probeFile(request: ProbeFile): Promise<Probe> {
  const { code, stdout, stderrTail } = await askProbe(request, ENTRIES);
  if (code !== 0) {
    const verdict = VERDICTS.find(([words]) => words.test(stderrTail))?.[1];
    throw refusal(verdict ?? "unreadable", { stderrTail });
  }
  const probe = parseProbe(stdout, stderrTail);
  const hasFault = stderrTail
    .split("\n")
    .some((line) => line !== "" && !/not on whitelist/.test(line));
  if (probe.audio.length + probe.video.length === 0 && hasFault)
    throw refusal("unreadable", { stderrTail }); // what it could not read may have been the sound
  return probe;
}

/**
 * Asks ffprobe for `entries` as JSON, again with each decoder that it ended for.
 * @returns how it ended at last; a code that is not 0 says that it could not open the file
 * @throws MediaError `unreadable` (too much output), `timeout`, `aborted`, `sandbox_unavailable`
 */
export async function askProbe(request: ProbeFile, entries: string): Promise<ToolEnd> {
  const listed = new Set(LISTED_ONLY);
  let end = await ask(request, entries, listed);
  for (let turn = 0; end.code !== 0 && turn < 3; turn++) {
    const refused = [...end.stderrTail.matchAll(/Codec \((\w+)\) not on whitelist/g)].map(
      (hit) => hit[1] ?? "",
    );
    const fresh = refused.filter((name) => !listed.has(name));
    if (fresh.length === 0) break;
    fresh.forEach((name) => listed.add(name));
    end = await ask(request, entries, listed);
  }
  return end;
}

function ask(
  { tools, jobDir, name, demuxer, signal, timeoutMs }: ProbeFile,
  entries: string,
  listed: ReadonlySet<string>,
) {
  return runTool(
    tools.ffprobe,
    [...openOptions(demuxer, listed), "-show_entries", entries, "-of", "json", `file:${name}`],
    { cwd: jobDir, signal, timeoutMs: timeoutMs ?? PROBE_TIMEOUT_MS },
  );
}

/** Options with which ffprobe opens an upload. @param listed decoders beside the accepted ones, for lists only */
export function openOptions(demuxer: Demuxer, listed: Iterable<string>): string[] {
  const known = [DECODERS, ...listed].join(",");
  const listing = ["v", "a", "s"].flatMap((kind) => [`-codec_whitelist:${kind}`, known]);
  return ["-v", "error", ...inputGuard(demuxer), ...listing, "-f", demuxer];
}

function parseProbe(stdout: string, stderrTail: string): Probe {
  const parsed = shape.safeParse(parseJson(stdout));
  if (!parsed.success) throw refusal("unreadable", { cause: parsed.error, stderrTail });
  const { streams, format } = parsed.data;
  return {
    formatName: format.format_name,
    durationMs: toMs(format.duration),
    bitRate: Number.isFinite(format.bit_rate) ? format.bit_rate : null,
    audio: streams
      .filter((stream) => stream.codec_type === "audio")
      .map(({ channels, sample_rate, start_time, duration, ...stream }) => ({
        index: stream.index,
        codec: stream.codec_name,
        channels,
        sampleRate: Number.isFinite(sample_rate) ? sample_rate : 0,
        durationMs: toMs(duration),
        startMs: toMs(start_time - format.start_time) ?? 0,
        isEncrypted: isEncrypted(stream),
      })),
    video: streams
      .filter((stream) => stream.codec_type === "video")
      .map(({ width, height, pix_fmt, disposition, ...stream }) => ({
        index: stream.index,
        codec: stream.codec_name,
        width,
        height,
        pixelFormat: pix_fmt ?? null,
        isAttachedPicture: disposition.attached_pic === 1,
        isEncrypted: isEncrypted(stream),
      })),
  };
}

/** How Matroska says it (RFC 9559 §5.1.4.1.31). */
const isEncrypted = ({ tags }: { tags: { enc_key_id?: string | undefined } }) =>
  tags.enc_key_id !== undefined;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
