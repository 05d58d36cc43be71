import { fork } from "node:child_process";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Download, download, dropPiece, pieceName, requireRoom } from "./download.ts";
import { findKnownModel } from "./known-models.ts";
import { asModelError, ModelError } from "./model-error.ts";
import {
  changeNotes,
  isPlainName,
  listModels,
  placeModel,
  readNotes,
  stagingIn,
  withModels,
} from "./model-store.ts";
import { type ModelFacts, sha256Of, writeManifest } from "./recognise-model.ts";
import { type SherpaManifest, verifyModel } from "./sherpa-model.ts";
import type { FromUnpack } from "./unpack-child.ts";

const CHILD = fileURLToPath(new URL("./unpack-child.ts", import.meta.url));

/** What is to be installed: a name of the list, the address of an archive, or an archive of this machine. */
export type ModelWish = ModelFacts & {
  from: { address: string } | { file: string };
  /** Of the archive, where it is known beforehand. */
  sha256?: string;
};

export type InstallStep = "download" | "check" | "unpack" | "try";
export type Install = {
  /** The folder of models. */
  root: string;
  wish: ModelWish;
  fetch: Download["fetch"];
  isRefused: Download["isRefused"];
  /** Loads the model and lets it hear something. @returns what it heard @throws ModelError `does_not_load` */
  tryModel: (modelDir: string, manifest: SherpaManifest) => Promise<string>;
  signal: AbortSignal;
  onProgress: (step: InstallStep, done: number, total: number | null) => void;
  /** The publisher changed the file, and the operator knows it. */
  takesAnother?: boolean;
  pauseMs?: number;
};

export type InstallResult = {
  manifest: SherpaManifest;
  sha256: string;
  heard: string;
  /** The first of this name: its checksum was not known before. */
  isFirst: boolean;
};

/**
 * Installs a model: fetched, compared, unpacked aside, recognised, tried, and only then put in its place, at once. Whatever
 * goes wrong leaves the models that are there as they are; of what was fetched, only the piece of a cut download stays.
 * @throws ModelError; an `AbortError` when `signal` says so
 */
export async function installModel(o: Install): Promise<InstallResult> {
  if (!isPlainName(o.wish.name)) throw new ModelError("name_not_plain", "the name is not plain");
  try {
    return await withModels(o.root, () => install(o));
  } catch (error) {
    o.signal.throwIfAborted();
    throw asModelError(error);
  }
}

async function install(o: Install): Promise<InstallResult> {
  const { root, wish, signal } = o;
  const archive = await fetchArchive(o);
  o.onProgress("check", 0, null);
  const sha256 = await sha256Of(archive.file);
  const known = wish.sha256 ?? (await readNotes(root)).sha256[wish.name];
  if (known !== undefined && known !== sha256 && o.takesAnother !== true) {
    await archive.drop();
    throw new ModelError("differs", `sha256 ${sha256}, and not ${known}`);
  }
  signal.throwIfAborted();
  const staged = stagingIn(root);
  await mkdir(staged);
  try {
    const { size } = await stat(archive.file);
    await requireRoom(staged, size);
    o.onProgress("unpack", 0, size);
    await unpackIn(archive.file, staged, signal, (done) => o.onProgress("unpack", done, size));
    const manifest = await writeManifest(staged, wish);
    const checked = await verifyModel(staged);
    if (!checked.isReady) throw new ModelError("not_a_model", checked.detail);
    o.onProgress("try", 0, null);
    signal.throwIfAborted();
    const heard = await o.tryModel(staged, manifest);
    signal.throwIfAborted();
    await placeModel(root, staged, wish.name);
    await changeNotes(root, (before) => ({
      // The newest is asked first: whoever installs it means it.
      order: [wish.name, ...before.order.filter((name) => name !== wish.name)],
      sha256: { ...before.sha256, [wish.name]: sha256 },
    }));
    await archive.drop();
    return { manifest, sha256, heard, isFirst: known === undefined };
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    // A stop keeps what was fetched; what is no model, or fills the disk, goes.
    if (!signal.aborted) await archive.drop();
    throw error;
  }
}

/** `drop`: of what was fetched, never of a file that was given. */
async function fetchArchive(o: Install): Promise<{ file: string; drop: () => Promise<void> }> {
  const { from } = o.wish;
  if ("file" in from) {
    const found = await stat(from.file).catch(() => null);
    if (found === null || !found.isFile()) throw new ModelError("not_there", "no such file");
    return { file: from.file, drop: () => Promise.resolve() };
  }
  const file = join(o.root, ".parts", pieceName(from.address));
  await download({
    ...{ address: from.address, file, fetch: o.fetch, isRefused: o.isRefused, signal: o.signal },
    onProgress: (done, total) => o.onProgress("download", done, total),
    ...(o.pauseMs !== undefined && { pauseMs: o.pauseMs }),
  });
  return { file, drop: () => dropPiece(file) };
}

function unpackIn(
  archive: string,
  folder: string,
  signal: AbortSignal,
  onRead: (bytes: number) => void,
): Promise<void> {
  return new Promise((done, fail) => {
    const child = fork(CHILD, [archive, folder], {
      ...{ stdio: ["ignore", "ignore", "ignore", "ipc"], env: { NODE_ENV: "production" } },
      execArgv: ["--max-old-space-size=512"],
    });
    const stop = (): void => void child.kill("SIGKILL");
    signal.addEventListener("abort", stop, { once: true });
    let settled: (() => void) | undefined;
    child.on("message", (message: FromUnpack) => {
      if (message.kind === "read") onRead(message.bytes);
      else if (message.kind === "done") settled = done;
      else if (message.kind === "refused")
        settled = () => fail(new ModelError(message.fault, message.detail));
      else settled = () => fail(Object.assign(new Error("disk"), { code: message.code }));
    });
    child.on("error", fail);
    child.on("exit", (code, killedBy) => {
      signal.removeEventListener("abort", stop);
      if (signal.aborted) fail(new DOMException("stopped", "AbortError"));
      else if (settled) settled();
      else fail(new ModelError("unexpected", `unpacking ended: ${code ?? killedBy ?? "?"}`));
    });
  });
}

/** What a name, an address or a file of the command line means. @throws ModelError `name_not_plain`, `unknown_model` */
export function wishOf(text: string, languages?: readonly string[]): ModelWish {
  const known = findKnownModel(text);
  const more = languages === undefined ? {} : { languages };
  if (known !== undefined) {
    const { name, kind, address, sha256 } = known;
    return {
      ...{ name, kind, languages: known.languages, from: { address }, ...more },
      ...(sha256 !== undefined && { sha256 }),
    };
  }
  const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
  const last = (isAddress ? new URL(text).pathname : text).split("/").at(-1) ?? "";
  const name = decodeURIComponent(last).replace(/\.(tar\.bz2|tbz2?|tar\.gz|tgz)$/i, "");
  if (!isAddress && name === last) throw new ModelError("unknown_model", text);
  if (!isPlainName(name)) throw new ModelError("name_not_plain", name);
  return { name, from: isAddress ? { address: text } : { file: text }, ...more };
}

/** Whether the model is there and whole, as it was installed. */
export async function isInstalled(root: string, name: string): Promise<boolean> {
  const found = (await listModels(root)).find((model) => model.name === name);
  return found !== undefined && (await verifyModel(found.dir)).isReady;
}
