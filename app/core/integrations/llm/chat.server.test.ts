import { expect, it } from "vitest";
import { aModelServer } from "#tests/support/a-model-server.ts";
import type { ModelReply } from "#tests/support/model-server.ts";
import { ModelFault } from "#app/core/domain/summary/llm-types.ts";

const QUESTION = {
  system: "You answer with JSON.",
  user: "What was said?",
  schema: { name: "answer", json: { type: "object" } },
};
const never = new AbortController().signal;

/** Each address is next door, which the operator must allow. */
async function asking(reply: ModelReply | ((at: number) => ModelReply), timeoutMs = 5_000) {
  const server = await aModelServer((_, at) => (typeof reply === "function" ? reply(at) : reply));
  const { env } = await import("#app/core/platform/env.server.ts");
  env().PRIVATE_HOSTS.push(server.host);
  const { openModel } = await import("./chat.server.ts");
  const ask = openModel({ baseUrl: `${server.url}/`, key: "sk-1", model: "m", timeoutMs });
  return { server, ask };
}
const faultOf = async (reply: ModelReply, timeoutMs?: number) => {
  const { ask } = await asking(reply, timeoutMs);
  return ask(QUESTION, never).then(
    () => null,
    (error: unknown) =>
      error instanceof ModelFault && { code: error.code, wait: error.retryAfterMs },
  );
};

it("asks once, with key, model and schema, and reads a stream to its end", async () => {
  const { server, ask } = await asking({ text: 'ああ {"a": 1} '.repeat(20) });
  expect(await ask(QUESTION, never)).toEqual({
    text: 'ああ {"a": 1} '.repeat(20),
    tokensIn: 1_000,
    tokensOut: 100,
  });
  expect(server.asked).toMatchObject([
    {
      key: "sk-1",
      model: "m",
      path: "/v1/chat/completions",
      response_format: { type: "json_schema" },
    },
  ]);
});

it("reads a plain answer as well", async () => {
  const { ask } = await asking({ text: "{}", isPlain: true });
  expect((await ask(QUESTION, never)).text).toBe("{}");
});

it("asks a server that knows no schemas without one, from then on", async () => {
  const { server, ask } = await asking((at) => (at === 0 ? { status: 400 } : { text: "{}" }));
  await ask(QUESTION, never);
  await ask(QUESTION, never);
  expect(server.asked.map((asked) => asked.response_format !== undefined)).toEqual([
    true,
    false,
    false,
  ]);
});

it.each<[string, ModelReply, number | null]>([
  ["key_refused", { status: 401 }, null],
  ["model_unknown", { status: 404 }, null],
  ["busy", { status: 429, headers: { "retry-after": "7" } }, 7_000],
  ["busy", { status: 429, headers: { "retry-after": "soon" } }, null],
  ["busy", { status: 503 }, null],
  ["server_error", { status: 500 }, null],
  ["address_refused", { status: 302, headers: { location: "http://169.254.169.254/" } }, null],
  ["cut_off", { cut: '{"sections": [' }, null],
  ["cut_off", { raw: '{"choices": [{"mess' }, null],
  ["cut_off", { raw: 'data: {"choi\n\n', type: "text/event-stream" }, null],
  ["unreadable", { raw: '{"result": "hello"}' }, null],
  [
    "server_error",
    { raw: 'data: {"error": {"message": "overloaded"}}\n\n', type: "text/event-stream" },
    null,
  ],
])("says %s of %j", async (code, reply, wait) => {
  expect(await faultOf(reply)).toEqual({ code, wait });
});

it("gives up on a server that says nothing, and on one that is not there", async () => {
  expect(await faultOf({ silent: true }, 100)).toMatchObject({ code: "timeout" });
  const { server, ask } = await asking({ text: "{}" });
  await server.stop();
  await expect(ask(QUESTION, never)).rejects.toMatchObject({ code: "unreachable" });
});

it("refuses an address inside a private network that nobody allowed", async () => {
  const { openModel } = await import("./chat.server.ts");
  for (const baseUrl of ["http://127.0.0.1:1/v1", "http://10.0.0.1/v1", "http://[::1]/v1"])
    await expect(
      openModel({ baseUrl, key: null, model: "m" })(QUESTION, never),
    ).rejects.toMatchObject({
      code: "address_refused",
    });
});

it("ends with the caller's own reason when the caller stops it", async () => {
  const { ask } = await asking({ silent: true });
  const stopping = new AbortController();
  const answer = ask(QUESTION, stopping.signal);
  stopping.abort(new Error("the worker stops"));
  await expect(answer).rejects.toThrow("the worker stops");
});
