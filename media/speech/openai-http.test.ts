import { afterEach, describe, expect, it } from "vitest";
import type { Options, SegmentIn, SegmentOut } from "./engine.ts";
import { createOpenAiHttp, glossary, type OpenAiHttp } from "./openai-http.ts";
import { type Asked, field, type Reply, startServer } from "./test-server.ts";
import { collect } from "./test-tools.ts";
import { wavSamples } from "./wav-samples.ts";

let server: Awaited<ReturnType<typeof startServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const segments = (count: number): SegmentIn[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `s${n}`,
    startMs: n * 2000,
    endMs: n * 2000 + 1000,
    pcm: Int16Array.from({ length: 16_000 }, (_, k) => (k * 7 + n) % 1000),
  }));

async function* feed(all: readonly SegmentIn[]) {
  for (const segment of all) {
    await Promise.resolve();
    yield segment;
  }
}

async function ask(
  reply: (asked: Asked, n: number) => Reply,
  more: Partial<OpenAiHttp> = {},
  options: Partial<Options> & { count?: number } = {},
): Promise<SegmentOut[]> {
  server = await startServer(reply);
  const engine = createOpenAiHttp({
    baseUrl: server.baseUrl,
    model: "whisper-1",
    fetch,
    concurrency: 1,
    ...more,
  });
  const { signal } = new AbortController();
  const given = { language: "en-US", bias: [], signal, ...options };
  return collect(engine.transcribe(feed(segments(options.count ?? 1)), given));
}

const text = (words: string): Reply => ({ body: { text: words } });

describe("the request", () => {
  it("carries the sound as WAV, the key, the language and the glossary", async () => {
    await ask(
      () => text("hi"),
      { apiKey: "k" },
      {
        bias: [
          { text: "HubSpot", boost: 9 },
          { text: "Gong", boost: 5 },
        ],
      },
    );
    const { form, headers } = server?.asked[0] ?? { form: new FormData(), headers: {} };
    const file = form.get("file");
    if (!(file instanceof File)) throw new Error("no file");
    expect(wavSamples(Buffer.from(await file.arrayBuffer()))).toEqual(segments(1)[0]?.pcm);
    expect(headers.authorization).toBe("Bearer k");
    expect(field(form, "model")).toEqual(["whisper-1"]);
    expect(field(form, "language")).toEqual(["en"]);
    expect(field(form, "response_format")).toEqual(["verbose_json"]);
    expect(field(form, "timestamp_granularities[]")).toEqual(["word", "segment"]);
    expect(field(form, "prompt")).toEqual(["Glossary: Gong, HubSpot."]);
    expect(field(form, "carry_initial_prompt")).toEqual([]);
  });

  it.each([
    [
      "gpt-4o-mini-transcribe",
      { response_format: ["json"], "include[]": ["logprobs"], "keywords[]": [] },
    ],
    [
      "gpt-transcribe",
      { response_format: ["json"], "keywords[]": ["Gong"], "languages[]": ["en"], prompt: [] },
    ],
  ])("speaks the dialect of %s", async (model, wanted) => {
    await ask(() => text("hi"), { model }, { bias: [{ text: "Gong", boost: 5 }] });
    const form = server?.asked[0]?.form ?? new FormData();
    expect(field(form, "timestamp_granularities[]")).toEqual([]);
    for (const [name, values] of Object.entries(wanted)) expect(field(form, name)).toEqual(values);
  });

  it.each([
    ["whisper.cpp", "carry_initial_prompt", "true"],
    ["whisper.cpp", "no_language_probabilities", "true"],
    ["speaches", "hotwords", "Gong"],
    ["speaches", "condition_on_previous_text", "false"],
  ] as const)("gives %s its extra %s", async (kind, name, value) => {
    await ask(() => text("hi"), { server: kind }, { bias: [{ text: "Gong", boost: 5 }] });
    expect(field(server?.asked[0]?.form ?? new FormData(), name)).toEqual([value]);
  });

  it("keeps the glossary within the prompt, the most important term last", () => {
    const terms = Array.from({ length: 500 }, (_, n) => ({ text: `Term${n}`, boost: 5 }));
    const prompt = glossary(terms);
    expect(prompt.length).toBeLessThan(650);
    expect(prompt.endsWith("Term1, Term0.")).toBe(true);
  });
});

describe("answers and refusals", () => {
  it("come in the order of the segments, however long each takes", async () => {
    const others = Promise.withResolvers<undefined>();
    server = await startServer(async (_, n) => {
      if (n === 0) await others.promise;
      return text(`n${n}`);
    });
    let answered = 0;
    const engine = createOpenAiHttp({
      baseUrl: server.baseUrl,
      model: "m",
      // The first answer is held back until the two under way beside it are there.
      fetch: async (...request) => {
        const response = await fetch(...request);
        if (++answered === 2) others.resolve(undefined);
        return response;
      },
      concurrency: 3,
    });
    const { signal } = new AbortController();
    const out = await collect(
      engine.transcribe(feed(segments(4)), { language: "en", bias: [], signal }),
    );
    expect(out.map(({ id }) => id)).toEqual(["s0", "s1", "s2", "s3"]);
  });

  it("falls back to plain answers when the server has no others", async () => {
    const out = await ask(
      ({ form }) =>
        field(form, "response_format")[0] === "json"
          ? text("plain")
          : { status: 400, body: { error: "response_format verbose_json is not supported" } },
      {},
      { count: 2 },
    );
    expect(out.map(({ timing, text: said }) => `${timing} ${said}`)).toEqual([
      "spread plain",
      "spread plain",
    ]);
    expect(server?.asked).toHaveLength(3);
  });

  it.each([[429], [408], [500], [503]])("tries again after %i", async (status) => {
    const busy = { status, headers: { "retry-after": "0.02" } };
    const [out] = await ask((_, n) => (n === 0 ? busy : text("second time")));
    expect(out?.text).toBe("second time");
  });

  it("gives a segment up as inaudible after two failures, and goes on", async () => {
    const failed: string[] = [];
    const out = await ask(
      (_, n) => (n < 2 ? { status: 500 } : text("fine")),
      {},
      { count: 2, onSegmentFailed: (id, { isTransient }) => failed.push(`${id} ${isTransient}`) },
    );
    expect(out.map((segment) => [segment.text, segment.isInaudible ?? false])).toEqual([
      ["[inaudible]", true],
      ["fine", false],
    ]);
    expect(failed).toEqual(["s0 true"]);
  });

  it("sends the job back when the limit lasts", async () => {
    await expect(
      ask(() => ({ status: 429, headers: { "retry-after": "3600" } })),
    ).rejects.toMatchObject({
      code: "rate_limited",
      isTransient: true,
      retryAfterMs: 3_600_000,
    });
    expect(server?.asked).toHaveLength(1);
  });

  it.each([[400], [401], [403]])("ends at once when refused with %i", async (status) => {
    await expect(ask(() => ({ status }), {}, { count: 3 })).rejects.toMatchObject({
      code: "engine_refused",
      isTransient: false,
    });
    expect(server?.asked).toHaveLength(1);
  });

  it("follows no redirect with the key", async () => {
    const out = await ask(() => ({ status: 307, headers: { location: "http://127.0.0.1:1/" } }));
    expect(out[0]?.isInaudible).toBe(true);
  });

  it("reports silence of the server as a time-out", async () => {
    const causes: string[] = [];
    await ask(
      () => ({ hang: true }),
      { timeoutMs: 60 },
      { onSegmentFailed: (_, e) => causes.push(e.code) },
    );
    expect(causes).toEqual(["engine_timeout"]);
  });

  it("stops when aborted", async () => {
    const stop = new AbortController();
    const reply = (): Reply => {
      stop.abort(new Error("job stops"));
      return { hang: true };
    };
    await expect(ask(reply, {}, { signal: stop.signal })).rejects.toThrow("job stops");
  });

  it("asks the cap before anything leaves", async () => {
    const asked: number[] = [];
    const spend = (seconds: number) => asked.push(seconds) < 2;
    await expect(ask(() => text("x"), { spend }, { count: 2 })).rejects.toMatchObject({
      code: "cost_cap",
    });
    expect(asked).toEqual([1, 1]);
    expect(server?.asked).toHaveLength(1);
  });

  it("claims only the languages it was given", async () => {
    await expect(
      ask(() => text("x"), { languages: ["en"] }, { language: "ja" }),
    ).rejects.toMatchObject({
      code: "language_not_supported",
    });
    expect(server?.asked).toHaveLength(0);
  });

  it("has a test button that says what is wrong", async () => {
    server = await startServer((_, n) => (n === 0 ? text("") : { status: 401 }));
    const engine = createOpenAiHttp({ baseUrl: server.baseUrl, model: "m", fetch });
    expect(await engine.check()).toEqual({ ok: true, detail: "ready" });
    expect(await engine.check()).toEqual({ ok: false, detail: "engine_refused: status 401" });
    const nobody = createOpenAiHttp({ baseUrl: "http://127.0.0.1:1/v1", model: "m", fetch });
    expect(await nobody.check()).toEqual({ ok: false, detail: "engine_failed: not reachable" });
  });
});
