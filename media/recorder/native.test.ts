import { readFileSync } from "node:fs";
import { AudioResampler, dispose } from "@livekit/rtc-node";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { widenFrameQueue } from "./native.ts";

type Asked = { message: { case: string; value: Record<string, unknown> } };
type Inside = { _ffiClientInstance: { request: (asked: Asked) => unknown } };

afterAll(() => dispose());

test("rtc-node is the version whose inside is known", () => {
  const file = new URL("../../node_modules/@livekit/rtc-node/package.json", import.meta.url);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(file, "utf8")));
  expect(version).toBe("1.1.0");
});

test("the queue of a new stream is widened, and nothing else is touched", () => {
  new AudioResampler(48_000, 16_000, 1).close();
  const { _ffiClientInstance: client } = globalThis as unknown as Inside; // oxlint-disable-line typescript/no-unsafe-type-assertion -- where 1.1.0 keeps it
  const request = client.request.bind(client);
  const asked: Asked[] = [];
  client.request = (one) => {
    asked.push(one);
    return one.message.case === "newAudioStream" ? null : request(one);
  };
  widenFrameQueue(500);
  client.request({ message: { case: "newAudioStream", value: { sampleRate: 48_000 } } });
  const streams = asked.filter((one) => one.message.case === "newAudioStream");
  expect(streams.map(({ message }) => message.value)).toEqual([
    { sampleRate: 48_000, queueSizeFrames: 500 },
  ]);
  const others = asked.filter((one) => one.message.case !== "newAudioStream");
  expect(others.length).toBeGreaterThan(0);
  for (const { message } of others) expect(message.value).not.toHaveProperty("queueSizeFrames");
});
