import * as z from "zod";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import type { System } from "../access/actor.ts";
import type { RecordingRef, StageAttempt } from "../recording/stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import {
  chooseTemplate,
  findTemplateVersion,
  type TemplateForRun,
} from "../template/choose.server.ts";
import { findSpokenCall, isStillCurrent, type SpokenCall } from "../transcript/spoken.server.ts";
import { queueProposals } from "./queue-proposals.server.ts";
import { type Answered, highlightsFor, type ModelChoice, modelFor } from "./run-plan.server.ts";
import { queueRun, type RunOf, writeRun } from "./write-run.server.ts";

/** The recording whose summary stage stands for a call; null when there is none. */
export async function findSummarySource(
  { workspaceId }: System,
  callId: string,
): Promise<RecordingRef | null> {
  const found = await db.recording.findFirst({
    where: { workspaceId, callId, isPrimary: true },
    select: { id: true },
  });
  return found && { workspaceId, callId, recordingId: found.id };
}

/**
 * The summary stage: Highlights of the current transcript by the template that fits the call, at once, which makes the
 * recording ready; where a model fills that template's sections, the stage goes on until its run is over.
 * @throws StageLost
 */
export async function summariseStage(attempt: StageAttempt): Promise<void> {
  const call = await findSpokenCall(attempt.workspaceId, attempt.callId);
  const made = call && (await make(call));
  await db.$transaction(async (tx) => {
    if (!call || !made) return attempt.skip(tx, "no_transcript");
    await write(tx, call, made);
    await writeCallIndex(tx, attempt);
    if (await isModelAtWork(tx, attempt)) return attempt.leaveToModel(tx);
    await attempt.publish(tx);
    await queueProposals(tx, attempt);
  });
}

/** Whether a run that Parley began by itself waits for a model, or is being written. */
async function isModelAtWork(tx: Tx, { workspaceId, callId }: RecordingRef): Promise<boolean> {
  const ours = { workspaceId, callId, purpose: "live" as const, createdBy: null };
  return (
    (await tx.summaryRun.count({ where: { ...ours, state: { in: ["queued", "running"] } } })) > 0
  );
}

/** Runs of its own for a version that a person made, by the template that the call shows; older runs stay (product §16). */
export async function summariseVersion(
  { workspaceId, callId }: Pick<RecordingRef, "workspaceId" | "callId">,
  number: number,
): Promise<void> {
  const call = await findSpokenCall(workspaceId, callId, number);
  if (!call) return;
  // One of many that were written with a changed term: its summary and what went on to a CRM stay (product §17.8).
  const isLeft = (await isByDictionary(call)) || (await isSample(call));
  const made = isLeft ? null : await make(call);
  await db.$transaction(async (tx) => {
    if (made) await write(tx, call, made);
    await writeCallIndex(tx, { workspaceId, callId });
    if (made?.model === null) await queueProposals(tx, { workspaceId, callId });
    await publishPipelineChanged(tx, { workspaceId, callId });
  });
}

const rewritten = z.object({ dictionary: z.string() });

/** Whether a version was made by the dictionary, and by nobody who looked at the call. */
async function isByDictionary({ workspaceId, transcriptId }: SpokenCall): Promise<boolean> {
  const found = await db.transcript.findFirst({
    where: { workspaceId, id: transcriptId, origin: "edit" },
    select: { settings: true },
  });
  return rewritten.safeParse(found?.settings).success;
}

/** A call of a demo's invented history has numbers and no summary (decisions §14): no model is asked for hundreds of them. */
async function isSample({ workspaceId, callId }: SpokenCall): Promise<boolean> {
  const found = await db.call.findFirst({
    where: { workspaceId, id: callId, isSample: true },
    select: { id: true },
  });
  return found !== null;
}

type Applied = { template: TemplateForRun; outputLanguage: string | null };
type Summary = Applied & {
  highlights: Answered;
} & ModelChoice;

async function make(call: SpokenCall): Promise<Summary> {
  const shown = await findApplied(db, call);
  const template = shown?.template ?? (await chooseTemplate(db, call));
  return {
    template,
    outputLanguage: shown?.outputLanguage ?? null,
    ...(await modelFor(db, call, template)),
    highlights: highlightsFor(call, template),
  };
}

/**
 * The template and version of the summary that a call shows: what is published later changes no call that has one. Null
 * for a call without, and where that template is gone.
 */
export async function findApplied(
  tx: Tx,
  { workspaceId, callId }: Pick<SpokenCall, "workspaceId" | "callId">,
): Promise<Applied | null> {
  const run = await tx.summaryRun.findFirst({
    where: { workspaceId, callId, purpose: "live", state: "done", templateId: { not: null } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { templateId: true, templateVersion: true, outputLanguage: true },
  });
  if (!run || run.templateId === null) return null;
  const number = run.templateVersion ?? 0;
  const template = await findTemplateVersion(tx, workspaceId, run.templateId, number);
  return template && { template, outputLanguage: run.outputLanguage };
}

/**
 * Once for a version and the sides its people are on, however often its job is delivered; and none for one that is no
 * longer current, because the newest run is the one that is shown.
 */
async function write(tx: Tx, call: SpokenCall, made: Summary): Promise<void> {
  const { workspaceId, callId, transcriptId } = call;
  const { template, outputLanguage, model, whyNot, highlights } = made;
  if (!(await isStillCurrent(tx, call))) return;
  const sides = await tx.participant.aggregate({
    where: { workspaceId, callId },
    _max: { sideChangedAt: true },
  });
  const { sideChangedAt: since } = sides._max;
  const known = {
    ...{ workspaceId, callId, transcriptId, purpose: "live" as const, createdBy: null },
    ...(since !== null && { createdAt: { gt: since } }),
  };
  if ((await tx.summaryRun.count({ where: known })) > 0) return;
  const run: RunOf = { template, purpose: "live", outputLanguage, by: null };
  await writeRun(tx, call, run, { ...highlights, note: whyNot });
  if (model) await queueRun(tx, call, run, model.model);
}
