import { type Aligner, createAligner } from "./aligner.ts";
import type { Installed } from "./choose.ts";
import { type EngineId, knowsLanguage, type SpeechEngine } from "./engine.ts";
import { type InstalledModel, listModels, modelsMark } from "./model-store.ts";
import { createOpenAiHttp, type OpenAiHttp } from "./openai-http.ts";
import { findPrograms, type Programs } from "./pocketsphinx.ts";
import { createPocketsphinx } from "./pocketsphinx-engine.ts";
import { sweepTempFolders } from "./temp-folders.ts";
import { createSherpaOnnx, type SherpaOnnx } from "./sherpa-onnx.ts";
import { findSandbox, type Sandbox } from "./sherpa-sandbox.ts";

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
  /** A folder of models, or one model: what has a parley-model.json. */
  sherpaModels?: string;
  openAiHttp?: OpenAiHttp;
};

export type Engines = {
  /** For `chooseEngine`; what is installed changes with `lookForModels`. */
  readonly installed: Installed;
  /**
   * Undefined exactly when `installed` lacks it.
   * @param language of several models, the first that knows it; without one, the first
   */
  engine(id: EngineId, language?: string): SpeechEngine | undefined;
  /** The models in their order; `isUsed`: something is being recognised by it just now. */
  readonly models: readonly (InstalledModel & { isUsed: boolean })[];
  /**
   * Looks at the folder of models again: new ones are there for the next call, what is gone ends, all others go on
   * undisturbed.
   * @returns names that are gone and were there before; undefined: nothing changed
   */
  lookForModels(): Promise<{ gone: string[] } | undefined>;
  /** The walls models are loaded behind; undefined: none can be had here. */
  readonly sandbox: Sandbox | undefined;
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
  const sandbox = o.sherpaModels === undefined ? undefined : await findSandbox(o.searchPath);
  const models = createModels(o.sherpaModels, sandbox);
  await models.look();
  const others: SpeechEngine[] = [
    ...(o.openAiHttp === undefined ? [] : [createOpenAiHttp(o.openAiHttp)]),
    ...(hasPocketsphinx ? [createPocketsphinx({ programs, missing, cacheDir: o.cacheDir })] : []),
  ];
  return {
    get installed() {
      const installed: Installed = {};
      const languages = models.list().flatMap(({ manifest }) => manifest.languages);
      if (languages.length > 0) installed["sherpa-onnx"] = { languages: [...new Set(languages)] };
      for (const engine of others) installed[engine.id] = { languages: engine.caps.languages };
      return installed;
    },
    engine: (id, language) =>
      id === "sherpa-onnx" ? models.engine(language) : others.find((engine) => engine.id === id),
    get models() {
      return models.list();
    },
    lookForModels: () => models.look(),
    sandbox,
    aligner: hasPocketsphinx ? createAligner(programs) : undefined,
    programs,
    missing,
    async close() {
      await Promise.all([models.close(), ...others.map((engine) => engine.close())]);
    },
  };
}

type Loaded = { model: InstalledModel; engine: SherpaOnnx };

/** The models of a folder, each with its engine, which lives as long as the model lies there unchanged. */
function createModels(root: string | undefined, sandbox: Sandbox | undefined) {
  let loaded: Loaded[] = [];
  let mark = "";
  return {
    list: () => loaded.map(({ model, engine }) => ({ ...model, isUsed: engine.uses > 0 })),
    engine(language: string | undefined): SherpaOnnx | undefined {
      const able = loaded.filter(
        ({ model }) => language === undefined || knowsLanguage(model.manifest.languages, language),
      );
      return able[0]?.engine;
    },
    async look(): Promise<{ gone: string[] } | undefined> {
      if (root === undefined) return undefined;
      const now = await modelsMark(root);
      if (now === mark) return undefined;
      const before = loaded;
      const models = await listModels(root);
      loaded = models.map((model) => {
        const same = before.find((other) => isSame(other.model, model));
        const { dir: modelDir, manifest } = model;
        return {
          model,
          engine: same?.engine ?? createSherpaOnnx({ modelDir, manifest, sandbox }),
        };
      });
      mark = now;
      const kept = new Set(loaded.map(({ engine }) => engine));
      const over = before.filter(({ engine }) => !kept.has(engine));
      await Promise.all(over.map(({ engine }) => engine.close()));
      const names = new Set(models.map(({ name }) => name));
      return { gone: over.map(({ model }) => model.name).filter((name) => !names.has(name)) };
    },
    async close(): Promise<void> {
      await Promise.all(loaded.map(({ engine }) => engine.close()));
    },
  };
}

const isSame = (a: InstalledModel, b: InstalledModel): boolean =>
  a.dir === b.dir && JSON.stringify(a.manifest) === JSON.stringify(b.manifest);
