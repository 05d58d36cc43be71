import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { aLiveCall } from "#tests/support/live-rows.ts";
import type { LiveTrack, SpeechEngine } from "#media/speech/engine.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { type LiveSpeech, openLiveSpeech } from "./live-speech.ts";
import { openSpeechLog } from "./speech-log.ts";

let context: WorkerContext;
beforeAll(async () => {
  context = await openWorkerContext();
});
afterAll(() => context.close());

/** An engine of one's own: what it is asked for, and what it still holds. */
const held = new Set<LiveTrack>();
const spoken: string[] = [];
const engine: SpeechEngine = {
  id: "sherpa-onnx",
  model: "of the test",
  caps: {
    ...{ words: true, punctuation: false, fillers: false, bias: "none", languages: "any" },
    live: "segment",
  },
  check: () => Promise.resolve({ ok: true, detail: "" }),
  transcribe: async function* () {
    await Promise.resolve();
  },
  openLive({ language }) {
    spoken.push(language);
    const track: LiveTrack = {
      push: () => undefined,
      isOpen: false,
      close() {
        held.delete(track);
        return Promise.resolve();
      },
    };
    held.add(track);
    return Promise.resolve(track);
  },
  close: () => Promise.resolve(),
};

let speech: LiveSpeech;
let at = 0;
const push = (id: string) => {
  speech.push(id, {
    ...{ id: `${id}/microphone`, startMs: at, pcm: new Int16Array(1_600) },
  });
  at += 100;
};
beforeEach(async () => {
  held.clear();
  spoken.length = 0;
  at = 0;
  const call = await aLiveCall(await aMember(await aWorkspace()));
  speech = await openLiveSpeech(
    { ...call, language: "en" },
    {
      context: {
        choose: () => ({ engine: "sherpa-onnx", notice: null }),
        engines: () => ({ ...context.engines(), engine: () => engine }),
      },
      notes: openSpeechLog(await mkdtemp(join(tmpdir(), "parley-live-speech-"))),
      meters: { words: () => undefined },
      mayDraft: () => true,
    },
  );
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await speech.close();
});

test("who left gives their decoder back within a minute, and gets another when they come again", async () => {
  push("rep:a:1");
  push("g:b");
  await expect.poll(() => held.size).toBe(2);
  vi.advanceTimersByTime(29_000);
  push("rep:a:1");
  speech.look();
  expect(held.size).toBe(2);
  vi.advanceTimersByTime(29_000);
  push("rep:a:1");
  speech.look();
  expect(held.size).toBe(1);
  push("g:b");
  await expect.poll(() => held.size).toBe(2);
});

test("a call that goes on in another language is heard in it", async () => {
  push("rep:a:1");
  await expect.poll(() => held.size).toBe(1);
  speech.speak("ja");
  push("rep:a:1");
  await expect.poll(() => spoken).toEqual(["en", "ja"]);
  push("rep:a:1");
  await expect.poll(() => held.size).toBe(1);
});
