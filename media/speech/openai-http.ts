import { wavOf } from "#media/ffmpeg/wav.ts";
import {
  type BiasTerm,
  knowsLanguage,
  type Options,
  primaryLanguage,
  SAMPLES_PER_MS,
  type SegmentIn,
  type SegmentOut,
  SpeechError,
  type SpeechEngine,
} from "./engine.ts";
import { readAnswer } from "./answer.ts";
import { eachSegment } from "./each-segment.ts";
import { RATE } from "./vad.ts";

/** A third of the 224 tokens of Whisper's prompt, in characters, leaves room for rare words. */
const PROMPT_CHARACTERS = 600;

export type OpenAiHttp = {
  /** With or without a trailing slash, e.g. https://api.openai.com/v1 */
  baseUrl: string;
  apiKey?: string;
  model: string;
  /** Guarded by the caller: this room has no network of its own. */
  fetch: typeof fetch;
  /** What the operator's model understands; "any" unless told otherwise. */
  languages?: readonly string[] | "any";
  /** Extras that other servers might refuse are sent only to the one that knows them. */
  server?: "openai" | "speaches" | "whisper.cpp";
  timeoutMs?: number;
  /** Requests under way at a time. */
  concurrency?: number;
  /** Asked before each request with its seconds; false means the monthly cap is reached. */
  spend?: (seconds: number) => boolean | Promise<boolean>;
};

/** How a model is asked (speech.md §5): only Whisper-class ones give word times. */
type Dialect = "verbose" | "json" | "keywords";

/** An OpenAI-compatible transcription service: OpenAI, speaches, whisper.cpp server and their like. */
export function createOpenAiHttp(o: OpenAiHttp): SpeechEngine {
  const languages = o.languages ?? "any";
  let dialect = dialectOf(o.model);

  const ask = async (segment: SegmentIn, options: Omit<Options, "onSegmentFailed">) => {
    const seconds = segment.pcm.length / RATE;
    if (o.spend !== undefined && !(await o.spend(seconds))) {
      throw new SpeechError("cost_cap", "monthly cap of audio is reached");
    }
    const used = dialect;
    const response = await post(o, formFor(o, used, segment, options), options.signal);
    if (response.status === 400 && used === "verbose") {
      // A server that has only plain answers says so once.
      const reason = await response.text();
      if (!/response_format|granularit|verbose/i.test(reason)) throw refusal(response);
      dialect = "json";
      return readResponse(
        await post(o, formFor(o, dialect, segment, options), options.signal),
        segment,
        options.language,
      );
    }
    return readResponse(response, segment, options.language);
  };

  async function* transcribe(
    segments: AsyncIterable<SegmentIn>,
    options: Options,
  ): AsyncGenerator<SegmentOut> {
    if (!knowsLanguage(languages, options.language)) {
      throw new SpeechError("language_not_supported", options.language);
    }
    yield* eachSegment(segments, options, {
      concurrency: o.concurrency ?? 2,
      recognise: (segment) => ask(segment, options),
    });
  }

  return {
    id: "openai-http",
    model: o.model,
    caps: {
      words: dialect === "verbose",
      punctuation: true,
      fillers: false,
      bias: dialect === "keywords" ? "keywords" : "prompt",
      languages,
      live: "segment",
    },
    transcribe,
    async check() {
      const pcm = new Int16Array(RATE);
      const segment = { id: "check", startMs: 0, endMs: pcm.length / SAMPLES_PER_MS, pcm };
      const language = languages === "any" ? "en" : (languages[0] ?? "en");
      const { signal } = new AbortController();
      try {
        await ask(segment, { language, bias: [], signal });
        return { ok: true, detail: "ready" };
      } catch (error) {
        const isKnown = error instanceof SpeechError;
        return { ok: false, detail: isKnown ? `${error.code}: ${error.message}` : "failed" };
      }
    },
    close: () => Promise.resolve(),
  };
}

function dialectOf(model: string): Dialect {
  if (/^gpt-transcribe/.test(model)) return "keywords";
  return /^gpt-4o.*transcribe/.test(model) ? "json" : "verbose";
}

function formFor(
  o: OpenAiHttp,
  dialect: Dialect,
  segment: SegmentIn,
  { language, bias }: Pick<Options, "language" | "bias">,
): FormData {
  const form = new FormData();
  form.set("file", new Blob([wavOf(segment.pcm)], { type: "audio/wav" }), "segment.wav");
  form.set("model", o.model);
  form.set("response_format", dialect === "verbose" ? "verbose_json" : "json");
  if (dialect === "keywords") {
    form.append("languages[]", primaryLanguage(language));
    for (const { text } of bias) form.append("keywords[]", text);
    return form;
  }
  form.set("language", primaryLanguage(language));
  form.set("temperature", "0");
  const prompt = glossary(bias);
  if (prompt !== "") form.set("prompt", prompt);
  if (dialect === "json") form.append("include[]", "logprobs");
  if (dialect === "verbose") {
    form.append("timestamp_granularities[]", "word");
    form.append("timestamp_granularities[]", "segment");
  }
  if (o.server === "speaches" && prompt !== "") {
    form.set(
      "hotwords",
      bias
        .map(({ text }) => text)
        .join(" ")
        .slice(0, PROMPT_CHARACTERS),
    );
  }
  if (o.server === "speaches") form.set("condition_on_previous_text", "false");
  if (o.server === "whisper.cpp") {
    form.set("carry_initial_prompt", "true");
    form.set("no_language_probabilities", "true");
  }
  return form;
}

/** The bias list comes most important first; a model keeps the end of a long prompt. */
export function glossary(bias: readonly BiasTerm[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const { text } of bias) {
    length += text.length + 2;
    if (length > PROMPT_CHARACTERS) break;
    kept.unshift(text);
  }
  return kept.length === 0 ? "" : `Glossary: ${kept.join(", ")}.`;
}

async function post(o: OpenAiHttp, body: FormData, signal: AbortSignal): Promise<Response> {
  const limit = AbortSignal.timeout(o.timeoutMs ?? 60_000);
  try {
    return await o.fetch(`${o.baseUrl.replace(/\/+$/, "")}/audio/transcriptions`, {
      method: "POST",
      body,
      headers: o.apiKey === undefined ? {} : { authorization: `Bearer ${o.apiKey}` },
      // The key and the voice go to the configured address only.
      redirect: "error",
      signal: AbortSignal.any([signal, limit]),
    });
  } catch (cause) {
    signal.throwIfAborted();
    if (limit.aborted) {
      throw new SpeechError("engine_timeout", "no answer in time", { isTransient: true, cause });
    }
    throw new SpeechError("engine_failed", "not reachable", { isTransient: true, cause });
  }
}

async function readResponse(
  response: Response,
  segment: SegmentIn,
  language: string,
): Promise<SegmentOut> {
  if (!response.ok) throw refusal(response);
  const body: unknown = await response.json().catch(() => undefined);
  const out = readAnswer(body, segment, language);
  if (out === undefined) throw new SpeechError("engine_failed", "answer has an unknown form");
  return out;
}

function refusal(response: Response): SpeechError {
  const { status } = response;
  const detail = `status ${status}`;
  // The body is not ours to keep: it may quote the prompt.
  void response.body?.cancel().catch(() => undefined);
  if (status === 429) {
    const retryAfterMs = retryAfter(response.headers.get("retry-after"));
    const more = { isTransient: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    return new SpeechError("rate_limited", detail, more);
  }
  if (status === 408) return new SpeechError("engine_timeout", detail, { isTransient: true });
  if (status >= 500) return new SpeechError("engine_failed", detail, { isTransient: true });
  if (status === 413 || status === 415 || status === 422) {
    return new SpeechError("bad_audio", detail);
  }
  return new SpeechError("engine_refused", detail);
}

/** Seconds or an HTTP date, in ms from now. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
