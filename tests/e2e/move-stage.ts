import { createInterface } from "node:readline";
import { claimStage, type StageAttempt } from "#app/core/domain/recording/stages.server.ts";
import { closeDatabase, db } from "#app/core/platform/db.server.ts";

// `move-stage.ts {callId}`: works on the Highlights of a call as a worker does, by the domain's own functions, one step
// for each line of its input: `claim`, `progress {seconds}`, `publish`, `again`. Each is answered with a line once it is committed.

const [callId = ""] = process.argv.slice(2);
const found = await db.recording.findFirstOrThrow({
  where: { callId, isPrimary: true },
  select: { id: true, workspaceId: true },
});
const ref = { workspaceId: found.workspaceId, callId, recordingId: found.id };
async function claimAgain() {
  const waiting = { state: "waiting", endedAt: null, cause: null } as const;
  await db.stage.updateMany({ where: { recordingId: found.id, name: "summary" }, data: waiting });
  return claimStage(ref, "summary");
}
let attempt: StageAttempt | null = null;
for await (const line of createInterface(process.stdin)) {
  const [step, seconds] = line.split(" ");
  if (step === "claim" || step === "again") attempt = await claimAgain();
  if (attempt === null) throw new Error("the stage cannot be claimed");
  const held = attempt;
  if (step === "progress") await held.progress(Number(seconds) * 1_000, 60_000, "ms");
  if (step === "publish") await db.$transaction((tx) => held.publish(tx));
  process.stdout.write(`${line}\n`);
}
await closeDatabase();
