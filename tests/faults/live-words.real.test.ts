import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "#scripts/demo/door.ts";
import { readLiveScript } from "#scripts/demo/script.ts";
import { findSpeaker, speak } from "#scripts/demo/speak.ts";
import { bornAt } from "#scripts/processes.ts";
import { followCall } from "#tests/support/live-stream.ts";
import type { Program } from "./instance.ts";
import { GUEST_NAME, openCall, REP_NAME, type SpokenCall } from "./live-call.ts";
import { type LiveInstance, liveMissingHere, startLive } from "./live-instance.ts";
import { countCalls, inWords } from "./live-oracle.ts";
import { check, type Journal, openJournal } from "./oracle.ts";
import { ask } from "./pipeline.ts";
import { isAlive, until } from "./processes.ts";

const DOWN_MS = 5_000;

const missing = await liveMissingHere();
let instance: LiveInstance;
let journal: Journal;
let visitor: Visitor;
let programs: Program[];
let call: SpokenCall | undefined;

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startLive();
  journal = openJournal(instance.dataDir);
  programs = await Promise.all([instance.startWorker(), instance.startWeb()]);
  visitor = await instance.signIn();
});

afterAll(async () => {
  await call?.close();
  journal?.close();
  await instance?.stop();
});

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

type Line = { no: number; t0: number; t1: number; text: string; final: boolean };

test("words that are said while the database is dead wait for it, and none that was shown is lost", async () => {
  const speaker = await findSpeaker();
  if (!speaker) throw new Error("This machine has no voice.");
  const { files } = await speak(readLiveScript(), speaker);
  const sounds = Object.fromEntries(
    (
      [
        [REP_NAME, files.R],
        [GUEST_NAME, files.C],
      ] as const
    ).map(([name, wav]) => {
      const file = join(instance.dataDir, `${name.slice(0, 2)}.wav`);
      writeFileSync(file, wav);
      return [name, { kind: "wav" as const, file, isLooped: true }];
    }),
  );
  call = await openCall(instance, visitor, "through a dead database", sounds);
  const stream = followCall(visitor, call.callId);
  await until("words are on the screen", 40_000, () =>
    stream.segments().some(({ isFinal, text }) => isFinal && text !== ""),
  );
  await sleep(4_000);
  const { pid } = instance.database();
  const downAt = call.now();
  process.kill(pid, "SIGKILL");
  await until("the postmaster is gone", 30_000, () => bornAt(pid) === null);
  await sleep(DOWN_MS);
  await instance.startDatabase();
  const upAt = call.now();
  await until("words are on the screen again", 30_000, () =>
    stream.segments().some(({ t0Ms, text }) => t0Ms > upAt && text !== ""),
  );
  await sleep(3_000);
  const shown = stream.segments().filter(({ isFinal, text }) => isFinal && text !== "");
  stream.close();
  const outcome = await call.hangUp();

  const lines = await ask<Line>(
    instance.checkUrl,
    `SELECT s.no, s.t0_ms AS t0, s.t1_ms AS t1, s.text, s.is_final AS final FROM transcript t
     JOIN segment s ON s.workspace_id = t.workspace_id AND s.base_id = t.base_id AND s.from_version = 1
     WHERE t.call_id = $1 AND t.number = 1 ORDER BY s.no`,
    [call.callId],
  );
  const lost = shown.filter(
    ({ no, text }) => !lines.some((line) => line.no === no && line.text === text),
  );
  expect(lost.map(({ text }) => text)).toEqual([]);
  expect(
    lines.every(({ final }) => final),
    "no draft is left",
  ).toBe(true);
  const during = lines.filter(({ t0, t1, text }) => text !== "" && t1 > downAt && t0 < upAt);
  console.log(
    `  ${shown.length} lines were shown, ${during.length} of ${lines.length} were said while the database was dead; the stream was opened again ${stream.reopened()} times`,
  );
  expect(during.length).toBeGreaterThan(0);
  expect(outcome.gaps, inWords(outcome)).toEqual([]);
  expect(new Set(outcome.parts.map(({ attempt }) => attempt))).toEqual(new Set([1]));
  expect(programs.map(isAlive)).toEqual([true, true]);
  expect(await countCalls(instance, call.title)).toBe(1);
  expect((await check(instance, journal)).faults).toEqual([]);
});
