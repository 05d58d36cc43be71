import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getSpeechEngines } from "#app/core/domain/component/speech-models.server.ts";
import { transcribeRecording as transcribeJob } from "#app/core/jobs/recording-transcribe.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { speakWav } from "#media/speech/flite.ts";
import { writeTinyModel } from "#media/speech/test-model.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { modelsRoot, openWorkerContext, type WorkerContext } from "../context.ts";
import { transcodeRecording } from "./recording-transcode.ts";
import { transcribeRecording } from "./recording-transcribe.ts";

await queueForFile();

let context: WorkerContext;
let admin: SignedIn;
beforeAll(async () => {
  context = await openWorkerContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  admin = await aMember(await aWorkspace(), { role: "admin" });
});

test("a call whose model is taken away in the middle is recognised anew by what is left", async ({
  skip,
}) => {
  if (context.engines().missing.length > 0) return skip("not installed: pocketsphinx");
  await writeTinyModel(join(modelsRoot(), "mine"), { name: "mine" });
  await context.lookForModels();
  const bytes = await speakWav(context.engines().programs, "could we move the kickoff to tuesday");
  const rep = await aMember({ id: admin.workspaceId });
  const { callId, recordingId } = await uploaded(rep, [{ bytes }]);
  const payload = { v: 1 as const, workspaceId: rep.workspaceId, recordingId };
  const { signal } = new AbortController();
  await transcodeRecording(payload, { signal, context });
  expect(await queued(transcribeJob)).toHaveLength(1);
  let isTaken = false;
  const meddled: WorkerContext = {
    ...context,
    jobFolder: async (name) => {
      if (!isTaken) {
        rmSync(join(modelsRoot(), "mine"), { recursive: true });
        isTaken = true;
      }
      return context.jobFolder(name);
    },
  };
  await transcribeRecording(payload, { signal, context: meddled });
  const { engines } = await db.recording.findFirstOrThrow({ where: { id: recordingId } });
  expect(engines).toMatchObject({ speech: "pocketsphinx" });
  expect(await db.transcript.count({ where: { callId } })).toBe(1);
  const { found } = await getSpeechEngines(admin);
  expect(found?.gone).toContain("mine");
  expect(found?.choices[0]).toMatchObject({ engine: "pocketsphinx" });
});
