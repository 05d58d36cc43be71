import { expect, test } from "vitest";
import { logLines } from "./log-lines.ts";

const line = (
  second: number,
  stage: string,
  state: string,
  { attempt = 1, cause = null }: { attempt?: number; cause?: string | null } = {},
) => ({
  at: new Date(second * 1000).toISOString(),
  stage,
  attempt,
  state,
  cause,
  detail: null,
});
const short = (log: ReturnType<typeof line>[]) =>
  logLines(log).map(({ at, stage, state, attempt, tookMs }) => [
    new Date(at).getTime() / 1000,
    stage,
    state,
    attempt,
    tookMs,
  ]);

test("beginning and end of a try are one line, at its beginning, with what it took", () => {
  const log = [
    line(1, "transcode", "running"),
    line(2, "transcribe", "running"),
    line(9, "transcode", "done"),
    line(20, "transcribe", "failed", { cause: "engine_crashed" }),
  ];
  expect(short(log)).toEqual([
    [1, "transcode", "done", 1, 8_000],
    [2, "transcribe", "failed", 1, 18_000],
  ]);
});

test("a second try is a second line, and one that runs has taken nothing yet", () => {
  const log = [
    line(1, "transcribe", "running"),
    line(5, "transcribe", "failed", { cause: "timeout" }),
    line(9, "transcribe", "running", { attempt: 2 }),
  ];
  expect(short(log)).toEqual([
    [1, "transcribe", "failed", 1, 4_000],
    [9, "transcribe", "running", 2, null],
  ]);
});

test("why a stage waited is kept beside what came of it", () => {
  const log = [
    line(1, "transcribe", "waiting", { cause: "model_loading" }),
    line(4, "transcribe", "running"),
    line(6, "transcribe", "done"),
  ];
  expect(short(log)).toEqual([
    [1, "transcribe", "waiting", 1, null],
    [4, "transcribe", "done", 1, 2_000],
  ]);
});
