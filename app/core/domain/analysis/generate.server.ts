import { db, type Tx } from "#app/core/platform/db.server.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { errorFacts } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { generateSummary } from "#app/core/jobs/summary-generate.job.ts";
import { asSystem } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { baseLanguage } from "../words/lexicon.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { endModelStage } from "../recording/model-stage.server.ts";
import { markStale } from "../search/index.server.ts";
import { askSections } from "../summary/ask-sections.ts";
import { costThisMonth, type SummaryModel } from "../summary/engine.server.ts";
import { groundOf } from "../summary/ground.ts";
import { type AskModel, ModelFault, type ModelQuestion } from "../summary/llm-types.ts";
import { findTemplateVersion, type TemplateForRun } from "../template/choose.server.ts";
import { findSpokenCall, isStillCurrent, type SpokenCall } from "../transcript/spoken.server.ts";
import { queueProposals } from "./queue-proposals.server.ts";
import { type Answered, askedSection, highlightsFor, modelFor } from "./run-plan.server.ts";
import { MODEL_ENGINE, writeOutputs } from "./write-run.server.ts";

/** The model may not be asked any more: what the run may cost is spent, or its words may not go there. */
class MayNotAsk extends Error {
  override name = "MayNotAsk";
  readonly code: "cap_reached" | "private_call" | "engine_off";
  constructor(code: MayNotAsk["code"]) {
    super(code);
    this.code = code;
  }
}

type Run = {
  id: string;
  workspaceId: string;
  callId: string;
  purpose: "live" | "trial";
  outputLanguage: string | null;
};
type Job = { workspaceId: string; runId: string };
/** What an answer of so many sections has in tokens, for the question whether it may be asked for. */
const ANSWER_TOKENS = 1_000;

/**
 * Makes a queued run: the model is asked section by section, each of its claims is held against the transcript, and what
 * it costs is written down as it comes. Where it gives no answer, or may cost no more, the run is Highlights with a note.
 * @param open reaches the model @throws Error only for what is worth another delivery: a stop, a lost database
 */
export async function generateRun(
  { workspaceId, runId }: Job,
  open: (model: SummaryModel) => AskModel,
  signal: AbortSignal,
): Promise<void> {
  const found = await db.summaryRun.findFirst({
    where: { workspaceId, id: runId, state: { in: ["queued", "running"] } },
    select: {
      ...{ id: true, callId: true, purpose: true, outputLanguage: true },
      ...{ templateId: true, templateVersion: true },
      transcript: { select: { number: true } },
    },
  });
  if (!found) return;
  await db.summaryRun.updateMany({ where: { workspaceId, id: runId }, data: { state: "running" } });
  const [call, template] = await Promise.all([
    findSpokenCall(workspaceId, found.callId, found.transcript.number),
    findTemplateVersion(db, workspaceId, found.templateId ?? 0, found.templateVersion ?? 0),
  ]);
  const run: Run = { ...found, workspaceId };
  if (!call || !template) {
    await giveUp(run);
    return;
  }
  const made = await answer(run, call, template, open, signal);
  await db.$transaction((tx) => finish(tx, run, call, made));
}

type Outcome = Answered & { note: string | null };

async function answer(
  run: Run,
  call: SpokenCall,
  template: TemplateForRun,
  open: (model: SummaryModel) => AskModel,
  signal: AbortSignal,
): Promise<Outcome> {
  const { model, whyNot } = await modelFor(db, run, template);
  if (!model) return { ...highlightsFor(call, template), note: whyNot ?? "engine_off" };
  try {
    return await askModel(run, call, template, model, open(model), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    return { ...highlightsFor(call, template), note: noteOf(error, run) };
  }
}

function noteOf(error: unknown, { id }: Run): string {
  if (error instanceof ModelFault || error instanceof MayNotAsk) return error.code;
  log.error({ run: id, err: errorFacts(error) }, "a model's run broke off");
  return "unexpected";
}

async function askModel(
  run: Run,
  call: SpokenCall,
  template: TemplateForRun,
  model: SummaryModel,
  ask: AskModel,
  signal: AbortSignal,
): Promise<Outcome> {
  const { content } = template;
  const language = run.outputLanguage ?? content.language;
  const ground = groundOf({
    segments: call.segments,
    language: call.language,
    clock: { startedAt: call.startedAt.toISOString(), timeZone: call.timeZone },
    people: call.people,
    terms: await termsOfWorkspace(run.workspaceId),
  });
  const [account, permit] = [
    await openAccount(run, model, content.maxCostMicros),
    openPermit(run, template, model),
  ];
  const { outputs, dropped, isPartial } = await askSections({
    ...{ ask, ground, signal, afterAnswer: account.afterAnswer },
    beforeAsking: async (question) => {
      account.demandRoom(question);
      await permit();
    },
    sections: content.sections.map((section) => askedSection(section, call.language)),
    answer: { language, isTranslated: baseLanguage(language) !== baseLanguage(call.language) },
  });
  return { engine: MODEL_ENGINE, outputs, dropped, note: isPartial ? "long_call" : null };
}

/** Names that nobody may be said to have said unless they did. */
async function termsOfWorkspace(workspaceId: string): Promise<string[]> {
  const terms = await db.term.findMany({
    where: { workspaceId, deletedAt: null },
    select: { term: true },
  });
  return terms.map(({ term }) => term);
}

/**
 * Asks before each question whether the words may still go there, as settings and access change while a model thinks;
 * the first one is an entry of the log.
 */
function openPermit(run: Run, template: TemplateForRun, model: SummaryModel) {
  const { workspaceId, callId } = run;
  let isLogged = false;
  return async (): Promise<void> => {
    const { model: current, whyNot } = await modelFor(db, run, template);
    if (current?.baseUrl !== model.baseUrl) throw new MayNotAsk(whyNot ?? "engine_off");
    if (isLogged) return;
    isLogged = true;
    const after = {
      ...{ host: new URL(model.baseUrl).host, model: model.model },
      ...{ template: template.id, version: template.number },
    };
    const actor = asSystem(workspaceId, generateSummary.name);
    await db.$transaction((tx) =>
      record(tx, actor, "summary.sent", { kind: "call", id: callId }, { after }),
    );
  };
}

/** Both caps, and the run's own account: every answer is paid for, also those of an attempt that was lost. */
async function openAccount(run: Run, model: SummaryModel, templateCap: number | null) {
  const { workspaceId, id } = run;
  const { costMicros } = await db.summaryRun.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id } },
    select: { costMicros: true },
  });
  const paid = { run: Number(costMicros), month: await costThisMonth(db, workspaceId) };
  const runCap = Math.min(templateCap ?? Infinity, model.runCapMicros ?? Infinity);
  const costOf = (tokensIn: number, tokensOut: number): number =>
    Math.ceil(tokensIn * model.priceIn + tokensOut * model.priceOut);
  return {
    demandRoom: (question: ModelQuestion): void => {
      const next = costOf((question.user.length + question.system.length) / 4, ANSWER_TOKENS);
      if (paid.run + next > runCap || paid.month + next > (model.monthCapMicros ?? Infinity))
        throw new MayNotAsk("cap_reached");
    },
    afterAnswer: async ({ tokensIn, tokensOut }: { tokensIn: number; tokensOut: number }) => {
      const cost = costOf(tokensIn, tokensOut);
      paid.run += cost;
      paid.month += cost;
      await db.summaryRun.updateMany({
        where: { workspaceId, id },
        data: {
          costMicros: { increment: BigInt(cost) },
          tokens: { increment: Math.round(tokensIn + tokensOut) },
        },
      });
    },
  };
}

/** Shows the run, unless its words were corrected meanwhile: then those have a run of their own. */
async function finish(tx: Tx, run: Run, call: SpokenCall, made: Outcome): Promise<void> {
  const { workspaceId, id, callId } = run;
  const isCurrent = await isStillCurrent(tx, call);
  const state = isCurrent || run.purpose === "trial" ? "done" : "failed";
  const ended = await tx.summaryRun.updateMany({
    where: { workspaceId, id, state: "running" },
    data: {
      ...{ state, engine: made.engine, dropped: made.dropped },
      note: state === "done" ? made.note : "superseded",
      ...(made.engine !== MODEL_ENGINE && { model: null }),
    },
  });
  if (ended.count === 0) return;
  if (state === "done")
    await writeOutputs(tx, { workspaceId, runId: id, baseId: call.baseId }, made.outputs);
  if (run.purpose === "trial") return;
  await endModelStage(tx, run, made.engine === MODEL_ENGINE ? null : made.note);
  if (state === "done") await queueProposals(tx, { workspaceId, callId });
  await markStale(tx, { workspaceId, callId });
  await publishPipelineChanged(tx, { workspaceId, callId });
}

/** Words or template are gone: there is nothing to summarise, or nothing to do it by. */
async function giveUp(run: Run): Promise<void> {
  const { workspaceId, id } = run;
  await db.$transaction(async (tx) => {
    await tx.summaryRun.updateMany({
      where: { workspaceId, id },
      data: { state: "failed", note: "gone" },
    });
    if (run.purpose === "live" && (await endModelStage(tx, run, "unexpected")))
      await publishPipelineChanged(tx, run);
  });
}
