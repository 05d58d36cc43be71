import { type Aligner, createAligner } from "./aligner.ts";
import type { Installed } from "./choose.ts";
import type { EngineId, SpeechEngine } from "./engine.ts";
import { createOpenAiHttp, type OpenAiHttp } from "./openai-http.ts";
import { findPrograms, type Programs } from "./pocketsphinx.ts";
import { createPocketsphinx, type PocketsphinxEngine } from "./pocketsphinx-engine.ts";
import { sweepTempFolders } from "./temp-folders.ts";
import { readManifest } from "./sherpa-model.ts";
import { createSherpaOnnx, type SherpaOnnx } from "./sherpa-onnx.ts";

/** Everything this room needs from outside. Folders are made when needed. */
export type SpeechSetup = {
  /** A PATH: where programs are looked for. */
  searchPath: string;
  /** Dictionaries and patched models, by content hash; may be shared by processes. */
  cacheDir: string;
  /** Sound of segments while they are decoded: private, ideally in memory. */
  tmpDir: string;
  /** Folder of Debian's pocketsphinx-en-us; the default is where the package puts it. */
  pocketsphinxModelDir?: string;
  /** A folder with parley-model.json. */
  sherpaModelDir?: string;
  openAiHttp?: OpenAiHttp;
};

export type Engines = {
  /** For `chooseEngine`. */
  installed: Installed;
  /** Undefined exactly when `installed` lacks it. */
  engine(id: EngineId): SpeechEngine | undefined;
  /** Undefined without pocketsphinx. */
  aligner: Aligner | undefined;
  /** For "hear it", live decoding and test audio. */
  programs: Programs;
  /** What pocketsphinx lacks, for the engines tab. */
  missing: readonly string[];
  /** Ends every process kept. */
  close(): Promise<void>;
};

/** Looks for what is installed or configured and builds the engines; starts no process yet. */
export async function openEngines(o: SpeechSetup): Promise<Engines> {
  await sweepTempFolders(o.tmpDir);
  const { programs, missing } = await findPrograms({
    searchPath: o.searchPath,
    tmpDir: o.tmpDir,
    ...(o.pocketsphinxModelDir === undefined ? {} : { modelDir: o.pocketsphinxModelDir }),
  });
  const hasPocketsphinx = missing.length === 0;
  const manifest =
    o.sherpaModelDir === undefined ? undefined : await readManifest(o.sherpaModelDir);
  const found: Partial<Record<EngineId, SpeechEngine | SherpaOnnx | PocketsphinxEngine>> = {};
  if (o.sherpaModelDir !== undefined && manifest !== undefined) {
    found["sherpa-onnx"] = createSherpaOnnx({ modelDir: o.sherpaModelDir, manifest });
  }
  if (o.openAiHttp !== undefined) found["openai-http"] = createOpenAiHttp(o.openAiHttp);
  if (hasPocketsphinx) {
    found.pocketsphinx = createPocketsphinx({ programs, missing, cacheDir: o.cacheDir });
  }
  const installed: Installed = {};
  for (const engine of Object.values(found)) {
    installed[engine.id] = { languages: engine.caps.languages };
  }
  return {
    installed,
    engine: (id) => found[id],
    aligner: hasPocketsphinx ? createAligner(programs) : undefined,
    programs,
    missing,
    async close() {
      await Promise.all(Object.values(found).map((engine) => engine.close()));
    },
  };
}
