import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { finishRecording, sendRun, startRecording } from "#scripts/demo/recorded-call.ts";
import { judge, quantile, skip } from "./lib/figures.ts";
import { openInstance, until } from "./lib/instance.ts";
import { signUp } from "./lib/people.ts";
import { makeFolder, runBench } from "./lib/run.ts";

// A browser's recording at the server (issue 20): how long a piece takes until it is acknowledged, and how long after the
// stop the call plays. `npm run bench -- recorded --minutes 10`

const BENCH = "recorded";
const ACK_MS = 300;
const SOURCES = ["microphone", "tab", "mix"] as const;

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" } },
  strict: false,
});
const lengthMs = Number(values["minutes"]) * 60_000;
/** 2 s and a thousandth of the length. */
const PLAYS_MS = 2_000 + lengthMs / 1_000;

/** Noise fills every packet. */
function webm(folder: string): Buffer {
  const file = join(folder, "run.webm");
  const noise = ["-f", "lavfi", "-i", `anoisesrc=color=pink:amplitude=0.3:d=${lengthMs / 1000}`];
  const opus = ["-ac", "1", "-ar", "48000", "-c:a", "libopus", "-b:a", "48k"];
  const out = ["-frame_duration", "60", "-f", "webm", "-live", "1", file];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", ...noise, ...opus, ...out]);
  return readFileSync(file);
}

await runBench(async (stack) => {
  try {
    execFileSync("ffmpeg", ["-version"], { stdio: "ignore" });
  } catch {
    skip(BENCH, "acknowledged", "no ffmpeg on this machine");
    return;
  }
  const bytes = webm(makeFolder(stack, "parley-bench-recorded-"));
  const instance = await openInstance(stack, { SPEECH_ENGINE: "off" });
  await instance.startWorker();
  const { visitor } = await signUp(instance);
  const facts = { title: "Bench", company: "", language: "en", who: "Somebody" };
  const { callId, recordingId } = await startRecording(visitor, facts);
  const waits: number[] = [];
  await Promise.all(
    SOURCES.map((source) =>
      sendRun(visitor, recordingId, { source, bytes, lengthMs }, (ms) => waits.push(ms)),
    ),
  );
  judge({
    ...{ bench: BENCH, case: "acknowledged", unit: "ms", of: "p95", ours: waits },
    value: quantile(waits, 0.95),
    goal: { op: "<=", value: ACK_MS },
    note: `${waits.length} pieces, three sources at once as fast as they are taken`,
  });
  const from = performance.now();
  await finishRecording(visitor, recordingId, lengthMs);
  const plays = async (): Promise<boolean> => {
    const { rowCount } = await instance.admin.query(
      "SELECT 1 FROM call WHERE id = $1 AND state = 'available'",
      [callId],
    );
    return rowCount === 1;
  };
  await until(plays, "the call to play", { everyMs: 25 });
  const tookMs = performance.now() - from;
  judge({
    ...{ bench: BENCH, case: "stop-to-playable", unit: "ms", ours: [tookMs], value: tookMs },
    goal: { op: "<=", value: PLAYS_MS },
    note: `${lengthMs / 60_000} min of three sources`,
  });
});
