import { expect, onTestFinished, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { modelForm, modelTestForm } from "./engine.schema.ts";
import {
  changeEngineSettings,
  describedModel,
  findModel,
  getEngineSettings,
} from "./engine.server.ts";

const wish = (more: object) =>
  modelForm.parse({
    ...{ intent: "llm", kind: "remote", baseUrl: "https://api.example.com/v1", model: "m-1" },
    ...more,
  });

test("an admin sets a model; its key is sealed, shown to nobody, and forgotten with its address", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const { workspaceId } = admin;
  expect(await getEngineSettings(admin)).toMatchObject({ kind: "none", hasKey: false, cost: 0 });
  expect(await findModel(db, workspaceId)).toBeNull();

  const prices = { priceIn: "0.15", priceOut: "0.6", monthCap: "20" };
  await changeEngineSettings(admin, wish({ key: "sk-secret", version: 1, ...prices }));
  expect(await findModel(db, workspaceId)).toEqual({
    ...{ kind: "remote", baseUrl: "https://api.example.com/v1", key: "sk-secret", model: "m-1" },
    ...{ priceIn: 0.15, priceOut: 0.6, monthCapMicros: 20_000_000, runCapMicros: null },
    readsPrivate: false,
  });
  const second = await getEngineSettings(admin);
  expect(second).toMatchObject({ kind: "remote", hasKey: true, monthCap: 20 });
  const stored = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const entries = await db.auditEntry.findMany({ where: { workspaceId, event: "engine.changed" } });
  expect(
    JSON.stringify([second, stored.settings, entries.map(({ after }) => after)]),
  ).not.toContain("sk-secret");
  expect(JSON.parse(entries[0]?.after ?? "")).toMatchObject({
    host: "api.example.com",
    hasKey: true,
  });

  // Without a new key the old one stays, for the same place only.
  await changeEngineSettings(admin, wish({ model: "m-2", version: second.version }));
  expect(await findModel(db, workspaceId)).toMatchObject({ key: "sk-secret", model: "m-2" });
  const elsewhere = { kind: "remote", baseUrl: "https://other.example.com/v1", model: "m" };
  const trial = modelTestForm.parse({ intent: "llm_test", ...elsewhere });
  expect(await describedModel(admin, trial)).toMatchObject({ key: null });
  await changeEngineSettings(admin, wish({ ...elsewhere, version: second.version + 1 }));
  expect(await findModel(db, workspaceId)).toMatchObject({ key: null });

  // The stored key is of no use to another workspace.
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await findModel(db, stranger.workspaceId)).toBeNull();
  expect(await getEngineSettings(stranger)).toMatchObject({ kind: "none", hasKey: false });
});

test("what lacks a part, points inside, or was changed meanwhile is refused; so are managers and reps", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const refused = (more: object) => changeEngineSettings(admin, wish({ version: 1, ...more }));
  await expect(refused({ model: undefined })).rejects.toMatchObject({
    fields: { model: ["required"] },
  });
  await expect(refused({ baseUrl: "http://10.0.0.1/v1" })).rejects.toMatchObject({
    fields: { baseUrl: ["url_not_allowed"] },
  });
  await expect(refused({ version: 7 })).rejects.toMatchObject({ code: "conflict" });
  expect(
    modelForm.safeParse({ intent: "llm", kind: "local", baseUrl: "file:///etc", version: 1 })
      .success,
  ).toBe(false);
  for (const role of ["manager", "rep"] as const) {
    const member = await aMember(workspace, { role });
    await expect(changeEngineSettings(member, wish({ version: 1 }))).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(getEngineSettings(member)).rejects.toMatchObject({ code: "forbidden" });
  }
});

test("the installation's model serves workspaces that did not choose otherwise", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  // The environment is read once a process: this test has one of its own.
  const [slot, settings] = [Symbol.for("parley.env"), env()];
  const own = { ...settings, LLM_URL: "http://10.0.0.9:11434/v1", LLM_KEY: undefined };
  Reflect.set(globalThis, slot, own);
  onTestFinished(() => void Reflect.set(globalThis, slot, settings));
  expect(await findModel(db, admin.workspaceId)).toMatchObject({
    kind: "local",
    baseUrl: own.LLM_URL,
  });
  await changeEngineSettings(admin, modelForm.parse({ intent: "llm", kind: "none", version: 1 }));
  expect(await findModel(db, admin.workspaceId)).toBeNull();
});
