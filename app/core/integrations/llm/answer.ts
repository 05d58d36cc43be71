import * as z from "zod";
import { ModelFault } from "#app/core/domain/summary/llm-types.ts";

/** More than any answer that was asked for: a server that goes on for ever is left. */
const LONGEST_BYTES = 2_000_000;

const usage = z
  .object({
    prompt_tokens: z.number().nonnegative().catch(0),
    completion_tokens: z.number().nonnegative().catch(0),
  })
  .nullish()
  .catch(null);
const whole = z.object({
  choices: z.array(
    z.object({
      message: z.object({ content: z.string().nullish() }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage,
});
const piece = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage,
  error: z.unknown().optional(),
});

type ReadAnswer = { text: string; usage: z.output<typeof usage> };

/** Reads a body to its end, as text by pieces. @throws ModelFault `cut_off` when it ends badly or never */
async function* textOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (!body) throw new ModelFault("cut_off");
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > LONGEST_BYTES) throw new ModelFault("cut_off");
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** A plain JSON answer. @throws ModelFault */
async function readWhole(response: Response): Promise<ReadAnswer> {
  let text = "";
  for await (const part of textOf(response.body)) text += part;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ModelFault("cut_off");
  }
  const parsed = whole.safeParse(json);
  const choice = parsed.data?.choices[0];
  if (!parsed.success || !choice) throw new ModelFault("unreadable");
  return { text: choice.message.content ?? "", usage: parsed.data.usage };
}

function readLine(line: string): z.output<typeof piece> | "done" | null {
  const data = /^data:\s?(.*)$/.exec(line.trimEnd())?.[1];
  if (data === undefined || data === "") return null;
  if (data.trim() === "[DONE]") return "done";
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    throw new ModelFault("cut_off");
  }
  const parsed = piece.safeParse(json);
  if (!parsed.success) throw new ModelFault("unreadable");
  if (parsed.data.error !== undefined) throw new ModelFault("server_error");
  return parsed.data;
}

/** A stream of server-sent events; one that ends before it says so was cut off. @throws ModelFault */
async function readStream(response: Response): Promise<ReadAnswer> {
  const answer: ReadAnswer = { text: "", usage: null };
  let rest = "";
  const take = (line: string): boolean => {
    const said = readLine(line);
    if (said === null) return false;
    if (said === "done") return true;
    answer.text += said.choices[0]?.delta?.content ?? "";
    answer.usage = said.usage ?? answer.usage;
    // "length": the model stopped in the middle of a word, and its JSON tells by being broken.
    return (said.choices[0]?.finish_reason ?? null) !== null;
  };
  let ends = 0;
  for await (const part of textOf(response.body)) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    ends += lines.filter(take).length;
  }
  if (take(rest)) ends += 1;
  if (ends === 0) throw new ModelFault("cut_off");
  return answer;
}

/** The text of an answer, whichever way the server sends it. @throws ModelFault */
export const readAnswer = (response: Response): Promise<ReadAnswer> =>
  (response.headers.get("content-type") ?? "").includes("event-stream")
    ? readStream(response)
    : readWhole(response);
