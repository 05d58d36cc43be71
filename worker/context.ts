import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fetch as guardedFetch } from "#app/core/platform/http-guard.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { detectIsolation } from "#media/ffmpeg/isolation.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { chooseEngine, type Choice } from "#media/speech/choose.ts";
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
  close: () => Promise<void>;
};

/** Longer than a test of isolation takes. */
const TRIAL_MS = 60_000;

const node = () => `${hostname()}:${process.pid}`;
const jobsRoot = () => join(env().dataDir, "jobs");

export async function openWorkerContext(): Promise<WorkerContext> {
  await clearJobs();
  let tools = await findTools();
  let engines = await findEngines();
  await report(tools, engines);
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
      await report(tools, engines);
      return before !== `${tools.level}${tools.isUsable}${Object.keys(engines.installed).join()}`;
    },
    close: () => engines.close(),
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
  const { SPEECH_URL, SPEECH_KEY, SPEECH_MODEL, SPEECH_MODELS, cacheDir } = env();
  return openEngines({
    searchPath: env().PATH,
    cacheDir: join(cacheDir, "speech"),
    tmpDir: join(tmpdir(), "parley-speech"),
    ...(SPEECH_MODELS !== undefined && { sherpaModelDir: SPEECH_MODELS }),
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

async function report(tools: MediaTools, engines: Engines): Promise<void> {
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
    host:
      choice.engine === "openai-http" && env().SPEECH_URL !== undefined
        ? new URL(env().SPEECH_URL ?? "").host
        : "",
  });
}
