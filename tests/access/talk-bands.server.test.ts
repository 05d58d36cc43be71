import { expect, test } from "vitest";
import { getWorkspaceSettings } from "#app/core/domain/workspace-settings.server.ts";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import {
  aCall,
  aLabel,
  aMember,
  aParticipant,
  aRecording,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { wordsOf } from "#tests/support/read-page.ts";
import { aVisitor, type Visitor } from "#tests/support/visitor.ts";
import { appForFile } from "./app-for-file.ts";

// The ranges of talk metrics in the settings, as a browser without script has them: forms, answers and words.

const app = await appForFile({ draws: true });

function browserOf({ token }: SignedIn, language: string): Visitor {
  const visitor = aVisitor(app);
  visitor.jar.set("__Host-sid", token);
  visitor.jar.set("lang", language);
  return visitor;
}

/** The fields of the form that holds an intent, as they are filled. */
function fieldsOf(html: string, id: string): Record<string, string> {
  const form =
    [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].find(([, attributes = ""]) =>
      attributes.includes(`id="${id}`),
    )?.[2] ?? expect.fail(`no form ${id}`);
  const fields: Record<string, string> = {};
  for (const [, attributes = ""] of form.matchAll(/<input\b([^>]*)>/g)) {
    const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    fields[of("name")] = of("value");
  }
  return fields;
}

const demo = paths.settingBands({ kind: "demo" });

test("a range is written over, refused where it is wrong, and goes back to ours, without script", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const visitor = browserOf(admin, "en");
  const first = await visitor.ask(demo);
  const fields = fieldsOf(first.text, "bands-demo");
  expect(fields).toMatchObject({ kind: "demo", talk_ratio_from: "45", talk_ratio_to: "65" });
  expect(wordsOf(first.text)).toContain("our default");
  expect(wordsOf(first.text)).not.toContain("Back to our default");

  const sent = { ...fields, intent: "talk_bands" };
  const refused = await visitor.ask(demo, { ...sent, talk_ratio_from: "70", patience_to: "x" });
  expect(refused.status).toBe(422);
  expect(wordsOf(refused.text)).toContain("must not be below where the range begins");
  expect(wordsOf(refused.text)).toContain("Enter a number for “Patience: To”.");
  expect(fieldsOf(refused.text, "bands-demo")).toMatchObject({ talk_ratio_from: "70" });

  const saved = await visitor.ask(demo, { ...sent, talk_ratio_from: "50", talk_ratio_to: "60" });
  expect([saved.status, saved.location]).toEqual([302, demo]);
  const second = await visitor.ask(demo);
  expect(wordsOf(second.text)).toContain("Our default: 45–65");
  const { bands } = await getWorkspaceSettings(db, workspace.id);
  expect(bands.demo).toEqual({ talk_ratio: { from: 0.5, to: 0.6 } });

  const late = await visitor.ask(demo, { ...sent, talk_ratio_from: "40" });
  expect(late.status).toBe(409);
  expect(wordsOf(late.text)).toContain("Your version is kept below");
  const back = { ...fieldsOf(second.text, "our-talk_ratio"), intent: "our_band" };
  expect((await visitor.ask(demo, back)).location).toBe(demo);
  expect((await getWorkspaceSettings(db, workspace.id)).bands.demo).toEqual({});
  expect(wordsOf((await visitor.ask(demo)).text)).not.toContain("Back to our default");
});

test("in Japanese; and for admins alone", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const visitor = browserOf(admin, "ja");
  const { text } = await visitor.ask(demo);
  expect(wordsOf(text)).toContain("発話比率（%）");
  const fields = { ...fieldsOf(text, "bands-demo"), intent: "talk_bands", talk_ratio_to: "200" };
  const refused = await visitor.ask(demo, fields);
  expect(wordsOf(refused.text)).toContain("「発話比率：上限」は 100 以下にしてください。");
  for (const role of ["rep", "manager"] as const) {
    const other = browserOf(await aMember(workspace, { role }), "en");
    expect((await other.ask(demo)).status).toBe(403);
    expect((await other.ask(demo, fields)).status).toBe(403);
  }
});

/** A call of ours with one number: more than half of the speech is ours. */
async function aCounted(owner: SignedIn) {
  const call = await aCall(owner, { state: "available", startedAt: new Date() });
  await aRecording(call);
  const mari = await aParticipant(call, { side: "R", name: "Mari" });
  const said = { participantId: mari.id, t0Ms: 0, t1Ms: 5_000, text: "What would help you most?" };
  const transcript = await aTranscript(call, [said]);
  const talk = {
    ...{ key: "talk_ratio", side: "R", participantId: null, value: 0.58, unit: "ratio" },
    ...{ parts: {}, n: null, reason: null, at: null },
  };
  await db.metricSet.create({
    data: {
      ...{ id: newId(), workspaceId: call.workspaceId, callId: call.id },
      ...{ transcriptId: transcript.id, config: METRICS_CONFIG, quality: "A" },
      lexiconHash: new Uint8Array(32),
      detail: { metrics: [talk], silences: [], overlaps: [] },
    },
  });
  return call;
}

test("a call says what it is about and who says so, and whose range its numbers are held against", async () => {
  const workspace = await aWorkspace();
  const { id: workspaceId } = workspace;
  const admin = await aMember(workspace, { role: "admin" });
  const { id: callId } = await aCounted(admin);
  const [english, japanese] = [browserOf(admin, "en"), browserOf(admin, "ja")];
  const read = async (visitor: Visitor) =>
    wordsOf((await visitor.ask(`/playback/${callId}?tab=statistics`)).text).replaceAll(
      "\u00a0",
      " ",
    );
  const plain = await read(english);
  expect(plain).toContain("Kind: Other");
  expect(plain).not.toContain("outside");
  expect(plain).toContain("Our default: 65 % at most");

  const label = await aLabel(workspace, { name: "Trial", talkKind: "discovery" });
  await db.callLabel.create({
    data: { workspaceId, callId, labelId: label.id, isByHand: true },
  });
  const byLabel = await read(english);
  expect(byLabel).toContain("Kind: Discovery (by label Trial)");
  expect(byLabel).toContain("outside the default range");
  expect(await read(japanese)).toContain("種類：ヒアリング（ラベル「Trial」による）");

  await db.call.updateMany({ where: { id: callId }, data: { talkKind: "demo" } });
  const bands = { demo: { talk_ratio: { from: 0.2, to: 0.4 } } };
  await db.workspace.updateMany({ where: { id: workspaceId }, data: { settings: { bands } } });
  const byHand = await read(english);
  expect(byHand).toContain("Kind: Demo (set by hand)");
  expect(byHand).toContain("outside your workspace’s range");
  expect(byHand).toContain("Your workspace’s range: 20 %–40 %");
  expect(byHand).not.toContain("Our default: 65 % at most");
  const inJapanese = await read(japanese);
  expect(inJapanese).toContain("種類：デモ（手動で設定）");
  expect(inJapanese).toContain("ワークスペースで設定した範囲外");
});
