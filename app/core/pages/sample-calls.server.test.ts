import { expect, test } from "vitest";
import { listTestable } from "#app/core/domain/analysis/test-dictionary.server.ts";
import { tryTemplate } from "#app/core/domain/analysis/test-bench.server.ts";
import { readDeals } from "#app/core/domain/deal/deal-list.server.ts";
import { applyRuleToPast, previewRule } from "#app/core/domain/label/past-calls.server.ts";
import { listLabels } from "#app/core/domain/label/label-list.server.ts";
import { writeCallIndex } from "#app/core/domain/search/index.server.ts";
import { searchCalls } from "#app/core/domain/search/search.server.ts";
import { trackerRule } from "#app/core/domain/tracker/tracker-hits.server.ts";
import { listTrackers } from "#app/core/domain/tracker/tracker-list.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aDeal,
  aLabel,
  aMember,
  aMixFile,
  aParticipant,
  aRecording,
  aTeam,
  aTracker,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { findForPalette } from "./palette.server.ts";
import { getFrame } from "./frame.server.ts";
import { getHome } from "./home.server.ts";
import { listNewestCalls } from "./newest-calls.server.ts";
import { listRecordings, listRecordingsAndChoices } from "./recordings.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";

await queueForFile();

/** Two calls in which the same is said of the same people, with all that lists count: one of them is invented history. */
async function aScene() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team], name: "Mari Kato" });
  const admin = await aMember(workspace, { role: "admin" });
  const label = await aLabel(workspace, { name: "Zephyr" });
  const tracker = await aTracker(workspace);
  const deal = await aDeal(owner);
  const { id: workspaceId } = workspace;
  const make = async (title: string, isSample: boolean) => {
    const startedAt = new Date(Date.now() - (isSample ? 3_600_000 : 7_200_000));
    const call = await aCall(owner, { title, isSample, startedAt, quality: "C" });
    const { id: callId } = call;
    await aMixFile(await aRecording(call));
    await aParticipant(call, { side: "C", name: `${title} Zephyrine` });
    const said = [
      { participantId: null, t0Ms: 0, t1Ms: 4_000, text: "The zephyr price is ready." },
    ];
    const { id: transcriptId } = await aTranscript(call, said);
    await db.callLabel.create({
      data: { workspaceId, callId, labelId: label.id, isByHand: true },
    });
    await db.hit.create({
      data: {
        ...{ workspaceId, callId, transcriptId, id: newId(), kind: "tracker" },
        ...{ rule: trackerRule(tracker.id), ruleVersion: 1, label: "x", t0Ms: 0, t1Ms: 1_000 },
      },
    });
    await db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId }));
    // After the entry, whose rules would take it off.
    await db.callDeal.create({
      data: { workspaceId, callId, dealId: deal.id, isPrimary: true, confidence: 100 },
    });
    return call;
  };
  const real = await make("Real", false);
  const sample = await make("Sample", true);
  return { workspace, owner, admin, label, tracker, deal, real, sample };
}

const queryOf = (search: string) => parseRecordingsQuery(new URLSearchParams(search)).query;

test("the search leaves invented calls out, and finds them where they are asked for", async () => {
  const { owner, real, sample } = await aScene();
  const found = async (...more: [{ withSample: boolean }?]) =>
    [...(await searchCalls(owner, "zephyr", ...more)).hits.keys()].toSorted();
  expect(await found()).toEqual([real.id]);
  expect(await found({ withSample: true })).toEqual([real.id, sample.id].toSorted());
  const listed = async (search: string) =>
    (await listRecordings(owner, queryOf(search))).rows.map(({ title }) => title).toSorted();
  for (const q of ["", "q=zephyr&", "q=%22zephyr price%22&"]) {
    expect(await listed(q)).toEqual(["Real"]);
    expect(await listed(`${q}sample=1`)).toEqual(["Real", "Sample"]);
    expect(await listed(`${q}sample=only`)).toEqual(["Sample"]);
  }
  expect(await listed("q=speaker:sample")).toEqual([]);
  expect((await searchCalls(owner, "speaker:sample")).note).toBe("unknown_speaker:sample");
  expect((await searchCalls(owner, "speaker:sample", { withSample: true })).note).toBeNull();
});

test("the palette names no invented call, nor who took part in it, also where it was opened last", async () => {
  const { owner, sample } = await aScene();
  const { workspaceId, memberId } = owner;
  await db.callView.create({
    data: { id: newId(), workspaceId, memberId, callId: sample.id, seenAt: new Date() },
  });
  expect((await findForPalette(owner, "")).calls).toEqual([]);
  const { calls, people } = await findForPalette(owner, "sample");
  expect([calls, people]).toEqual([[], []]);
});

test("Home and the frame ask nothing about invented calls, and show none", async () => {
  const { owner, real } = await aScene();
  await db.callDeal.updateMany({
    where: { workspaceId: owner.workspaceId },
    data: { isPrimary: false },
  });
  const { needs, recent, running, steps } = await getHome(owner, new URLSearchParams());
  expect(needs.items.map((item) => "title" in item && [item.kind, item.title])).toEqual([
    ["speaker", "Real"],
    ["deal", "Real"],
  ]);
  expect(needs.count).toBe(2);
  expect((await getFrame(owner)).needs).toBe(2);
  expect(recent.map(({ title }) => title)).toEqual(["Real"]);
  expect(running.count).toBe(0);
  const listen = steps?.steps.find(({ name }) => name === "listen");
  expect(JSON.stringify(listen?.to)).toContain(real.id);
  await db.call.updateMany({ where: { id: real.id }, data: { isSample: true } });
  const later = await getHome(owner, new URLSearchParams());
  expect([later.needs.count, later.recent]).toEqual([0, []]);
  expect(later.steps?.steps.find(({ name }) => name === "call")?.isDone).toBe(false);
});

test("a count is of the list that it opens: labels, trackers, deals and facets", async () => {
  const { owner, admin, label, tracker, deal } = await aScene();
  const listed = async (search: string) => (await listRecordings(owner, queryOf(search))).count;
  for (const search of ["", `label=${label.id}`, `tracker=${tracker.id}`, `deal=${deal.id}`])
    expect(await listed(search)).toBe(1);
  const lines = await listLabels(owner);
  expect(lines.find(({ id }) => id === label.id)?.calls).toBe(await listed(`label=${label.id}`));
  const trackers = await listTrackers(owner, new Date(0));
  expect(trackers.find(({ id }) => id === tracker.id)?.calls).toBe(
    await listed(`tracker=${tracker.id}`),
  );
  const deals = await readDeals(owner, { show: "open", q: "" }, 10);
  expect(deals.find(({ id }) => id === deal.id)?.calls).toBe(await listed(`deal=${deal.id}`));
  const { facets } = await listRecordingsAndChoices(owner, queryOf("panel=filters"));
  const ofOwner = facets?.find(({ name }) => name === "owner")?.values;
  expect(ofOwner?.map(({ calls }) => calls)).toEqual([await listed("")]);
  expect(await previewRule(admin, { rule: "zephyr", teamId: null })).toMatchObject({ calls: 1 });
});

test("rules give invented calls no label, and nothing is tried on them", async () => {
  const { workspace, admin, owner, real, sample } = await aScene();
  const { id: labelId } = await aLabel(workspace, { rule: "price" });
  const workspaceId = workspace.id;
  await applyRuleToPast({ workspaceId, labelId }, new AbortController().signal);
  for (const callId of [real.id, sample.id])
    await db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId }));
  const labelled = await db.callLabel.findMany({ where: { workspaceId, labelId } });
  expect(labelled.map(({ callId }) => callId)).toEqual([real.id]);
  expect((await listTestable(admin)).map(({ id }) => id)).toEqual([real.id]);
  expect((await listNewestCalls(owner, {})).map(({ id }) => id)).toEqual([real.id]);
  expect((await tryTemplate(admin, 1)).calls.map(({ id }) => id)).toEqual([real.id]);
});
