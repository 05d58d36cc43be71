import { randomBytes } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  cancelSpeechModel,
  getSpeechEngines,
  installSpeechModel,
  preferSpeechModel,
  removeSpeechModel,
  saveSpeechModels,
  trySpeechEngine,
} from "#app/core/domain/component/speech-models.server.ts";
import { changeSpeechModel } from "#app/core/jobs/speech-model.job.ts";
import { trySpeech as tryJob } from "#app/core/jobs/speech-try.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { pieceName } from "#media/speech/download.ts";
import { archiveOf, openArchiveServer, tinyEntries } from "#media/speech/test-archive-server.ts";
import { writeTinyModel } from "#media/speech/test-model.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { modelsRoot, openWorkerContext, type WorkerContext } from "../context.ts";
import { changeModel } from "./speech-model.ts";
import { trySpeech } from "./speech-try.ts";

// The server of archives is next door, and the guard lets nobody there whom the operator did not name.
vi.hoisted(() => {
  process.env["PRIVATE_HOSTS"] = "127.0.0.1";
});
await queueForFile();

const OFFERED = "sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8";
let server: Awaited<ReturnType<typeof openArchiveServer>>;
let context: WorkerContext;
let admin: SignedIn;
beforeAll(async () => {
  server = await openArchiveServer();
  context = await openWorkerContext();
});
afterAll(async () => {
  await context.close();
  await server.close();
});
beforeEach(async () => {
  await db.workspace.updateMany({ data: { deletedAt: new Date() } });
  admin = await aMember(await aWorkspace(), { role: "admin" });
  rmSync(modelsRoot(), { recursive: true, force: true });
  await context.lookForModels();
});

const rowOf = (name: string) => db.speechModel.findUniqueOrThrow({ where: { name } });
const shown = async (name: string) =>
  (await getSpeechEngines(admin)).models.find((model) => model.name === name);

/** Does what the last command queued, with an archive of the server instead of the release's. */
async function work(deed: "install" | "remove" | "prefer", address = "", name = OFFERED) {
  await changeModel({ name, deed }, { signal: new AbortController().signal, context }, () => ({
    name,
    kind: "nemo-ctc",
    languages: ["en"],
    from: { address },
  }));
}

describe("a model of the list", () => {
  test("is installed by a job, used for the next call, and removed", async () => {
    expect(await shown(OFFERED)).toMatchObject({
      ...{ state: "known", languages: ["en"], license: "CC-BY-4.0", totalBytes: 482_000_000 },
    });
    await installSpeechModel(admin, { name: OFFERED });
    expect(await shown(OFFERED)).toMatchObject({ state: "queued" });
    expect(await queued(changeSpeechModel)).toEqual([
      { v: 1, workspaceId: admin.workspaceId, name: OFFERED, deed: "install" },
    ]);
    await expect(installSpeechModel(admin, { name: OFFERED })).rejects.toHaveProperty(
      "code",
      "invalid_state",
    );
    await work("install", server.file("/a.tar.gz", await archiveOf(tinyEntries())));
    expect(await shown(OFFERED)).toMatchObject({ state: "ready", cause: null });
    expect((await shown(OFFERED))?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(context.choose("en")).toEqual({ engine: "sherpa-onnx" });
    expect(context.engines().engine("sherpa-onnx", "en")?.model).toBe(OFFERED);
    const { found } = await getSpeechEngines(admin);
    expect(found?.choices[0]).toMatchObject({ engine: "sherpa-onnx", model: OFFERED });

    await preferSpeechModel(admin, { name: OFFERED });
    await work("prefer");
    await removeSpeechModel(admin, { name: OFFERED });
    await work("remove");
    expect(await shown(OFFERED)).toMatchObject({ state: "known", sha256: null });
    expect(context.choose("en")).not.toEqual({ engine: "sherpa-onnx" });
    expect((await getSpeechEngines(admin)).found?.gone).toEqual([]);
    const events = await db.$queryRaw<{ event: string }[]>`
      SELECT event FROM audit_entry WHERE target = ${OFFERED} ORDER BY created_at, id`;
    expect(events.map(({ event }) => event)).toEqual([
      "model.installed",
      "model.preferred",
      "model.removed",
    ]);
  });

  test("that is not what it says is not installed, and the row says why", async () => {
    await installSpeechModel(admin, { name: OFFERED });
    const hostile = [{ name: "../x.txt", content: "x" }, ...tinyEntries()];
    await work("install", server.file("/h.tar.gz", await archiveOf(hostile)));
    expect(await shown(OFFERED)).toMatchObject({ state: "known", cause: "hostile" });
    await installSpeechModel(admin, { name: OFFERED });
    await work("install", "http://192.168.0.1/a.tar.gz");
    expect(await shown(OFFERED)).toMatchObject({ state: "known", cause: "address_refused" });
  });

  test("may be cancelled, and goes on later where it was cut", async () => {
    const archive = await archiveOf([
      ...tinyEntries(),
      { name: "tiny/noise.wav", content: randomBytes(200_000) },
    ]);
    const cancel = () => cancelSpeechModel(admin, { name: OFFERED });
    await installSpeechModel(admin, { name: OFFERED });
    await cancel();
    await work("install", "http://127.0.0.1:1/nobody-asks");
    expect(await shown(OFFERED)).toMatchObject({ state: "known", cause: "cancelled" });

    await installSpeechModel(admin, { name: OFFERED });
    const address = `${server.origin}/c.tar.gz`;
    const piece = join(modelsRoot(), ".parts", pieceName(address));
    let end = (): void => undefined;
    const isOver = new Promise<void>((done) => (end = done));
    // The line breaks once what was sent is in the piece, and not again before the cancel has ended the work.
    const arrival = (bytes: number): Promise<void> =>
      server.asked.length > 1
        ? isOver
        : expect.poll(() => statSync(piece).size, { interval: 5 }).toBe(bytes);
    server.asked.length = 0;
    server.file("/c.tar.gz", archive, {
      cuts: { after: [100_000, 0], arrival },
      onAsked: (count) => {
        if (count === 2) void cancel();
      },
    });
    await work("install", address);
    end();
    expect(await shown(OFFERED)).toMatchObject({ state: "known", cause: "cancelled" });
    server.asked.length = 0;
    await installSpeechModel(admin, { name: OFFERED });
    await work("install", server.file("/c.tar.gz", archive));
    expect(await shown(OFFERED)).toMatchObject({ state: "ready" });
    expect(server.asked[0]?.range).toBe("bytes=100000-");
  });

  test("is not removed while it recognises a call", async () => {
    await writeTinyModel(join(modelsRoot(), "mine"), { name: "mine" });
    await context.lookForModels();
    expect(await shown("mine")).toMatchObject({ state: "ready", license: null });
    await removeSpeechModel(admin, { name: "mine" });
    const used = {
      ...context.engines(),
      models: context.engines().models.map((model) => ({ ...model, isUsed: true })),
    };
    await changeModel(
      { name: "mine", deed: "remove" },
      {
        signal: new AbortController().signal,
        context: { ...context, engines: () => used },
      },
    );
    expect(await shown("mine")).toMatchObject({ state: "ready", cause: "in_use" });
    await removeSpeechModel(admin, { name: "mine" });
    await work("remove", "", "mine");
    expect(await shown("mine")).toBeUndefined();
  });

  test("whose job is lost is said to have failed", async () => {
    await db.speechModel.update({
      where: { name: OFFERED },
      data: { state: "download", updatedAt: new Date(Date.now() - 60_000) },
    });
    await db.$executeRaw`DELETE FROM jobs.job WHERE name = 'speech.model'`;
    await saveSpeechModels("here", [], []);
    expect(await rowOf(OFFERED)).toMatchObject({ state: "known", cause: "unexpected" });
  });
});

describe("models are installed from a page", () => {
  const refused = { code: "forbidden" };
  test("by admins, where there is one workspace; the demo does not count", async () => {
    const demo = await aMember(await aWorkspace({ isDemo: true }), { role: "admin" });
    await expect(
      installSpeechModel({ ...demo, isDemo: true }, { name: OFFERED }),
    ).rejects.toMatchObject(refused);
    expect((await getSpeechEngines(admin)).mayInstall).toBe(true);
    const rep = await aMember({ id: admin.workspaceId });
    await expect(installSpeechModel(rep, { name: OFFERED })).rejects.toMatchObject(refused);
    await aWorkspace();
    expect(await getSpeechEngines(admin)).toMatchObject({ mayInstall: false, models: [] });
    for (const ask of [installSpeechModel, cancelSpeechModel, removeSpeechModel, preferSpeechModel])
      await expect(ask(admin, { name: OFFERED })).rejects.toMatchObject(refused);
    expect(await rowOf(OFFERED)).toMatchObject({ state: "known" });
  });

  test("by the demo's admin, where nobody else has a workspace", async () => {
    await db.workspace.updateMany({ data: { deletedAt: new Date() } });
    const demo = await aMember(await aWorkspace({ isDemo: true }), { role: "admin" });
    expect((await getSpeechEngines({ ...demo, isDemo: true })).mayInstall).toBe(true);
  });
});

test("a sentence is said to the engine, and what it heard is shown", async () => {
  await writeTinyModel(join(modelsRoot(), "mine"), { name: "mine" });
  await context.lookForModels();
  await trySpeechEngine(admin, { sentence: "Good morning" });
  expect((await getSpeechEngines(admin)).trial).toMatchObject({ state: "running" });
  const [payload] = await queued(tryJob);
  if (!payload) throw new Error("nothing queued");
  await trySpeech(payload, { signal: new AbortController().signal, context });
  const { trial } = await getSpeechEngines(admin);
  expect(trial).toMatchObject({
    ...{ state: "done", sentence: "Good morning", engine: "sherpa-onnx", model: "mine" },
  });
  expect(trial?.heard).not.toBe("");
});
