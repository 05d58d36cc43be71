import { hostname } from "node:os";
import {
  endModelWork,
  saveModelProgress,
  takeModelWork,
} from "#app/core/domain/component/speech-models.server.ts";
import { AddressRefused, fetch as guardedFetch } from "#app/core/platform/http-guard.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { type InstallStep, installModel, wishOf } from "#media/speech/install-model.ts";
import { findKnownModel } from "#media/speech/known-models.ts";
import { ModelError } from "#media/speech/model-error.ts";
import { preferModel, removeModel } from "#media/speech/model-store.ts";
import type { ModelWish } from "#media/speech/install-model.ts";
import { tryModel } from "#media/speech/try-model.ts";
import { modelsRoot, type WorkerContext } from "../context.ts";
import type { Handlers } from "../handle.ts";

/** So often progress is written, and a cancel is asked for. */
const SAY_MS = 1_000;

/** Does to a model what an admin asked for on the tab of engines; what came of it stands in the model's row. */
export const changeSpeechModel: Handlers["speech.model"] = (payload, { signal, context }) =>
  changeModel(payload, { signal, context });

/** @param known where a name is found: the list, unless a test has its own */
export async function changeModel(
  { name, deed }: { name: string; deed: "install" | "remove" | "prefer" },
  { signal, context }: { signal: AbortSignal; context: WorkerContext },
  known: (name: string) => ModelWish | undefined = onList,
): Promise<void> {
  if (!(await takeModelWork(name, deed, hostname()))) return;
  const isThere = (): boolean => context.engines().models.some((model) => model.name === name);
  try {
    if (deed === "install") await install(name, known(name), { signal, context });
    else if (deed === "prefer") await preferModel(modelsRoot(), name);
    else {
      if (context.engines().models.some((model) => model.name === name && model.isUsed))
        throw new ModelError("in_use", name);
      await removeModel(modelsRoot(), name);
    }
    if (deed !== "remove") await context.lookForModels();
    await endModelWork(name, "ready", null);
    // What was removed is known only, or no row any more: it is no longer where it was.
    if (deed === "remove") await context.lookForModels(name);
  } catch (error) {
    signal.throwIfAborted();
    const cause = causeOf(error);
    const detail = error instanceof ModelError ? error.message : errorName(error);
    if (cause !== "cancelled") log.warn({ model: name, deed, cause, detail }, "model not changed");
    await context.lookForModels();
    await endModelWork(name, isThere() ? "ready" : "known", cause);
  }
}

const onList = (name: string): ModelWish | undefined =>
  findKnownModel(name) === undefined ? undefined : wishOf(name);

function causeOf(error: unknown): string {
  if (error instanceof ModelError) return error.fault;
  return error instanceof Error && error.name === "AbortError" ? "cancelled" : "unexpected";
}

async function install(
  name: string,
  wish: ModelWish | undefined,
  { signal, context }: { signal: AbortSignal; context: WorkerContext },
): Promise<void> {
  if (wish === undefined) throw new ModelError("unknown_model", name);
  const cancelled = new AbortController();
  const over = AbortSignal.any([signal, cancelled.signal]);
  let at: { step: InstallStep; done: number; total: number | null } = {
    ...{ step: "download", done: 0, total: null },
  };
  const say = async (): Promise<void> => {
    const { step: state, done: doneBytes, total: totalBytes } = at;
    if (await saveModelProgress(name, { state, doneBytes, totalBytes }))
      cancelled.abort(new DOMException("cancelled", "AbortError"));
  };
  await say();
  const timer = setInterval(() => {
    say().catch((error: unknown) => log.warn({ name: errorName(error) }, "progress of a model"));
  }, SAY_MS);
  try {
    const { programs, sandbox } = context.engines();
    const made = await installModel({
      ...{ root: modelsRoot(), wish, fetch: guardedFetch, signal: over },
      isRefused: (error) => error instanceof AddressRefused,
      onProgress: (step, done, total) => {
        at = { step, done, total };
      },
      tryModel: (modelDir, manifest) =>
        tryModel({ modelDir, manifest }, { sandbox, programs, signal: over }),
    });
    log.info({ model: name, sha256: made.sha256, isFirst: made.isFirst }, "model installed");
  } finally {
    clearInterval(timer);
  }
}
