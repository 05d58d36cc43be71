import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { ModelError } from "./model-error.ts";

/** An archive of the release is half a gigabyte. */
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_REDIRECTS = 5;
/** Tries in a row that brought nothing; one that brought something begins the count again. */
const MAX_TRIES = 5;
const SILENT_MS = 60_000;

type Fetch = typeof globalThis.fetch;
export type Download = {
  address: string;
  /** Where it goes; with `.json` beside it, it is what an interrupted download goes on from. */
  file: string;
  /** Leads to no address that is not allowed, and follows no redirect by itself. */
  fetch: Fetch;
  /** Says of an error of `fetch` that the address is not allowed. */
  isRefused: (error: unknown) => boolean;
  signal: AbortSignal;
  onProgress: (done: number, total: number | null) => void;
  /** Between tries, in ms; tests need not wait. */
  pauseMs?: number;
};

/** What the server said of the file when it began: only the same file is gone on with. */
const begun = z.object({ address: z.string(), validator: z.string().nullable() });
type Begun = z.infer<typeof begun>;

/**
 * Fetches an archive, and goes on where an earlier attempt was cut, in this process or before it, if the server still has
 * the same file. At most five redirects, each judged by `fetch`.
 * @throws ModelError `address_refused`, `too_many_redirects`, `unreachable`, `not_there`, `broke_off`, `too_large`,
 * `disk_full`, `not_an_archive`; errors of the disk; an `AbortError` when `signal` says so, and then the piece stays
 */
export async function download(o: Download): Promise<void> {
  await mkdir(dirname(o.file), { recursive: true });
  for (let tries = 0; ; ) {
    o.signal.throwIfAborted();
    const before = await sizeOf(o.file);
    try {
      await fetchRest(o, before);
      await rm(noteOf(o.file), { force: true });
      return;
    } catch (error) {
      o.signal.throwIfAborted();
      if (!(error instanceof BrokeOff)) {
        // A disk that is full is not to be kept full.
        await dropPiece(o.file);
        throw error;
      }
      tries = (await sizeOf(o.file)) > before ? 1 : tries + 1;
      if (tries >= MAX_TRIES) {
        const fault = (await sizeOf(o.file)) > 0 ? "broke_off" : "unreachable";
        throw new ModelError(fault, error.message, { cause: error.cause });
      }
      await sleep((o.pauseMs ?? 1_000) * tries, undefined, { signal: o.signal });
    }
  }
}

/** Another try may do better. */
class BrokeOff extends Error {}

const noteOf = (file: string): string => `${file}.json`;

export async function dropPiece(file: string): Promise<void> {
  await Promise.all([rm(file, { force: true }), rm(noteOf(file), { force: true })]);
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

async function fetchRest(o: Download, has: number): Promise<void> {
  const note = has > 0 ? await readNote(o) : null;
  const from = note?.validator ? has : 0;
  const over = new AbortController();
  const stop = (): void => over.abort(o.signal.reason);
  o.signal.addEventListener("abort", stop, { once: true });
  let silent = setTimeout(() => over.abort(new BrokeOff("silent")), SILENT_MS);
  try {
    const headers: Record<string, string> =
      from > 0 && note?.validator ? { Range: `bytes=${from}-`, "If-Range": note.validator } : {};
    // Packed once more on the way, lengths and ranges would mean something else.
    const answer = await follow(o, { ...headers, "Accept-Encoding": "identity" }, over.signal);
    const { start, total } = await placeOf(answer, from, o.file);
    if (start === null) return;
    if (!answer.body) throw new BrokeOff("empty answer");
    if ((answer.headers.get("content-type") ?? "").startsWith("text/html"))
      throw new ModelError("not_an_archive", "the address answers with a web page");
    if (total !== null && total > MAX_BYTES)
      throw new ModelError("too_large", `more than ${MAX_BYTES} bytes`);
    await requireRoom(o.file, total === null ? 0 : total - start);
    if (start === 0)
      await writeNote(o.file, { address: o.address, validator: validatorOf(answer) });
    let done = start;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        clearTimeout(silent);
        silent = setTimeout(() => over.abort(new BrokeOff("silent")), SILENT_MS);
        done += chunk.length;
        if (done > MAX_BYTES) {
          next(new ModelError("too_large", `more than ${MAX_BYTES} bytes`));
          return;
        }
        o.onProgress(done, total);
        next(null, chunk);
      },
    });
    await pipeline(
      answer.body,
      counted,
      createWriteStream(o.file, { flags: start === 0 ? "w" : "a" }),
      { signal: over.signal },
    );
    if (total !== null && done < total) throw new BrokeOff("ended early");
  } catch (error) {
    throw asBreak(error, over.signal);
  } finally {
    clearTimeout(silent);
    o.signal.removeEventListener("abort", stop);
  }
}

/** Errors of the disk and our own pass; what the line says means another try. */
function asBreak(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ModelError || error instanceof BrokeOff) return error;
  if (signal.aborted && signal.reason instanceof BrokeOff) return signal.reason;
  if (error instanceof Error && "syscall" in error && error.syscall === "write") {
    const code = "code" in error ? error.code : "";
    if (code !== "EPIPE" && code !== "ECONNRESET") return error;
  }
  return new BrokeOff(error instanceof Error ? error.message : "failed", { cause: error });
}

/** Asks, and follows at most five redirects, never from a protected address to one that is not. */
async function follow(
  o: Download,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  let url = new URL(o.address);
  for (let hops = 0; ; hops += 1) {
    if (hops > MAX_REDIRECTS)
      throw new ModelError("too_many_redirects", `more than ${MAX_REDIRECTS} redirects`);
    const answer = await o.fetch(url, { headers, signal }).catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : undefined;
      if (o.isRefused(error) || o.isRefused(cause))
        throw new ModelError("address_refused", url.host, { cause: error });
      throw error;
    });
    const to = answer.headers.get("location");
    if (answer.status < 300 || answer.status >= 400 || to === null) return answer;
    await answer.body?.cancel();
    if (!URL.canParse(to, url)) throw new ModelError("address_refused", "a redirect to no address");
    const next = new URL(to, url);
    if (url.protocol === "https:" && next.protocol !== "https:")
      throw new ModelError("address_refused", `${next.host} is not protected`);
    url = next;
  }
}

/** Where the answer begins, and how long the whole is. `start` null: the whole is there already. */
async function placeOf(
  answer: Response,
  from: number,
  file: string,
): Promise<{ start: number | null; total: number | null }> {
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(answer.headers.get("content-range") ?? "");
  const whole = range?.[2] === undefined ? null : Number(range[2]);
  if (answer.status === 206 && range?.[1] !== undefined && Number(range[1]) === from)
    return { start: from, total: whole };
  if (answer.status === 200) {
    const length = Number(answer.headers.get("content-length"));
    return { start: 0, total: Number.isSafeInteger(length) && length > 0 ? length : null };
  }
  await answer.body?.cancel();
  if (answer.status === 416 && whole === from && from > 0) return { start: null, total: whole };
  if (answer.status === 206 || answer.status === 416) {
    await dropPiece(file);
    throw new BrokeOff("another range than was asked for");
  }
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw new BrokeOff(`answered ${answer.status}`);
  throw new ModelError("not_there", `answered ${answer.status}`);
}

/** What the same file is known by. A weak tag says "about the same", which is not enough to go on with. */
function validatorOf({ headers }: Response): string | null {
  const tag = headers.get("etag");
  return tag !== null && !tag.startsWith("W/") ? tag : headers.get("last-modified");
}

async function readNote(o: Download): Promise<Begun | null> {
  try {
    const note = begun.parse(JSON.parse(await readFile(noteOf(o.file), "utf8")));
    return note.address === o.address ? note : null;
  } catch {
    return null;
  }
}

const writeNote = (file: string, note: Begun): Promise<void> =>
  writeFile(noteOf(file), JSON.stringify(note));

/** @throws ModelError `disk_full` before half of it is there */
export async function requireRoom(file: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  if (bavail * bsize < bytes)
    throw new ModelError("disk_full", `${bytes} bytes wanted, ${bavail * bsize} free`);
}

/** A name for the piece of an address that says nothing of the address. */
export const pieceName = (address: string): string =>
  `${createHash("sha256").update(address).digest("hex").slice(0, 16)}.part`;
