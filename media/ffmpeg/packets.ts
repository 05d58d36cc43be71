import { refusal } from "./media-error.ts";
import { LISTED_ONLY, openOptions, type ProbeFile, runTool, toMs } from "./probe.ts";

const SCAN_TIMEOUT_MS = 300_000;

type Stream = ProbeFile & { index: number };

const scan = (
  { tools, jobDir, name, demuxer, index, signal, timeoutMs }: Stream,
  options: readonly string[],
  onLine: (line: string) => void,
) =>
  runTool(
    tools.ffprobe,
    [
      ...[...openOptions(demuxer, LISTED_ONLY), "-select_streams", String(index), ...options],
      ...["-of", "csv=p=0", `file:${name}`],
    ],
    { cwd: jobDir, signal, timeoutMs: timeoutMs ?? SCAN_TIMEOUT_MS, onLine },
  );

/**
 * Length of a stream by its packets, for headers without one (a browser's recording), with a guess
 * (MP3, AAC), or with more than is accepted. Reads the whole file, decodes nothing.
 * @returns milliseconds, or null where the stream has no timed packet
 * @throws MediaError `unreadable`, `timeout`, `aborted`, `sandbox_unavailable`
 */
export async function measureDuration(stream: Stream): Promise<number | null> {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const end = await scan(stream, ["-show_entries", "packet=pts_time,duration_time"], (line) => {
    if (line === "") return; // behind a packet that has side data, and no time
    const [at, length] = line.split(",").map(Number);
    if (at === undefined || !Number.isFinite(at)) return;
    first = Math.min(first, at);
    last = Math.max(last, at + (length !== undefined && Number.isFinite(length) ? length : 0));
  });
  if (last <= first) {
    if (end.code === 0) return null;
    throw refusal("unreadable", { stderrTail: end.stderrTail });
  }
  return toMs(last - first);
}

/**
 * Whether a stream has a single packet behind its header. Reads up to the first one.
 * @throws MediaError `timeout`, `aborted`, `sandbox_unavailable`
 */
export async function hasPackets(stream: Stream): Promise<boolean> {
  let found = false;
  const options = ["-read_intervals", "%+#1", "-show_entries", "packet=size"];
  await scan(stream, options, (line) => {
    found ||= line !== "";
  });
  return found;
}
