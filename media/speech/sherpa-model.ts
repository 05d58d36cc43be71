import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";

/** Roles of files by kind of model; `tokens` is needed by all. */
const ROLES = {
  transducer: ["encoder", "decoder", "joiner"],
  "nemo-transducer": ["encoder", "decoder", "joiner"],
  "nemo-ctc": ["model"],
  whisper: ["encoder", "decoder"],
  "sense-voice": ["model"],
  paraformer: ["model"],
  moonshine: ["preprocessor", "encoder", "uncachedDecoder", "cachedDecoder"],
} as const;

const kinds = [
  "transducer",
  "nemo-transducer",
  "nemo-ctc",
  "whisper",
  "sense-voice",
  "paraformer",
  "moonshine",
] as const;

export type ModelKind = (typeof kinds)[number];

export const MANIFEST = "parley-model.json";

/** `parley-model.json` of a model folder: what it is, its files with checksums, its languages. */
const manifestShape = z.object({
  name: z.string().min(1),
  kind: z.enum(kinds),
  languages: z.array(z.string().min(2)).min(1),
  files: z.record(
    z.string(),
    z.object({
      // A plain name: a model folder never reaches outside itself.
      path: z.string().regex(/^[\w][\w.-]*$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/i),
    }),
  ),
});
export type SherpaManifest = z.infer<typeof manifestShape>;

export type SherpaModel =
  | { isReady: true; manifest: SherpaManifest; config: Record<string, unknown> }
  | { isReady: false; detail: string };

/** Reads the manifest only: cheap, for the choice of an engine. */
export async function readManifest(modelDir: string): Promise<SherpaManifest | undefined> {
  try {
    const text = await readFile(join(modelDir, MANIFEST), "utf8");
    return manifestShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Checks each file and its sha256 before anything is loaded: a damaged model aborts the process that loads it. */
export async function verifyModel(modelDir: string): Promise<SherpaModel> {
  const refuse = (detail: string) => ({ isReady: false as const, detail });
  const isThere = await access(join(modelDir, MANIFEST)).then(
    () => true,
    () => false,
  );
  if (!isThere) return refuse("model missing");
  const manifest = await readManifest(modelDir);
  if (manifest === undefined) return refuse("parley-model.json is not valid");
  for (const role of [...ROLES[manifest.kind], "tokens"]) {
    const file = manifest.files[role];
    if (file === undefined) return refuse(`parley-model.json names no ${role}`);
  }
  for (const { path, sha256 } of Object.values(manifest.files)) {
    const actual = await checksum(join(modelDir, path));
    if (actual === undefined) return refuse(`model file missing: ${basename(path)}`);
    if (actual !== sha256.toLowerCase()) return refuse(`checksum differs: ${basename(path)}`);
  }
  return { isReady: true, manifest, config: configFor(modelDir, manifest) };
}

/** Checksums of unchanged files: 630 MB take seconds to read. */
const checked = new Map<string, string>();

async function checksum(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    const key = `${path} ${ino} ${size} ${mtimeMs}`;
    const known = checked.get(key);
    if (known !== undefined) return known;
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    const digest = hash.digest("hex");
    checked.set(key, digest);
    return digest;
  } catch {
    return undefined;
  }
}

/** The recogniser's configuration as sherpa-onnx wants it. */
function configFor(modelDir: string, { kind, files, languages }: SherpaManifest) {
  const at = (role: string) => {
    const file = files[role];
    return file === undefined ? "" : join(modelDir, file.path);
  };
  const transducer = { encoder: at("encoder"), decoder: at("decoder"), joiner: at("joiner") };
  const language = languages.length === 1 ? languages[0] : "";
  const models = {
    transducer: { transducer },
    "nemo-transducer": { transducer, modelType: "nemo_transducer" },
    "nemo-ctc": { nemoCtc: { model: at("model") } },
    whisper: {
      whisper: { encoder: at("encoder"), decoder: at("decoder"), language, task: "transcribe" },
    },
    "sense-voice": {
      senseVoice: { model: at("model"), language: "", useInverseTextNormalization: 1 },
    },
    paraformer: { paraformer: { model: at("model") } },
    moonshine: {
      moonshine: {
        preprocessor: at("preprocessor"),
        encoder: at("encoder"),
        uncachedDecoder: at("uncachedDecoder"),
        cachedDecoder: at("cachedDecoder"),
      },
    },
  } as const;
  const takesHotwords = kind === "transducer" && files["bpeVocab"] !== undefined;
  return {
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: {
      ...models[kind],
      tokens: at("tokens"),
      numThreads: 2,
      provider: "cpu",
      debug: 0,
      ...(takesHotwords ? { modelingUnit: "bpe", bpeVocab: at("bpeVocab") } : {}),
    },
    decodingMethod: takesHotwords ? "modified_beam_search" : "greedy_search",
  };
}

/** Whether the model can be biased by hotwords: transducers with a token vocabulary only. */
export function takesHotwords({ kind, files }: SherpaManifest): boolean {
  return kind === "transducer" && files["bpeVocab"] !== undefined;
}
