import { generateSummary } from "#app/core/jobs/summary-generate.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { HighlightOutput } from "../summary/ready.ts";
import type { TemplateForRun } from "../template/choose.server.ts";
import type { SpokenCall } from "../transcript/spoken.server.ts";
import type { Answered } from "./run-plan.server.ts";

export const MODEL_ENGINE = "llm@1";

type Of = Pick<SpokenCall, "workspaceId" | "callId" | "transcriptId" | "baseId">;
export type RunOf = {
  template: TemplateForRun;
  purpose: "live" | "trial";
  /** Null: the language of the template. */
  outputLanguage: string | null;
  /** Who asked for it; null: Parley by itself. */
  by: string | null;
  /** `later`: one of many, behind which no new call and nobody at a page has to wait. */
  turn?: keyof typeof TURNS;
};

/** Priorities of the one model's queue. */
export const TURNS = { now: 1, later: 0 } as const;

const runRow = ({ workspaceId, callId, transcriptId }: Of, run: RunOf) => ({
  ...{ id: newId(), workspaceId, callId, transcriptId, purpose: run.purpose, createdBy: run.by },
  templateId: run.template.id,
  templateVersion: run.template.number,
  outputLanguage: run.outputLanguage,
});

/** A run that is done, with its outputs and their quotes. @returns its id */
export async function writeRun(
  tx: Tx,
  call: Of,
  run: RunOf,
  { engine, outputs, dropped, note = null }: Answered & { note?: string | null },
): Promise<string> {
  const row = runRow(call, run);
  await tx.summaryRun.create({
    data: { ...row, engine, state: "done", dropped, note },
    select: { id: true },
  });
  await writeOutputs(tx, { ...call, runId: row.id }, outputs);
  return row.id;
}

/**
 * Queues the run of a model; one that waits or runs already for the same words, template and version stands for it. The
 * caller holds the call's row.
 * @returns its id
 */
export async function queueRun(tx: Tx, call: Of, run: RunOf, model: string): Promise<string> {
  const row = runRow(call, run);
  const { workspaceId, transcriptId, templateId, templateVersion, purpose } = row;
  const same = await tx.summaryRun.findFirst({
    where: {
      ...{ workspaceId, transcriptId, templateId, templateVersion, purpose },
      state: { in: ["queued", "running"] },
    },
    select: { id: true },
  });
  if (same) return same.id;
  await tx.summaryRun.create({
    data: { ...row, engine: MODEL_ENGINE, model, state: "queued" },
    select: { id: true },
  });
  const priority = TURNS[run.turn ?? "now"];
  await enqueue(tx, generateSummary, row.id, { v: 1, workspaceId, runId: row.id }, { priority });
  return row.id;
}

/** The outputs of a run and their quotes. */
export async function writeOutputs(
  tx: Tx,
  { workspaceId, runId, baseId }: { workspaceId: string; runId: string; baseId: string },
  outputs: readonly HighlightOutput[],
): Promise<void> {
  const rows = outputs.map((output) => ({ id: newId(), output }));
  await tx.summaryOutput.createMany({
    data: rows.map(({ id, output: { section, ord, type, value, certainty, whyEmpty } }) => ({
      ...{ id, workspaceId, runId, section, ord, type, certainty, whyEmpty },
      value: value ?? Prisma.DbNull,
    })),
  });
  await tx.evidence.createMany({
    data: rows.flatMap(({ id, output }) =>
      output.evidence.map(({ segment, participantId, t0Ms, t1Ms, quote }, ord) => ({
        ...{
          id: newId(),
          workspaceId,
          outputId: id,
          ownerKind: "output",
          ownerId: id,
          ord,
          baseId,
        },
        ...{ segment, participantId, quote, t0Ms: Math.round(t0Ms), t1Ms: Math.round(t1Ms) },
      })),
    ),
  });
}
