import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ModelError } from "./model-error.ts";
import { MANIFEST, type ModelKind, type SherpaManifest } from "./sherpa-model.ts";

/** What is known of a model besides its files; the rest is told from them. */
export type ModelFacts = { name: string; kind?: ModelKind; languages?: readonly string[] };

/** The tail of a graph holds what its makers noted: the kind of network above all. */
const TAIL_BYTES = 256 * 1024;
const LANGUAGES = new Set(
  "af ar az be bg bn ca cs cy da de el en es et eu fa fi fr gl he hi hr hu hy id is it ja ka kk ko lt lv mk ms mt nl no pl pt ro ru sk sl sr sv sw ta th tl tr uk ur vi yue zh".split(
    " ",
  ),
);

/**
 * Tells what kind of model lies in `folder`, takes away the files that it does not need, and writes its manifest.
 * @throws ModelError `not_a_model`, `languages_unknown`
 */
export async function writeManifest(folder: string, facts: ModelFacts): Promise<SherpaManifest> {
  const names = (await readdir(folder)).toSorted();
  const { kind, roles } = await partsOf(folder, names, facts);
  const languages = facts.languages ?? languagesIn(facts.name);
  if (languages.length === 0)
    throw new ModelError("languages_unknown", "the name says no language of the model");
  const files: SherpaManifest["files"] = {};
  for (const [role, path] of Object.entries(roles))
    files[role] = { path, sha256: await sha256Of(join(folder, path)) };
  const manifest = { name: facts.name, kind, languages: [...languages], files };
  const draft = join(folder, `${MANIFEST}.draft`);
  await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(draft, join(folder, MANIFEST));
  return manifest;
}

type Parts = { kind: ModelKind; roles: Record<string, string> };

/** Which file is what, by the names of the release archives. The quantised one of two is taken: it is the one made for processors. */
async function partsOf(
  folder: string,
  names: readonly string[],
  facts: ModelFacts,
): Promise<Parts> {
  const graphs = names.filter((name) => name.endsWith(".onnx"));
  const find = (pattern: RegExp): string | undefined => {
    const fit = graphs.filter((name) => pattern.test(name));
    return fit.find((name) => /int8|quant/i.test(name)) ?? fit[0];
  };
  const tokens =
    names.find((name) => name === "tokens.txt") ?? names.find((name) => /tokens\.txt$/.test(name));
  if (tokens === undefined || graphs.length === 0)
    throw new ModelError(
      "not_a_model",
      `found ${listed(names)}: no tokens.txt, or no graph (.onnx)`,
    );
  const vocab = names.find((name) => name === "bpe.vocab");
  const common = { tokens, ...(vocab === undefined ? {} : { bpeVocab: vocab }) };
  const said = async (name: string): Promise<string> =>
    `${facts.name} ${facts.kind ?? ""} ${await tailOf(join(folder, name))}`;

  const [preprocessor, uncachedDecoder, cachedDecoder] = [
    find(/preprocess/i),
    find(/uncached_decode/i),
    find(/(^|[^n])cached_decode/i),
  ];
  const encoder = find(/encode/i);
  if (preprocessor && encoder && uncachedDecoder && cachedDecoder)
    return {
      kind: "moonshine",
      roles: { ...common, preprocessor, encoder, uncachedDecoder, cachedDecoder },
    };
  const [decoder, joiner] = [find(/decode/i), find(/join/i)];
  if (encoder && decoder && joiner) {
    const isNemo = /nemo|EncDec\w*RNNT|parakeet/i.test(await said(encoder));
    return {
      kind: isNemo ? "nemo-transducer" : "transducer",
      roles: { ...common, encoder, decoder, joiner },
    };
  }
  if (encoder && decoder) {
    if (!/whisper/i.test(await said(encoder)))
      throw new ModelError(
        "not_a_model",
        `found ${listed(names)}: encoder and decoder of no known kind`,
      );
    return { kind: "whisper", roles: { ...common, encoder, decoder, ...weightsOf(names) } };
  }
  const model = find(/^model|\bmodel\b/i) ?? graphs[0];
  if (model === undefined) throw new ModelError("not_a_model", `found ${listed(names)}`);
  const text = await said(model);
  const kind = SINGLE.find(([pattern]) => pattern.test(text))?.[1];
  if (kind === undefined)
    throw new ModelError("not_a_model", `found ${listed(names)}: a graph of no known kind`);
  return { kind, roles: { ...common, model, ...weightsOf(names) } };
}

/** Kinds that are one graph, by what its makers noted in it or called it. */
const SINGLE: readonly (readonly [RegExp, ModelKind])[] = [
  [/sense[-_ ]?voice/i, "sense-voice"],
  [/paraformer/i, "paraformer"],
  [/nemo|EncDec\w*CTC/i, "nemo-ctc"],
];

/** Weights too large for one file lie beside the graph, which names them itself. */
const weightsOf = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names
      .filter((name) => /\.(weights|data)$/.test(name))
      .map((name, n) => [`weights${n + 1}`, name]),
  );

/** "sherpa-onnx-zipformer-ja-en-reazonspeech-2025" → ja, en. */
export function languagesIn(name: string): string[] {
  const words = name.toLowerCase().split(/[-_.]/);
  return [...new Set(words.filter((word) => LANGUAGES.has(word)))];
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("latin1");
  } finally {
    await file.close();
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? "nothing of a model" : names.slice(0, 6).join(", ");
