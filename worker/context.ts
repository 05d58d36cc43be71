import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fetch as guardedFetch } from "#app/core/platform/http-guard.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { saveSpeechModels } from "#app/core/domain/component/speech-models.server.ts";
import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { detectIsolation } from "#media/ffmpeg/isolation.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { chooseEngine, type Choice } from "#media/speech/choose.ts";
import { KNOWN_MODELS } from "#media/speech/known-models.ts";
import { type Engines, openEngines } from "#media/speech/open-engines.ts";

/** What this worker can do here and now. Looked up again while something is missing. */
export type WorkerContext = {
  tools: () => MediaTools;
  engines: () => Engines;
  choose: (language: string) => Choice;
  /** Folder of one attempt, empty, with this process's number in its name; the caller removes it. */
  jobFolder: (name: string) => Promise<string>;
  /** Looks for programs again; says whether something new was found. */
  refresh: () => Promise<boolean>;
  /**
   * Looks at the folder of models again, which happens by itself every few seconds; says whether it changed.
   * @param removed was taken away on purpose: nobody misses it, and what lies there is written down again
   */
  lookForModels: (removed?: string) => Promise<boolean>;
  close: () => Promise<void>;
};

/** Longer than a test of isolation takes. */
const TRIAL_MS = 60_000;

/** A model that came or went is noticed this soon. */
const LOOK_MS = 3_000;
const MB = 1_000_000;

/** Where models lie. */
export const modelsRoot = (): string => env().SPEECH_MODELS ?? join(env().dataDir, "models");

const node = () => `${hostname()}:${process.pid}`;
const jobsRoot = () => join(env().dataDir, "jobs");

export async function openWorkerContext(): Promise<WorkerContext> {
  await clearJobs();
  let tools = await findTools();
  let engines = await findEngines();
  /** Models that were there and are not; said until they are back, or this worker begins anew. */
  const gone = new Set<string>();
  const sayAll = async (): Promise<void> => {
    await saveModels(engines);
    await report(tools, engines, gone);
  };
  const lookForModels = async (removed?: string): Promise<boolean> => {
    const changed = await engines.lookForModels();
    const missed = changed?.gone.filter((name) => name !== removed) ?? [];
    for (const name of missed) gone.add(name);
    for (const { name } of engines.models) gone.delete(name);
    if (removed !== undefined) gone.delete(removed);
    if (missed.length > 0) log.warn({ models: missed }, "models are gone");
    if (changed !== undefined || removed !== undefined) await sayAll();
    return changed !== undefined;
  };
  await sayAll();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    lookForModels()
      .catch((error: unknown) => log.warn({ name: errorName(error) }, "look for models"))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_MS);
  timer.unref();
  return {
    tools: () => tools,
    engines: () => engines,
    choose: (language) => chooseEngine(env().SPEECH_ENGINE, engines.installed, language),
    async jobFolder(name) {
      const folder = join(jobsRoot(), `${name}-${process.pid}`);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      return folder;
    },
    async refresh() {
      const before = `${tools.level}${tools.isUsable}${Object.keys(engines.installed).join()}`;
      if (!tools.isUsable || tools.level < 2) tools = await findTools();
      if (engines.missing.length > 0) {
        const found = await findEngines();
        if (Object.keys(found.installed).length > Object.keys(engines.installed).length) {
          await engines.close();
          engines = found;
        } else await found.close();
      }
      await sayAll();
      return before !== `${tools.level}${tools.isUsable}${Object.keys(engines.installed).join()}`;
    },
    lookForModels,
    close: () => {
      clearInterval(timer);
      return engines.close();
    },
  };
}

/** Folders of attempts whose worker died: nobody will come back for them. Those of workers beside this one stay. */
async function clearJobs(): Promise<void> {
  await mkdir(jobsRoot(), { recursive: true });
  for (const name of await readdir(jobsRoot())) {
    const path = join(jobsRoot(), name);
    const pid = Number(/-(\d+)$/.exec(name)?.[1]);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    const isTrial = name.startsWith("start-"); // of isolation, which another worker may be at just now
    if (isTrial ? Date.now() - mtimeMs < TRIAL_MS : pid !== process.pid && isAlive(pid)) continue;
    await rm(path, { recursive: true, force: true });
  }
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

const findTools = (): Promise<MediaTools> =>
  detectIsolation({
    binDir: join(env().dataDir, "bin"),
    jobsRoot: jobsRoot(),
    isUnisolatedAllowed: env().MEDIA_ISOLATION === "0",
  });

function findEngines(): Promise<Engines> {
  const { SPEECH_URL, SPEECH_KEY, SPEECH_MODEL, cacheDir } = env();
  return openEngines({
    searchPath: env().PATH,
    cacheDir: join(cacheDir, "speech"),
    tmpDir: join(tmpdir(), "parley-speech"),
    sherpaModels: modelsRoot(),
    ...(SPEECH_URL !== undefined && {
      openAiHttp: {
        baseUrl: SPEECH_URL,
        model: SPEECH_MODEL,
        fetch: guardedFetch,
        ...(SPEECH_KEY !== undefined && { apiKey: SPEECH_KEY }),
      },
    }),
  });
}

const saveModels = ({ models }: Engines): Promise<void> =>
  saveSpeechModels(
    hostname(),
    models.map(({ name, manifest: { kind, languages }, sha256 }) => ({
      ...{ name, kind, languages, sha256 },
    })),
    KNOWN_MODELS.map(({ name, kind, languages, license, megabytes }) => ({
      ...{ name, kind, languages, license, bytes: megabytes * MB },
    })),
  );

/** What is chosen for a language, in words of `part_state`: the engine and its model, or why there is none. */
function choiceFacts(engines: Engines, language: string): Record<string, string> {
  const choice = chooseEngine(env().SPEECH_ENGINE, engines.installed, language);
  return choice.engine === "off"
    ? { [`${language}.notice`]: choice.notice }
    : {
        [`${language}.engine`]: choice.engine,
        [`${language}.model`]: engines.engine(choice.engine, language)?.model ?? "",
      };
}

async function report(
  tools: MediaTools,
  engines: Engines,
  gone: ReadonlySet<string>,
): Promise<void> {
  const choice = chooseEngine(env().SPEECH_ENGINE, engines.installed, "en");
  const media = !tools.hasFfmpeg
    ? "off"
    : !tools.isUsable
      ? "off"
      : tools.level < 2
        ? "limited"
        : "on";
  const why = !tools.hasFfmpeg
    ? "ffmpeg_missing"
    : !tools.isUsable
      ? "isolation_off"
      : `level_${tools.level}`;
  log.info(
    {
      isolation: tools.level,
      ffmpeg: tools.version,
      engine: choice.engine,
      missing: engines.missing,
    },
    "context",
  );
  await saveComponentStatus("media", node(), media, { why, ffmpeg: tools.version });
  await saveComponentStatus("speech", node(), choice.engine === "off" ? "off" : "on", {
    engine: choice.engine,
    why: "notice" in choice ? choice.notice : "",
    missing: engines.missing.join(" "),
    setting: env().SPEECH_ENGINE,
    gone: [...gone].join(" "),
    walls: engines.sandbox === undefined ? "" : "bwrap",
    ...choiceFacts(engines, "en"),
    ...choiceFacts(engines, "ja"),
    host:
      choice.engine === "openai-http" && env().SPEECH_URL !== undefined
        ? new URL(env().SPEECH_URL ?? "").host
        : "",
  });
}
