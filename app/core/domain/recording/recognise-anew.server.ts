import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { listComponents } from "../component/component-status.server.ts";
import { LIMITS } from "../limits.ts";
import { IS_CORRECTED } from "../transcript/coverage.server.ts";
import { CHAIN } from "./pipeline.ts";

/** Those whose media lies there whole; what is still on its way is recognised by the engine of now anyway. */
const RESTS = ["ready", "ready_partial"] as const;
/** Stages that follow the words, and they themselves. */
const AGAIN = CHAIN.filter((_, at) => at >= CHAIN.indexOf("transcribe"));
/** One of many calls: new ones go first. */
const LATER = { priority: -1 };

type Choice = { language: string; engine: string; model: string };

/** What recognises each language, as the worker found it a moment ago. */
async function currentChoices(): Promise<Choice[]> {
  const speech = (await listComponents()).find(({ name }) => name === "speech");
  return ["en", "ja"].flatMap((language) => {
    const engine = speech?.detail[`${language}.engine`];
    return engine === undefined
      ? []
      : [{ language, engine, model: speech?.detail[`${language}.model`] ?? "" }];
  });
}
/** Of these, the models that were installed. */
const modelsOf = (choices: readonly Choice[]): Choice[] =>
  choices.filter(({ engine }) => engine === "sherpa-onnx");

/** Words `t` that an engine wrote and nobody corrected, other than the model for their language would. */
const isWorse = (models: readonly Choice[]): Prisma.Sql =>
  models.length === 0
    ? Prisma.sql`false`
    : Prisma.sql`t.origin = 'engine' AND (${Prisma.join(
        models.map(
          ({
            language,
            engine,
            model,
          }) => Prisma.sql`(split_part(lower(t.language), '-', 1) = ${language}
      AND (t.engine, t.model) IS DISTINCT FROM (${engine}, ${model}))`,
        ),
        " OR ",
      )})`;

/** Media to recognise, of a recording `r`. */
const HAS_SOUND = Prisma.sql`EXISTS (SELECT 1 FROM file f
  WHERE f.workspace_id = r.workspace_id AND f.recording_id = r.id AND f.kind = 'track')`;
const IS_IMPORTED = Prisma.sql`EXISTS (SELECT 1 FROM transcript b
  WHERE b.workspace_id = t.workspace_id AND b.id = t.base_id AND b.origin = 'import')`;
const IS_AT_REST = Prisma.sql`r.state::text IN (${Prisma.join([...RESTS])})`;

/**
 * Calls the actor may recognise again whose words an installed model would hear better: the newest first, up to what one
 * run takes. What people corrected stays as they left it.
 */
export async function findRecognisable(
  actor: Member,
): Promise<{ callIds: string[]; isCut: boolean }> {
  const models = modelsOf(await currentChoices());
  if (models.length === 0) return { callIds: [], isCut: false };
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT c.id FROM call c JOIN transcript t ON t.workspace_id = c.workspace_id AND t.call_id = c.id AND t.is_current
    JOIN recording r ON r.workspace_id = t.workspace_id AND r.id = t.recording_id
    WHERE ${visibleSql(actor, "call.read")} AND ${visibleSql(actor, "recording.retry")} AND c.state = 'available'
      AND ${isWorse(models)} AND ${IS_AT_REST} AND ${HAS_SOUND}
    ORDER BY c.started_at DESC NULLS LAST, c.id DESC LIMIT ${LIMITS.bulkRows + 1}`);
  const callIds = found.map(({ id }) => id);
  return { callIds: callIds.slice(0, LIMITS.bulkRows), isCut: callIds.length > LIMITS.bulkRows };
}

/** Why a call's words stay as they are. */
type Kept =
  | "unchanged"
  | "words_corrected"
  | "words_imported"
  | "no_sound"
  | "no_engine"
  | "in_work";
type Found = {
  recordingId: string;
  state: string;
  hasSound: boolean;
  /** Of the current words. What the dictionary rewrote is written by it again. */
  isCorrected: boolean;
  isImported: boolean;
  /** Of the words, else what the call is to be recognised in. */
  language: string;
  isWorse: boolean;
};
const UNDER_WAY: ReadonlySet<string> = new Set(["waiting", "running"]);
/** And a recording whose recognition failed, where it is asked for by hand. */
const RESTS_BY_HAND: ReadonlySet<string> = new Set([...RESTS, "failed"]);

/**
 * Queues a call's recognition again, and what follows from its words. Until it is done, and where it fails, the words that
 * are there stay.
 * @param isBetterOnly only where another model than the one that wrote the words is installed
 * @returns "queued", or why there is nothing to do
 * @throws DomainError `not_found`, `forbidden`
 */
export async function recogniseAnewIn(
  tx: Tx,
  actor: Member,
  callId: string,
  isBetterOnly: boolean,
): Promise<"queued" | Kept> {
  const call = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  const { workspaceId } = authorise(actor, "recording.retry", call);
  const choices = await currentChoices();
  const [found] = await tx.$queryRaw<Found[]>(Prisma.sql`
    SELECT r.id AS "recordingId", r.state::text, ${HAS_SOUND} AS "hasSound",
      ${IS_CORRECTED} AS "isCorrected", ${IS_IMPORTED} AS "isImported",
      coalesce(t.language, c.language, 'en') AS language, coalesce(${isWorse(modelsOf(choices))}, false) AS "isWorse"
    FROM recording r JOIN call c ON c.workspace_id = r.workspace_id AND c.id = r.call_id
    LEFT JOIN transcript t ON t.workspace_id = r.workspace_id AND t.call_id = r.call_id AND t.is_current
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.call_id = ${callId}::uuid AND r.is_primary`);
  if (isBetterOnly && found?.isWorse !== true) return "unchanged";
  if (!found) return "no_sound";
  const kept = whyKept(found, choices);
  if (kept !== null) return kept;
  const { recordingId, state } = found;
  const stages = await tx.stage.findMany({
    where: { workspaceId, recordingId, name: { in: AGAIN } },
    select: { name: true, state: true, attempt: true },
  });
  const words = stages.find(({ name }) => name === "transcribe");
  if (!words) return "no_sound";
  // After a failure, what follows waits for nothing.
  if (state !== "failed" && stages.some((stage) => UNDER_WAY.has(stage.state))) return "in_work";
  await tx.stage.updateMany({
    where: { workspaceId, recordingId, name: { in: AGAIN } },
    data: { state: "waiting", tries: 0, retryAt: null, cause: null, detail: null },
  });
  await tx.recording.updateMany({
    where: { workspaceId, id: recordingId },
    data: { state: "processing", cause: null },
  });
  const key = `${recordingId}:anew-${words.attempt}`;
  await enqueue(tx, transcribeRecording, key, { v: 1, workspaceId, recordingId }, LATER);
  await record(
    tx,
    actor,
    "recording.retried",
    { kind: "recording", id: recordingId },
    { after: { stage: "transcribe" } },
  );
  await publishPipelineChanged(tx, { workspaceId, callId });
  return "queued";
}

function whyKept(
  { isImported, isCorrected, language, hasSound, state }: Found,
  choices: readonly Choice[],
): Kept | null {
  if (isCorrected) return "words_corrected";
  if (isImported) return "words_imported";
  if (!hasSound) return "no_sound";
  if (!RESTS_BY_HAND.has(state)) return "in_work";
  const [base = ""] = language.toLowerCase().split("-");
  // A server may know any language, and says so itself.
  return choices.some((choice) => choice.language === base || choice.engine === "openai-http")
    ? null
    : "no_engine";
}
