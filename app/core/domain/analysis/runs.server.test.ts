import { describe, expect, test } from "vitest";
import { generateSummary } from "#app/core/jobs/summary-generate.job.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aTranscript } from "#tests/support/factories.ts";
import { playbackWith } from "#tests/support/playback.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import {
  aHouse,
  bySection,
  LINES,
  content,
  lastRun,
  publish,
  runsOf,
  sections,
  summarise,
  withModel,
} from "#tests/support/summaries.ts";
import { editedItem } from "../summary/edited-item.ts";
import { startBulk } from "../bulk/start.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import { editSection, keepSection, takeNewSection } from "./edit-summary.server.ts";
import { regenerateSummary } from "./regenerate.server.ts";
import { deleteOldTrials, requeueLostRuns } from "./runs-upkeep.server.ts";

await queueForFile();

describe("runs and edits", () => {
  test("publishing changes no old call; a correction keeps its version; a new run can choose", async () => {
    const house = await aHouse();
    const { workspaceId, callId, rep } = house;
    await summarise(house);
    await publish(workspaceId, 2, content({ sections: content().sections.slice(0, 1) }));
    expect(await lastRun(house)).toMatchObject({ templateVersion: 1 });

    await regenerateSummary(rep, callId, { templateId: 101 });
    expect(await lastRun(house)).toMatchObject({ templateVersion: 2, createdBy: rep.memberId });
    await regenerateSummary(rep, callId, { templateId: 101, templateVersion: 1 });
    expect(await lastRun(house)).toMatchObject({ templateVersion: 1 });
    await regenerateSummary(rep, callId, { templateId: 2 });
    expect(await lastRun(house)).toMatchObject({ templateId: 2, templateVersion: 1 });
    expect(await runsOf(house)).toHaveLength(4);

    await db.templateVersion.create({
      data: { workspaceId, templateId: 101, number: 3, state: "draft", content: content() },
    });
    for (const wish of [
      { templateId: 101, templateVersion: 3 },
      { templateId: 101, templateVersion: 9 },
      { templateId: 999 },
    ])
      await expect(regenerateSummary(rep, callId, wish)).rejects.toMatchObject({
        code: "not_found",
      });
  });

  test("an edit outlives every run; the new value is offered, taken or declined", async () => {
    const house = await aHouse();
    const { workspaceId, callId, rep, templateId } = house;
    await summarise(house);
    const mine = [{ type: "bullets" as const, value: { text: "Zebra crossing at the harbour" } }];
    const edit = { intent: "edit_summary" as const, templateId, section: "pain", items: mine };
    await editSection(rep, callId, edit);
    await expect(editSection(rep, callId, edit)).rejects.toMatchObject({ code: "conflict" });
    const stored = () =>
      db.summaryEdit.findFirstOrThrow({ where: { workspaceId, callId, section: "pain" } });
    expect(await stored()).toMatchObject({ items: mine, version: 1 });

    await regenerateSummary(rep, callId, { templateId });
    const { id } = await lastRun(house);
    expect(await stored()).toMatchObject({ items: mine, version: 1 });
    expect((await stored()).seenRunId).not.toBe(id);
    await keepSection(rep, callId, { templateId, section: "pain", version: 1 });
    expect(await stored()).toMatchObject({ items: mine, seenRunId: id, version: 2 });

    // Search finds what stands there, and not what it took the place of.
    await db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId }));
    const [entry] = await db.$queryRaw<{ found: boolean }[]>`
      SELECT doc @@ 'zebra'::tsquery OR doc::text LIKE '%zebra%' AS found FROM call_search WHERE call_id = ${callId}::uuid`;
    expect(entry?.found).toBe(true);

    await expect(
      takeNewSection(rep, callId, { templateId, section: "pain", version: 1 }),
    ).rejects.toMatchObject({ code: "conflict" });
    await takeNewSection(rep, callId, { templateId, section: "pain", version: 2 });
    expect(await db.summaryEdit.count({ where: { workspaceId, callId } })).toBe(0);
    const events = await db.auditEntry.findMany({
      where: { workspaceId, event: { startsWith: "summary." } },
    });
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["summary.edited", "summary.regenerated"]),
    );
  });

  test("an edited item keeps the place it was made from, wherever it moves; an added one has none", async () => {
    const house = await aHouse();
    const { workspaceId, callId, rep, templateId } = house;
    await summarise(house);
    const run = await lastRun(house);
    const [pain] = bySection(run, "pain");
    const [step] = bySection(run, "steps");
    if (!pain || !step) throw new Error("a section is missing");
    const point = (text: string) => ({ type: "bullets" as const, value: { text } });
    const edit = { intent: "edit_summary" as const, templateId, section: "pain" };
    await editSection(rep, callId, {
      ...edit,
      items: [
        { ...point("Added by hand"), from: null },
        { ...point("Trucks come late"), from: { output: pain.id, at: 0 } },
        // Of another section, so of no use here.
        { ...point("They get a proposal"), from: { output: step.id, at: null } },
      ],
    });
    const placesOf = async () => {
      const { items } = await db.summaryEdit.findFirstOrThrow({ where: { workspaceId, callId } });
      return editedItem
        .array()
        .parse(items)
        .map(({ value, evidence }) => [
          "text" in value ? value.text : "",
          ...evidence.map(({ quote }) => quote),
        ]);
    };
    expect(await placesOf()).toEqual([
      ["Added by hand"],
      ["Trucks come late", LINES[1]],
      ["They get a proposal"],
    ]);
    await regenerateSummary(rep, callId, { templateId });
    await editSection(rep, callId, {
      ...edit,
      version: 1,
      items: [
        { ...point("Late trucks"), from: { kept: 1 } },
        { ...point("Nothing there"), from: { kept: 9 } },
      ],
    });
    expect(await placesOf()).toEqual([["Late trucks", LINES[1]], ["Nothing there"]]);

    const { summary } = await playbackWith("summary", rep, callId);
    expect(summary?.edits).toMatchObject([
      { items: [{ evidence: [{ speaker: "Elena Duarte", t0Ms: 10_000 }] }, { evidence: [] }] },
    ]);
  });

  test("sections that are not there, other calls and other people are refused", async () => {
    const house = await aHouse();
    const { callId, templateId } = house;
    await summarise(house);
    const edit = { intent: "edit_summary" as const, templateId, section: "pain", items: [] };
    await expect(
      editSection(house.rep, callId, { ...edit, section: "none" }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(editSection(house.rep, callId, { ...edit, templateId: 2 })).rejects.toMatchObject({
      code: "not_found",
    });
    const colleague = await aMember({ id: house.workspaceId });
    const stranger = (await aHouse()).rep;
    for (const actor of [colleague, stranger]) {
      await expect(editSection(actor, callId, edit)).rejects.toMatchObject({ code: "not_found" });
      await expect(regenerateSummary(actor, callId, { templateId })).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });

  test("many calls are summarised again by one command, row by row with the rights of who asks", async () => {
    const house = await aHouse();
    const { workspaceId, callId, rep } = house;
    const foreign = await aHouse();
    await summarise(house);
    const order = { kind: "regenerate", templateId: 2, templateVersion: null } as const;
    const { runId } = await startBulk(rep, order, { callIds: [callId, foreign.callId] });
    const rows = await db.bulkRow.findMany({
      where: { workspaceId, runId },
      orderBy: { ord: "asc" },
    });
    expect(rows.map(({ outcome }) => outcome)).toEqual(["done", "not_found"]);
    expect(await lastRun(house)).toMatchObject({ templateId: 2, createdBy: rep.memberId });
    expect(await runsOf(foreign)).toEqual([]);
    await expect(
      startBulk(rep, { ...order, templateId: 999 }, { callIds: [callId] }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("a new call's run comes before all that one command asked for, also after their jobs were lost", async () => {
    const house = await aHouse();
    const { workspaceId, rep } = house;
    await withModel(house, () => sections());
    const many = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { id } = await aCall(rep, { language: "en" });
        await aTranscript({ id, workspaceId }, [
          { text: "We lose the slot.", t0Ms: 0, t1Ms: 9_000 },
        ]);
        return id;
      }),
    );
    await db.$executeRaw`DELETE FROM jobs.job WHERE name = ${generateSummary.name}`;
    const order = { kind: "regenerate", templateId: 101, templateVersion: null } as const;
    await startBulk(rep, order, { callIds: many });
    await summarise(house);
    const { id: ours } = await lastRun(house);
    const next = async () => {
      const [job] = await boss.fetch(generateSummary.name);
      return generateSummary.payload.parse(job?.data).runId;
    };
    expect(await next()).toBe(ours);
    expect(await next()).not.toBe(ours);

    await db.$executeRaw`DELETE FROM jobs.job WHERE name = ${generateSummary.name}`;
    await db.$executeRaw`UPDATE summary_run SET created_at = created_at - interval '3 minutes' WHERE workspace_id = ${workspaceId}::uuid`;
    await requeueLostRuns();
    expect(await queued(generateSummary)).toHaveLength(9);
    expect(await next()).toBe(ours);

    // Who stands at a page and asks for one call does not wait for the others either.
    const { id: mine } = await aCall(rep, { language: "en" });
    await aTranscript({ id: mine, workspaceId }, [
      { text: "We lose the slot.", t0Ms: 0, t1Ms: 9_000 },
    ]);
    await regenerateSummary(rep, mine, { templateId: 101 });
    const { id: asked } = await lastRun({ ...house, callId: mine });
    expect(await next()).toBe(asked);
  });

  test("trial runs go after seven days, live ones never", async () => {
    const house = await aHouse();
    const { workspaceId, callId } = house;
    const { id: transcriptId } = await db.transcript.findFirstOrThrow({
      where: { workspaceId, callId },
    });
    const old = new Date(Date.now() - 8 * 86_400_000);
    for (const [purpose, createdAt] of [
      ["trial", old],
      ["trial", new Date()],
      ["live", old],
    ] as const)
      await db.summaryRun.create({
        data: {
          id: newId(),
          workspaceId,
          callId,
          transcriptId,
          engine: "highlights@2",
          state: "done",
          purpose,
          createdAt,
        },
      });
    await deleteOldTrials();
    expect((await runsOf(house)).map(({ purpose }) => purpose).sort()).toEqual(["live", "trial"]);
  });
});
