import { type ChildProcess, fork, spawn } from "node:child_process";
import { spread } from "./align.ts";
import { eachSegment } from "./each-segment.ts";
import {
  type BiasTerm,
  knowsLanguage,
  type Options,
  primaryLanguage,
  type SegmentIn,
  type SegmentOut,
  SpeechError,
  type SpeechEngine,
} from "./engine.ts";
import { PLAIN_CHILD, type Sandbox, sandboxed } from "./sherpa-sandbox.ts";
import { type SherpaManifest, takesHotwords, verifyModel } from "./sherpa-model.ts";
import type { FromChild, ToChild } from "./sherpa-onnx-child.ts";
import { type SherpaResult, wordsFromTokens } from "./sherpa-tokens.ts";

/** Loading 630 MB from a slow disk takes its time. */
const LOAD_MS = 180_000;
const DECODE_MS = 120_000;
const LOADED = -1;

type Waiting = { done: (result: SherpaResult) => void; fail: (error: SpeechError) => void };
type Child = {
  process: ChildProcess;
  ask(message: ToChild, id: number, limitMs: number): Promise<SherpaResult>;
};

export type SherpaOnnx = SpeechEngine & {
  readonly pid: number | undefined;
  /** Recognitions under way. */
  readonly uses: number;
};

/**
 * A local model folder. The addon lives in a child of its own, behind the walls of `sandbox` where there is one, loaded
 * once and kept until `close`. Its death fails what it had under way, and the next segment starts another.
 */
export function createSherpaOnnx(o: {
  modelDir: string;
  manifest?: SherpaManifest;
  sandbox?: Sandbox | undefined;
}): SherpaOnnx {
  let uses = 0;
  let loading: Promise<Child> | undefined;
  let process: ChildProcess | undefined;
  let count = 0;

  const load = async (): Promise<Child> => {
    const model = await verifyModel(o.modelDir);
    if (!model.isReady) throw new SpeechError("engine_missing", model.detail);
    const child = startChild(launch(o), () => {
      // A child that was ended on purpose may go after the next has begun.
      if (process !== child.process) return;
      loading = undefined;
      process = undefined;
    });
    process = child.process;
    await child.ask({ kind: "load", config: model.config }, LOADED, LOAD_MS);
    return child;
  };
  const loaded = (): Promise<Child> => {
    const running = (loading ??= load());
    running.catch(() => {
      if (loading === running) loading = undefined;
    });
    return running;
  };
  const languages = o.manifest?.languages ?? [];

  async function* transcribe(
    segments: AsyncIterable<SegmentIn>,
    options: Options,
  ): AsyncGenerator<SegmentOut> {
    await loaded();
    if (!knowsLanguage(languages, options.language)) {
      throw new SpeechError("language_not_supported", options.language);
    }
    const canBias = o.manifest !== undefined && takesHotwords(o.manifest);
    const hotwords = canBias ? hotwordsOf(options.bias) : "";
    let crashes = 0;
    uses += 1;
    try {
      yield* eachSegment(segments, options, {
        concurrency: 1,
        recognise: async (segment) => {
          const child = await loaded();
          const id = count++;
          const message = { kind: "decode" as const, id, pcm: segment.pcm, hotwords };
          return toSegment(segment, await child.ask(message, id, DECODE_MS), options.language);
        },
        isFatal: (error) => error.code === "engine_failed" && ++crashes > 2,
      });
    } finally {
      uses -= 1;
    }
  }

  return {
    id: "sherpa-onnx",
    model: o.manifest?.name ?? "none",
    caps: {
      words: true,
      punctuation: true,
      fillers: false,
      bias: o.manifest !== undefined && takesHotwords(o.manifest) ? "hotwords" : "none",
      languages,
      live: "segment",
    },
    get pid() {
      return process?.pid;
    },
    get uses() {
      return uses;
    },
    transcribe,
    async check() {
      try {
        await loaded();
        return { ok: true, detail: "ready" };
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : "failed" };
      }
    },
    close() {
      process?.kill("SIGKILL");
      process = undefined;
      loading = undefined;
      return Promise.resolve();
    },
  };
}

/** The addon writes file names and reasons to stderr; nothing of ours should carry them on. */
const SILENT = ["ignore", "ignore", "ignore", "ipc"] satisfies ("ignore" | "ipc")[];

function launch({
  modelDir,
  sandbox,
}: {
  modelDir: string;
  sandbox?: Sandbox | undefined;
}): ChildProcess {
  const wrapped = sandbox && sandboxed(sandbox, modelDir);
  return wrapped === undefined
    ? fork(PLAIN_CHILD, [], {
        ...{ serialization: "advanced", stdio: SILENT, env: { NODE_ENV: "production" } },
      })
    : spawn(wrapped.file, wrapped.args, {
        ...{ serialization: "advanced", stdio: SILENT, env: { NODE_ENV: "production" } },
      });
}

function startChild(child: ChildProcess, onGone: () => void): Child {
  const waiting = new Map<number, Waiting>();
  const settle = (id: number): Waiting | undefined => {
    const entry = waiting.get(id);
    waiting.delete(id);
    return entry;
  };
  child.on("message", (message: FromChild) => {
    if (message.kind === "loaded") {
      settle(LOADED)?.done({ text: "", tokens: [], timestamps: [], durations: [] });
    } else if (message.kind === "refused") {
      settle(LOADED)?.fail(new SpeechError("engine_missing", `model refused: ${message.detail}`));
      child.kill("SIGKILL");
    } else if (message.kind === "decoded") settle(message.id)?.done(message.result);
    else settle(message.id)?.fail(new SpeechError("bad_audio", "segment was refused"));
  });
  const gone = (why: string) => {
    onGone();
    for (const { fail } of waiting.values()) fail(new SpeechError("engine_failed", why));
    waiting.clear();
  };
  child.on("error", () => {
    gone("recogniser did not start");
  });
  child.on("exit", (code, signal) => {
    gone(`recogniser ended: ${code ?? signal ?? "?"}`);
  });
  return {
    process: child,
    ask: (message, id, limitMs) =>
      new Promise<SherpaResult>((done, fail) => {
        const limit = setTimeout(() => {
          child.kill("SIGKILL");
          settle(id)?.fail(new SpeechError("engine_timeout", "recogniser is silent"));
        }, limitMs);
        waiting.set(id, {
          done: (result) => {
            clearTimeout(limit);
            done(result);
          },
          fail: (error) => {
            clearTimeout(limit);
            fail(error);
          },
        });
        if (child.connected) child.send(message);
        else settle(id)?.fail(new SpeechError("engine_failed", "recogniser is gone"));
      }),
  };
}

/** "HubSpot :3.0/Salesforce :2.4": boost 0–10 becomes 0–3. */
export function hotwordsOf(bias: readonly BiasTerm[]): string {
  return bias
    .map(({ text, boost }) => ({ text: text.replace(/[/:]/g, " ").trim(), boost }))
    .filter(({ text }) => text !== "")
    .map(({ text, boost }) => `${text} :${(boost * 0.3).toFixed(1)}`)
    .join("/");
}

function toSegment(segment: SegmentIn, result: SherpaResult, language: string): SegmentOut {
  const { id, startMs, endMs } = segment;
  const text = result.text.trim();
  const base = { id, startMs, endMs, text, language: primaryLanguage(language) };
  if (text === "") return { ...base, words: [], timing: "engine" };
  const timed = wordsFromTokens(result, (endMs - startMs) / 1000);
  if (timed.length === 0) {
    return { ...base, words: spread(text, { startMs, endMs }, language), timing: "spread" };
  }
  const words = timed.map((word) => ({
    ...word,
    startMs: Math.min(endMs, startMs + word.startMs),
    endMs: Math.min(endMs, startMs + word.endMs),
  }));
  return { ...base, words, timing: "engine" };
}
