import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import unbzip2 from "unbzip2-stream";
import { ModelError } from "./model-error.ts";

export type UnpackLimits = {
  /** Bytes of everything unpacked, headers too. */
  maxBytes: number;
  /** Entries of any kind. */
  maxEntries: number;
};

/** Whisper large unpacks to 3 GB, and no archive of the release has a hundred files. */
export const UNPACK_LIMITS: UnpackLimits = { maxBytes: 4 * 1024 ** 3, maxEntries: 1_000 };

/** What a model may consist of; samples, scripts and pictures beside it are left in the archive. */
const WANTED = /\.(onnx|txt|model|vocab|weights|data|md)$|^(LICENSE|README)[\w.-]*$/i;
/** One part of a path that is plain: no separators, control characters or device names of any system. */
const PLAIN = /^[\p{L}\p{N}_.][\p{L}\p{N}\p{M}_.+,@()[\]' -]{0,120}$/u;
const MAX_DEPTH = 6;

/**
 * Unpacks a `.tar.bz2` or `.tar.gz` into `folder`, flat: whatever the archive's own folders are, a model's files lie beside
 * each other. Refused, with nothing more written: links, devices, paths that lead outside, names that are not plain, two
 * files of one name, and more bytes or entries than `limits`, whatever the headers claim.
 * @param onRead bytes of the archive read so far
 * @returns names of the files written
 * @throws ModelError `not_an_archive`, `hostile`, `damaged`, `too_large`, `too_many_files`; errors of the disk as they are
 */
export async function unpack(
  archive: string,
  folder: string,
  limits: UnpackLimits = UNPACK_LIMITS,
  onRead: (bytes: number) => void = () => undefined,
): Promise<string[]> {
  const open = await packingOf(archive);
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  let entries = 0;
  const tar = extract();
  tar.on("entry", (header, stream, next) => {
    entries += 1;
    // What is refused unread ends with the whole, which says why.
    stream.on("error", () => undefined);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it behaves as Node's streams do, and is typed apart from them
    keep(header, stream as unknown as Readable, entries).then(
      () => next(),
      (error: unknown) => next(error instanceof Error ? error : new Error("unexpected")),
    );
  });
  async function keep(header: Header, stream: Readable, count: number): Promise<void> {
    if (count > limits.maxEntries)
      throw new ModelError("too_many_files", `more than ${limits.maxEntries} entries`);
    const name = nameOf(header);
    if (header.size > limits.maxBytes) throw tooLarge(limits);
    if (name === null || !WANTED.test(name)) {
      stream.resume();
      return;
    }
    // Which of the two is the model is nobody's guess.
    if (written.some((known) => known.toLowerCase() === name.toLowerCase()))
      throw new ModelError("hostile", `two files named ${name}`);
    written.push(name);
    // `wx`: whatever stands there already is no file of ours.
    await pipeline(stream, createWriteStream(join(folder, name), { flags: "wx", mode: 0o644 }));
  }
  try {
    const counted = counter(limits);
    const source = createReadStream(archive);
    source.on("data", () => onRead(source.bytesRead));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
    await pipeline(source, open(), counted, tar as unknown as Writable);
  } catch (error) {
    throw faultOf(error);
  }
  return written;
}

/** By its first bytes: a name says nothing. */
async function packingOf(archive: string): Promise<() => NodeJS.ReadWriteStream> {
  const file = await open(archive, "r");
  const head = Buffer.alloc(4);
  try {
    await file.read(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
  if (head.subarray(0, 3).toString("latin1") === "BZh") return () => unbzip2();
  if (head[0] === 0x1f && head[1] === 0x8b) return () => createGunzip();
  throw new ModelError("not_an_archive", "neither bzip2 nor gzip");
}

/** Counts what comes out of the packing, so that ten gigabytes of zeros end at the limit and not with the disk. */
function counter(limits: UnpackLimits): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limits.maxBytes) done(tooLarge(limits));
      else done(null, chunk);
    },
  });
}

const tooLarge = ({ maxBytes }: UnpackLimits): ModelError =>
  new ModelError("too_large", `more than ${maxBytes} bytes unpacked`);

/** The file's name without the archive's folders; null: a folder. @throws ModelError `hostile` */
function nameOf({ type, name }: Header): string | null {
  const isFile = type === "file" || type === "contiguous-file";
  const shown = JSON.stringify(name.slice(0, 80));
  if (!isFile && type !== "directory") throw new ModelError("hostile", `${shown} is a ${type}`);
  const parts = name.split("/").filter((part, n, all) => {
    // "./" before everything and a folder's last slash are how tar writes them.
    if (part === ".") return false;
    return part !== "" || (n === 0 && all.length > 1);
  });
  if (parts.length > MAX_DEPTH) throw new ModelError("hostile", `${shown} lies too deep`);
  for (const part of parts)
    if (part === ".." || !PLAIN.test(part))
      throw new ModelError("hostile", `${shown} is no plain name`);
  return isFile ? (parts.at(-1) ?? null) : null;
}

/** Errors of the disk pass as they are; what a packing or the tape format says means that the bytes are not right. */
function faultOf(error: unknown): unknown {
  if (error instanceof ModelError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("E") && !code.startsWith("ERR_")) return error;
  const said = error instanceof Error ? error.message : "";
  return new ModelError("damaged", said.slice(0, 120), { cause: error });
}
