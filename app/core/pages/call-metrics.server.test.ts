import { expect, test } from "vitest";
import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import { importTranscript } from "#app/core/domain/recording/import.server.ts";
import { importForm } from "#app/core/domain/recording/upload.schema.ts";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import { changeLabel } from "#app/core/domain/label/label-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aLabel, aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { getCallMetrics } from "./call-metrics.server.ts";
import { getPlayback } from "./playback.server.ts";

await queueForFile();

/** Two of ours and a customer, twelve turns a side, of six seconds each, word by word. */
const segments = Array.from({ length: 24 }, (_, turn) => {
  const startMs = turn * 7_000;
  const words = Array.from({ length: 15 }, (__, at) => ({
    ...{ text: "word", startMs: startMs + at * 400, endMs: startMs + at * 400 + 390 },
  }));
  const speaker = turn % 2 === 1 ? "Elena" : turn % 6 === 0 ? "Theo" : "Mari";
  return { speaker, startMs, endMs: startMs + 6_000, words };
});

async function aCounted() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { name: "Mari", teams: [team] });
  const form = importForm.parse({
    ...{ consent: true, name: "call.json", text: JSON.stringify(segments) },
    speakers: [
      { name: "Theo", side: "R" },
      { name: "Mari", side: "R" },
      { name: "Elena", side: "C" },
    ],
  });
  const { callId } = await importTranscript(owner, form);
  await deriveVersion({ workspaceId: workspace.id, callId }, 1);
  return { workspace, team, owner, callId };
}

test("rows are the table's, sides first, people as the lanes have them, with what each of them said", async () => {
  const { workspace, owner, callId } = await aCounted();
  const { metrics, rows } = await getCallMetrics(owner, callId);
  expect(metrics?.config).toBe(METRICS_CONFIG);
  expect(rows.map(({ side, name }) => [side, name])).toEqual([
    ["R", null],
    ["C", null],
    ["R", "Theo"],
    ["C", "Elena"],
    ["R", "Mari"],
  ]);
  const stored = await db.metricRow.findMany({ where: { workspaceId: workspace.id, callId } });
  expect(stored).toHaveLength(5);
  for (const { participantId, name, ...row } of rows) {
    const {
      callId: _,
      workspaceId: __,
      startedAt: ___,
      kind: ____,
      createdAt: _____,
      subject,
      ...kept
    } = stored.find((one) => one.side === row.side && one.subject === (participantId ?? callId)) ??
    expect.fail();
    expect(row).toEqual(kept);
    expect(subject === callId).toBe(name === null);
  }
  const [us] = rows;
  const talk = metrics?.metrics.find(({ key, side }) => key === "talk_ratio" && side === "R");
  expect(us?.talkRatio).toBeCloseTo(talk?.value ?? -1, 4);
  const theo = rows.find(({ name }) => name === "Theo");
  expect(theo?.reasons).toMatchObject({ open_questions: "no_questions", cut_in: "few_waits" });
  expect([theo?.waits, theo?.cutInOf, theo?.interactivity]).toEqual([3, 3, expect.any(Number)]);
});

test("rows of the rules that are shown, while the newest are not made yet", async () => {
  const { owner, callId } = await aCounted();
  await db.metricSet.updateMany({ where: { callId }, data: { config: "metrics@3" } });
  expect((await getCallMetrics(owner, callId)).rows).toEqual([]);
  await db.metricRow.updateMany({ where: { callId }, data: { config: "metrics@3" } });
  const { rows } = await getCallMetrics(owner, callId);
  expect(new Set(rows.map(({ config }) => config))).toEqual(new Set(["metrics@3"]));
});

test("a call the reader may not know of has no numbers: of another workspace, and a private one", async () => {
  const { workspace, team, owner, callId } = await aCounted();
  const colleague = await aMember(workspace, { teams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const refused = { code: "not_found" };
  await expect(getCallMetrics(stranger, callId)).rejects.toMatchObject(refused);
  await db.call.updateMany({ where: { id: callId }, data: { visibility: "team" } });
  expect((await getCallMetrics(colleague, callId)).rows).toHaveLength(5);
  await db.call.updateMany({ where: { id: callId }, data: { visibility: "private" } });
  expect((await getCallMetrics(owner, callId)).rows).toHaveLength(5);
  for (const other of [colleague, admin])
    await expect(getCallMetrics(other, callId)).rejects.toMatchObject(refused);
});

test("numbers lie in the ranges of now: of the kind by hand, by label, and of the workspace", async () => {
  const { workspace, owner, callId } = await aCounted();
  const admin = await aMember(workspace, { role: "admin" });
  const shown = async () => {
    const { metrics, call } = await getPlayback(owner, callId);
    const talk = metrics?.metrics.find(({ key, side }) => key === "talk_ratio" && side === "R");
    return { ...call.talk, band: talk?.band, range: talk?.range };
  };
  const range = { from: null, to: 0.65, watchTo: null, isOurs: true };
  const none = { kind: "other", by: null, label: null };
  expect(await shown()).toEqual({ ...none, band: "ok", range });
  const setBands = (bands: object) =>
    db.workspace.updateMany({ where: { id: workspace.id }, data: { settings: { bands } } });
  await setBands({ demo: { talk_ratio: { from: 0.1, to: 0.2 } } });
  expect((await shown()).band).toBe("ok");

  const label = await aLabel(workspace, { name: "Trial" });
  const { name, version } = label;
  await changeLabel(admin, {
    ...{ labelId: label.id, name, version, talkKind: "demo" },
    ...{ groupId: null, colour: "slate", rule: null },
  });
  await db.callLabel.create({
    data: { workspaceId: workspace.id, callId, labelId: label.id, isByHand: true },
  });
  const own = { from: 0.1, to: 0.2, watchTo: null, isOurs: false };
  const byLabel = { kind: "demo", by: "label", label: "Trial" };
  expect(await shown()).toEqual({ ...byLabel, band: "out", range: own });

  await db.call.updateMany({ where: { id: callId }, data: { talkKind: "discovery" } });
  const ours = { from: 0.35, to: 0.55, watchTo: null, isOurs: true };
  const byHand = { kind: "discovery", by: "hand", label: null };
  expect(await shown()).toEqual({ ...byHand, band: "ok", range: ours });
  await setBands({ discovery: { talk_ratio: {} } });
  const unlimited = { from: null, to: null, watchTo: null, isOurs: false };
  expect(await shown()).toEqual({ ...byHand, band: null, range: unlimited });
});
