import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BiasTerm } from "./engine.ts";
import { parsePhones } from "./flite.ts";
import {
  parseDictionary,
  planTerms,
  pronounce,
  type Pronunciations,
  spellingsToAsk,
  type TermPlan,
  tokenOf,
} from "./lexicon.ts";
import { boostLog10, patchLm } from "./lm-patch.ts";
import type { ModelFiles, Programs } from "./pocketsphinx.ts";

/** Part of the content hash: raise it when the same terms must give other files. */
const FORMAT = 1;
/** A model file is 27 MB; older ones than these go, once a day has passed since their last use. */
const KEEP = 8;
const DAY_MS = 86_400_000;

/**
 * A dictionary and a language model for one set of terms. `written` maps tokens that only the
 * terms brought (`hub_spot`, `freightos`) to the term's text; ordinary words are not in it.
 */
export type BiasedModel = ModelFiles & { hash: string; written: ReadonlyMap<string, string> };

const dictionaries = new Map<string, Promise<Map<string, string[]>>>();

/** The shipped CMU dictionary, 134,723 entries, read once per process. */
export function readPronunciations(programs: Programs): Promise<Pronunciations> {
  const path = join(programs.modelDir, "cmudict-en-us.dict");
  const known = dictionaries.get(path);
  if (known !== undefined) return known;
  const reading = readFile(path, "utf8").then(parseDictionary);
  dictionaries.set(path, reading);
  reading.catch(() => dictionaries.delete(path));
  return reading;
}

/**
 * Files of the terms, written once per content hash into `cacheDir` by an atomic rename; several
 * processes may share the folder. Without usable terms these are the shipped files.
 */
export async function prepareModel(
  programs: Programs,
  cacheDir: string,
  bias: readonly BiasTerm[],
  signal: AbortSignal,
): Promise<BiasedModel> {
  const base = {
    lm: join(programs.modelDir, "en-us.lm.bin"),
    dict: join(programs.modelDir, "cmudict-en-us.dict"),
  };
  const plans = planTerms(bias);
  if (plans.length === 0) return { ...base, hash: "base", written: new Map() };
  const known = await readPronunciations(programs);
  const hash = await hashOf(base, plans);
  const files = {
    lm: join(cacheDir, `${hash}.lm.bin`),
    dict: join(cacheDir, `${hash}.dict`),
  };
  if (!(await touch(files.lm)) || !(await touch(files.dict))) {
    await mkdir(cacheDir, { recursive: true });
    const lines = await dictionaryLines(programs, plans, known, signal);
    await writeWhole(files.dict, [await readFile(base.dict, "utf8"), ...lines].join(""));
    const words = new Map(plans.map(({ token, term }) => [token, boostLog10(term.boost)]));
    await writeWhole(files.lm, patchLm(await readFile(base.lm), words));
    await removeOld(cacheDir);
  }
  const written = new Map(
    plans.flatMap(({ token, term }) => (known.has(token) ? [] : [[token, term.text] as const])),
  );
  return { ...files, hash, written };
}

/** Dictionary lines of words the shipped dictionary lacks, for the aligner's small dictionaries. */
export async function pronounceWords(
  programs: Programs,
  words: readonly string[],
  bias: readonly BiasTerm[],
  signal: AbortSignal,
): Promise<Map<string, readonly string[]>> {
  const known = await readPronunciations(programs);
  const terms = new Map(planTerms(bias).map((plan) => [plan.token, plan]));
  const plans = words.flatMap((word) => {
    const plan = terms.get(tokenOf(word));
    if (plan !== undefined) return [{ ...plan, token: word }];
    return known.has(word) ? [] : planTerms([{ text: word, boost: 0 }]);
  });
  const asked = await parsePhones(programs, spellingsToAsk(plans, known), signal);
  const made = new Map(plans.map((plan) => [plan.token, pronounce(plan, known, asked)]));
  return new Map(
    words.map((word) => [word, [...(known.get(word) ?? []), ...(made.get(word) ?? [])]]),
  );
}

async function dictionaryLines(
  programs: Programs,
  plans: readonly TermPlan[],
  known: Pronunciations,
  signal: AbortSignal,
): Promise<string[]> {
  const asked = await parsePhones(programs, spellingsToAsk(plans, known), signal);
  return plans.flatMap((plan) => {
    const listed = known.get(plan.token) ?? [];
    const fresh = pronounce(plan, known, asked).filter((phones) => !listed.includes(phones));
    return fresh.map((phones, n) => {
      const place = listed.length + n + 1;
      return `${plan.token}${place === 1 ? "" : `(${place})`} ${phones}\n`;
    });
  });
}

async function hashOf(base: ModelFiles, plans: readonly TermPlan[]): Promise<string> {
  const sizes = await Promise.all([stat(base.lm), stat(base.dict)]);
  const terms = plans
    .toSorted((a, b) => (a.token < b.token ? -1 : 1))
    .map(({ token, term, sayings }) => [token, boostLog10(term.boost), term.phones ?? "", sayings]);
  return createHash("sha256")
    .update(JSON.stringify([FORMAT, sizes.map(({ size }) => size), terms]))
    .digest("hex")
    .slice(0, 24);
}

async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function removeOld(cacheDir: string): Promise<void> {
  const files = await Promise.all(
    (await readdir(cacheDir))
      .filter((name) => /\.(lm\.bin|dict|tmp)$/.test(name))
      .map(async (name) => {
        const path = join(cacheDir, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
        return { path, mtimeMs };
      }),
  );
  files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  const old = files.slice(2 * KEEP).filter(({ mtimeMs }) => Date.now() - mtimeMs > DAY_MS);
  await Promise.all(old.map(({ path }) => rm(path, { force: true })));
}
