import { AddressRefused, fetch as guardedFetch } from "#app/core/platform/http-guard.server.ts";
import {
  type AskModel,
  type ModelAnswer,
  ModelFault,
  type ModelQuestion,
} from "#app/core/domain/summary/llm-types.ts";
import { readAnswer } from "./answer.ts";

/** Where a model is asked, and how. */
type ModelPlace = {
  /** With or without a trailing slash, e.g. https://api.openai.com/v1 */
  baseUrl: string;
  key: string | null;
  model: string;
  timeoutMs?: number;
};

const TIMEOUT_MS = 120_000;
const LONGEST_ANSWER = 4_000;
/** Tokens of a text, where the server does not say: about four letters of Latin script, one of the others. */
const estimate = (text: string): number =>
  Math.ceil(
    Array.from(text).reduce((sum, letter) => sum + (letter.charCodeAt(0) < 0x250 ? 0.25 : 1), 0),
  );

/**
 * A model behind the chat completions of OpenAI, which Ollama, vLLM, llama.cpp and many others speak too. One request
 * an answer and no retries: whoever asks knows what a second one is worth.
 */
export function openModel(place: ModelPlace): AskModel {
  // Only the first question finds out: a server that does not know schemas says 400 to each.
  let knowsSchemas = true;
  return async (question, signal) => {
    const limit = AbortSignal.timeout(place.timeoutMs ?? TIMEOUT_MS);
    const both = AbortSignal.any([signal, limit]);
    try {
      let response = await post(place, question, knowsSchemas, both);
      if (response.status === 400 && knowsSchemas) {
        await response.body?.cancel();
        knowsSchemas = false;
        response = await post(place, question, false, both);
      }
      return await answerOf(response, question);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelFault) throw error;
      if (limit.aborted) throw new ModelFault("timeout");
      throw faultOf(error) ?? error;
    }
  };
}

function post(
  { baseUrl, key, model }: ModelPlace,
  { system, user, schema }: ModelQuestion,
  withSchema: boolean,
  signal: AbortSignal,
): Promise<Response> {
  return guardedFetch(`${baseUrl.replace(/\/+$/, "")}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream, application/json",
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model,
      messages: [
        { role: "system", content: system },
        { role: "user", content: user },
      ],
      temperature: 0,
      max_tokens: LONGEST_ANSWER,
      stream: true,
      ...(withSchema && {
        stream_options: { include_usage: true },
        response_format: {
          type: "json_schema",
          json_schema: { name: schema.name, strict: true, schema: schema.json },
        },
      }),
    }),
    signal,
  });
}

async function answerOf(response: Response, question: ModelQuestion): Promise<ModelAnswer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw refusalOf(response);
  }
  const { text, usage } = await readAnswer(response);
  return {
    text,
    tokensIn: usage?.prompt_tokens || estimate(question.system + question.user),
    tokensOut: usage?.completion_tokens || estimate(text),
  };
}

function refusalOf({ status, headers }: Response): ModelFault {
  if (status === 401 || status === 403) return new ModelFault("key_refused");
  if (status === 404) return new ModelFault("model_unknown");
  if (status === 429 || status === 503) return new ModelFault("busy", retryAfterMs(headers));
  if (status === 408 || status === 504) return new ModelFault("timeout");
  // A redirect is not followed: key and words go to the address that was set, and to no other.
  return new ModelFault(status >= 300 && status < 400 ? "address_refused" : "server_error");
}

/** `Retry-After` in either form, as a wait; null where there is none to read. */
function retryAfterMs(headers: Headers): number | null {
  const said = headers.get("retry-after");
  if (said === null) return null;
  const seconds = Number(said);
  const ms = Number.isNaN(seconds) ? Date.parse(said) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** What a failed request means; null for a fault of our own. */
function faultOf(error: unknown): ModelFault | null {
  const cause = error instanceof Error ? error.cause : null;
  if (error instanceof AddressRefused || cause instanceof AddressRefused)
    return new ModelFault("address_refused");
  if (!(error instanceof TypeError)) return null;
  // The answer had begun: undici says so of a body that ends before its time.
  return new ModelFault(error.message === "terminated" ? "cut_off" : "unreachable");
}
