import { expect, test } from "vitest";
import * as z from "zod";
import { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { deriveVersion } from "../analysis/derive.server.ts";
import { summariseVersion } from "../analysis/summarise.server.ts";
import { findBulkRun } from "../bulk/runs.server.ts";
import { correctWords } from "../transcript/transcript-writes.server.ts";
import { countTermCalls } from "./term-calls.server.ts";

await queueForFile();

const begun = z.object({ runId: z.uuid() });
const TERM = { term: "Salesforce", language: "en", category: "product", boost: "0" };

async function aTalk(owner: SignedIn, more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, { visibility: "workspace", language: "en", ...more });
  const recording = await aRecording(call);
  const { id } = await aParticipant(call, { side: "C", lane: 0, name: "Anke Vogt" });
  await aTranscript(
    call,
    ["we keep it in sales force today", "sales force again"].map((text, n) => ({
      ...{ text, participantId: id, t0Ms: n * 5_000, t1Ms: n * 5_000 + 4_000 },
    })),
    { recordingId: recording.id },
  );
  return call;
}
/** The lines of the version that a call shows now, with its number. */
async function linesOf({ id: callId }: { id: string }) {
  const { number, baseId } = await db.transcript.findFirstOrThrow({
    where: { callId, isCurrent: true },
  });
  const segments = await db.segment.findMany({
    where: {
      baseId,
      fromVersion: { lte: number },
      OR: [{ toVersion: null }, { toVersion: { gt: number } }],
    },
    orderBy: { t0Ms: "asc" },
  });
  return { number, lines: segments.map(({ text }) => text) };
}

test("a changed term rewrites past calls on request, and leaves what people wrote", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const rep = await aMember(workspace);
  const call = await aTalk(rep);
  const corrected = await aTalk(rep);
  await correctWords(rep, corrected.id, {
    ...{ intent: "correct_words" as const, number: 1, segment: 0, firstWord: 4, lastWord: 5 },
    ...{ before: "sales force", after: "the sales force", scope: "here" as const, addTerm: false },
  });
  const secret = await aTalk(rep, { visibility: "private" });
  const imported = await aTalk(rep);
  await db.transcript.updateMany({ where: { callId: imported.id }, data: { origin: "import" } });
  const stranger = await aTalk(await aMember(await aWorkspace()));

  await askCommand(dictionaryCommands, admin, { intent: "make_term", ...TERM, variants: "" }, {});
  const { id: termId } = await db.term.findFirstOrThrow({ where: { workspaceId: workspace.id } });
  expect(await countTermCalls(admin, termId)).toBe(2);
  const change = { intent: "change_term", termId, version: "1", isEnabled: "on", ...TERM };
  const variants = "sales force";
  const runPast = async (version: string) =>
    begun.parse(
      await askCommand(
        dictionaryCommands,
        admin,
        { ...change, version, variants, runPast: "on" },
        {},
      ),
    );
  const { runId } = await runPast("1");

  expect(await findBulkRun(admin, runId)).toMatchObject({
    ...{ kind: "rewrite_terms", total: 2, canUndo: false },
    counts: { done: 2, unchanged: 0, refused: 0, left: 0 },
  });
  expect(await linesOf(call)).toEqual({
    number: 2,
    lines: ["we keep it in Salesforce today", "Salesforce again"],
  });
  expect(await linesOf(corrected)).toEqual({
    number: 3,
    lines: ["we keep it in the sales force today", "Salesforce again"],
  });
  const asIs = { number: 1, lines: ["we keep it in sales force today", "sales force again"] };
  for (const one of [secret, imported, stranger]) expect(await linesOf(one)).toEqual(asIs);
  expect(await queued(deriveTranscript)).toContainEqual({
    ...{ v: 1, workspaceId: workspace.id, callId: call.id, number: 2 },
  });

  // The words follow, the summary and what a CRM is told do not: nobody looked at these calls.
  const version = { workspaceId: workspace.id, callId: call.id };
  await deriveVersion(version, 2);
  await summariseVersion(version, 2);
  expect(await db.metricSet.count({ where: { callId: call.id } })).toBeGreaterThan(0);
  expect(await db.summaryRun.count({ where: { callId: call.id } })).toBe(0);

  // Nothing is left to write: no version without a difference.
  const again = await runPast("2");
  expect(await findBulkRun(admin, again.runId)).toMatchObject({
    counts: { done: 0, unchanged: 2, refused: 0, left: 0 },
  });
  expect((await linesOf(call)).number).toBe(2);
});

test("without the tick past calls keep their words", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const call = await aTalk(admin);
  await askCommand(dictionaryCommands, admin, { intent: "make_term", ...TERM, variants: "" }, {});
  const { id: termId } = await db.term.findFirstOrThrow({ where: { workspaceId: workspace.id } });
  const change = { intent: "change_term", termId, version: "1", isEnabled: "on", ...TERM };
  expect(
    await askCommand(dictionaryCommands, admin, { ...change, variants: "sales force" }, {}),
  ).toEqual({ runId: null });
  expect((await linesOf(call)).number).toBe(1);
});
