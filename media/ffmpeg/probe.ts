import { spawn } from "node:child_process";
import * as z from "zod";
import { DECODERS, inputGuard } from "./guard.ts";
import type { Demuxer } from "./magic.ts";
import { MediaError } from "./media-error.ts";
import type { MediaTools } from "./tools.ts";

export type AudioStream = {
  index: number;
  codec: string;
  channels: number;
  sampleRate: number;
  durationMs: number | null;
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
};

/** What the header says; a damaged file holds less. */
export type Probe = {
  formatName: string;
  durationMs: number | null;
  bitRate: number | null;
  audio: AudioStream[];
  video: VideoStream[];
};

type ProbeFile = {
  tools: Pick<MediaTools, "ffprobe">;
  jobDir: string;
  /** Plain name in the job folder. */
  name: string;
  demuxer: Demuxer;
  signal: AbortSignal;
  timeoutMs?: number;
};

const PROBE_TIMEOUT_MS = 30_000;
const SCAN_TIMEOUT_MS = 300_000;
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
    let refusal: MediaError | null = null;
    const stop = (error: MediaError) => {
      refusal ??= error;
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
      if (stdout.length > maxStdoutChars)
        stop(new MediaError("unreadable", "The tool wrote too much"));
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
      settle(() => (refusal ? reject(refusal) : resolve({ code, stdout, stderrTail }))),
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
        duration: number,
        disposition: z.object({ attached_pic: z.int().default(0) }).default({ attached_pic: 0 }),
      }),
    )
    .default([]),
  format: z.object({ format_name: z.string(), duration: number, bit_rate: number }),
});

const ENTRIES =
  "format=format_name,duration,bit_rate:stream=index,codec_type,codec_name,channels,sample_rate,width,height,pix_fmt,duration:stream_disposition=attached_pic";

/** ffprobe opens (without decoding) a decoder per stream and ends where one is refused: these only let it list pictures and subtitles. */
const LISTED_ONLY = ["mjpeg", "png", "mov_text", "subrip", "ass", "webvtt", "dvdsub", "pgssub"];

const toMs = (value: number) =>
  Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : null;

/**
 * Reads a file's header with the pinned demuxer inside the sandbox. Tags are not asked for.
 * @throws MediaError `unreadable`, `timeout`, `aborted`, `sandbox_unavailable`
 */
export async function probeFile(request: ProbeFile): Promise<Probe> {
  const listed = new Set(LISTED_ONLY);
  let end = await ask(request, listed);
  for (let turn = 0; end.code !== 0 && turn < 3; turn++) {
    const refused = [...end.stderrTail.matchAll(/Codec \((\w+)\) not on whitelist/g)].map(
      (hit) => hit[1] ?? "",
    );
    const fresh = refused.filter((name) => !listed.has(name));
    if (fresh.length === 0) break;
    fresh.forEach((name) => listed.add(name));
    end = await ask(request, listed);
  }
  if (end.code !== 0)
    throw new MediaError("unreadable", "The header cannot be read", { stderrTail: end.stderrTail });
  return parseProbe(end.stdout, end.stderrTail);
}

function ask(
  { tools, jobDir, name, demuxer, signal, timeoutMs }: ProbeFile,
  listed: ReadonlySet<string>,
) {
  const known = [DECODERS, ...listed].join(",");
  const listing = ["v", "a", "s"].flatMap((kind) => [`-codec_whitelist:${kind}`, known]);
  return runTool(
    tools.ffprobe,
    [
      "-v",
      "error",
      ...inputGuard(demuxer),
      ...listing,
      "-f",
      demuxer,
      "-show_entries",
      ENTRIES,
      "-of",
      "json",
      `file:${name}`,
    ],
    { cwd: jobDir, signal, timeoutMs: timeoutMs ?? PROBE_TIMEOUT_MS },
  );
}

function parseProbe(stdout: string, stderrTail: string): Probe {
  const parsed = shape.safeParse(parseJson(stdout));
  if (!parsed.success)
    throw new MediaError("unreadable", "The header makes no sense", {
      cause: parsed.error,
      stderrTail,
    });
  const { streams, format } = parsed.data;
  return {
    formatName: format.format_name,
    durationMs: toMs(format.duration),
    bitRate: Number.isFinite(format.bit_rate) ? format.bit_rate : null,
    audio: streams
      .filter((stream) => stream.codec_type === "audio")
      .map(({ index, codec_name: codec, channels, sample_rate, duration }) => ({
        index,
        codec,
        channels,
        sampleRate: Number.isFinite(sample_rate) ? sample_rate : 0,
        durationMs: toMs(duration),
      })),
    video: streams
      .filter((stream) => stream.codec_type === "video")
      .map(({ index, codec_name: codec, width, height, pix_fmt, disposition }) => ({
        index,
        codec,
        width,
        height,
        pixelFormat: pix_fmt ?? null,
        isAttachedPicture: disposition.attached_pic === 1,
      })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Length of a stream by its packets, for headers without one (a browser's recording) or with a guess
 * (MP3, AAC). Reads the whole file, decodes nothing.
 * @returns milliseconds, or null where the stream has no timed packet
 * @throws MediaError as `probeFile`
 */
export async function measureDuration(
  request: ProbeFile & { index: number },
): Promise<number | null> {
  const { tools, jobDir, name, demuxer, index, signal, timeoutMs } = request;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const listing = ["v", "a", "s"].flatMap((kind) => [
    `-codec_whitelist:${kind}`,
    [DECODERS, ...LISTED_ONLY].join(","),
  ]);
  const end = await runTool(
    tools.ffprobe,
    [
      ...[
        "-v",
        "error",
        ...inputGuard(demuxer),
        ...listing,
        "-f",
        demuxer,
        "-select_streams",
        String(index),
      ],
      ...["-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", `file:${name}`],
    ],
    {
      cwd: jobDir,
      signal,
      timeoutMs: timeoutMs ?? SCAN_TIMEOUT_MS,
      onLine: (line) => {
        const [at, length] = line.split(",").map(Number);
        if (at === undefined || !Number.isFinite(at)) return;
        first = Math.min(first, at);
        last = Math.max(last, at + (length !== undefined && Number.isFinite(length) ? length : 0));
      },
    },
  );
  if (last <= first) {
    if (end.code === 0) return null;
    throw new MediaError("unreadable", "The packets cannot be read", {
      stderrTail: end.stderrTail,
    });
  }
  return toMs(last - first);
}
