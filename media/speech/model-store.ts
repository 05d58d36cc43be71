import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { ModelError } from "./model-error.ts";
import { MANIFEST, readManifest, type SherpaManifest } from "./sherpa-model.ts";

/** A model that lies in a folder of models, in the order in which models are asked whether they know a language. */
export type InstalledModel = {
  name: string;
  dir: string;
  manifest: SherpaManifest;
  sha256: string | null;
};

/** `models.json` of a folder of models: what hands decided, and the archives that were installed once. */
const notes = z.object({
  order: z.array(z.string()).catch([]),
  /** By name; stays when the model is removed, so that the same name is the same file for ever. */
  sha256: z.record(z.string(), z.string()).catch({}),
});
export type ModelNotes = z.infer<typeof notes>;

const NOTES = "models.json";
/** Folders that are not yet, or no longer, models. */
const STAGING = ".staging-";
const OLD = ".old-";
const LOCK = ".lock";

export const isPlainName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,99}$/.test(name);

/** The models in `root`, or `root` itself where it is one. What is no model, or is half there, is passed over. */
export async function listModels(root: string): Promise<InstalledModel[]> {
  const own = await readManifest(root);
  if (own !== undefined) return [{ name: own.name, dir: root, manifest: own, sha256: null }];
  const names = await readdir(root).catch(() => []);
  const { order, sha256 } = await readNotes(root);
  const found: InstalledModel[] = [];
  for (const name of names.toSorted()) {
    if (!isPlainName(name)) continue;
    const dir = join(root, name);
    const manifest = await readManifest(dir);
    if (manifest !== undefined) found.push({ name, dir, manifest, sha256: sha256[name] ?? null });
  }
  const placeOf = ({ name }: InstalledModel): number => {
    const at = order.indexOf(name);
    return at === -1 ? order.length : at;
  };
  return found.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Changes when models come, go or change places; cheap enough to be asked every few seconds. */
export async function modelsMark(root: string): Promise<string> {
  const names = await readdir(root).catch(() => []);
  const marks = names
    .filter((name) => isPlainName(name))
    .map(async (name) => {
      const path =
        name === NOTES || name === MANIFEST ? join(root, name) : join(root, name, MANIFEST);
      const found = await stat(path).catch(() => null);
      return found === null ? "" : `${name} ${found.mtimeMs} ${found.ino}`;
    });
  return (await Promise.all(marks)).filter((mark) => mark !== "").join("\n");
}

export async function readNotes(root: string): Promise<ModelNotes> {
  try {
    return notes.parse(JSON.parse(await readFile(join(root, NOTES), "utf8")));
  } catch {
    return { order: [], sha256: {} };
  }
}

/** Only under `withModels`. */
export async function changeNotes(
  root: string,
  change: (before: ModelNotes) => ModelNotes,
): Promise<void> {
  const after = change(await readNotes(root));
  const draft = join(root, `.${NOTES}.${randomUUID()}`);
  await writeFile(draft, `${JSON.stringify(after, null, 2)}\n`);
  await rename(draft, join(root, NOTES));
}

/** Folders this process works in just now. */
const held = new Set<string>();

/**
 * Runs `work` as the only one who changes the folder's models, of all processes of this machine.
 * @throws ModelError `busy`, `one_model_only`
 */
export async function withModels<T>(root: string, work: () => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true });
  // What lay beside it would never be found.
  if ((await readManifest(root)) !== undefined)
    throw new ModelError("one_model_only", "the folder is itself a model");
  const lock = join(root, LOCK);
  if (held.has(root) || !(await take(lock)))
    throw new ModelError("busy", "another install is under way");
  held.add(root);
  try {
    // Whoever made them died over it: nobody else is here.
    for (const name of await readdir(root))
      if (name.startsWith(STAGING) || name.startsWith(OLD))
        await rm(join(root, name), { recursive: true, force: true });
    return await work();
  } finally {
    held.delete(root);
    await rm(lock, { force: true });
  }
}

/** A lock whose process is gone, or is this one (it has a number of one that died before), is nobody's. */
async function take(lock: string): Promise<boolean> {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const file = await open(lock, "wx");
      await file.writeFile(String(process.pid));
      await file.close();
      return true;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const pid = Number(await readFile(lock, "utf8").catch(() => ""));
      if (pid !== process.pid && isAlive(pid)) return false;
      await rm(lock, { force: true });
    }
  }
  return false;
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export const stagingIn = (root: string): string => join(root, `${STAGING}${randomUUID()}`);

/** Puts a finished folder in its place, at once; an older model of the name goes. */
export async function placeModel(root: string, staged: string, name: string): Promise<void> {
  const dir = join(root, name);
  const old = join(root, `${OLD}${randomUUID()}`);
  const hadOne = await rename(dir, old).then(
    () => true,
    () => false,
  );
  await rename(staged, dir);
  if (hadOne) await rm(old, { recursive: true, force: true });
}

/** Takes a model away, at once. @throws ModelError `unknown_model`, `busy` */
export async function removeModel(root: string, name: string): Promise<void> {
  if (!isPlainName(name)) throw new ModelError("unknown_model", "no such model");
  await withModels(root, async () => {
    if ((await readManifest(join(root, name))) === undefined)
      throw new ModelError("unknown_model", name);
    const old = join(root, `${OLD}${randomUUID()}`);
    await rename(join(root, name), old);
    await rm(old, { recursive: true, force: true });
    await changeNotes(root, (before) => ({
      ...before,
      order: before.order.filter((other) => other !== name),
    }));
  });
}

/** Asks this model first for the languages that several know. @throws ModelError `unknown_model`, `busy` */
export async function preferModel(root: string, name: string): Promise<void> {
  await withModels(root, async () => {
    const models = await listModels(root);
    if (!models.some((model) => model.name === name)) throw new ModelError("unknown_model", name);
    const others = models.map((model) => model.name).filter((other) => other !== name);
    await changeNotes(root, (before) => ({ ...before, order: [name, ...others] }));
  });
}
