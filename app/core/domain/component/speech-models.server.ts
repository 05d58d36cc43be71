import { changeSpeechModel } from "#app/core/jobs/speech-model.job.ts";
import { trySpeech } from "#app/core/jobs/speech-try.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { listComponents } from "./component-status.server.ts";
import {
  ENGINE_NAMES,
  ENGINE_NOTICES,
  isUnderWay,
  MODEL_CAUSES,
  MODEL_STATES,
  type ModelState,
  type SpeechEnginesView,
  type SpeechModelView,
  type SpeechTryView,
  TRY_FAULTS,
} from "./speech-model-views.ts";

/** Row of `part_state` that holds what came of the last try. */
const TRIAL = { name: "speech-try", node: "-" } as const;
/** Longer than any try takes; one that is said to run after that was lost. */
const TRIAL_MS = 10 * 60_000;
const LANGUAGES = ["en", "ja"] as const;

/**
 * Whether models may be installed from this workspace: the machine is the whole installation's, so only where there is one
 * workspace (decisions §7). The demo does not count; it may itself where nobody else has a workspace and no stranger comes.
 */
export async function mayInstallModels(actor: Member, tx: Tx | typeof db = db): Promise<boolean> {
  const real = await tx.workspace.findMany({
    where: { isDemo: false, deletedAt: null },
    select: { id: true },
    take: 2,
  });
  if (real.length > 1) return false;
  const [only] = real;
  if (only !== undefined) return only.id === actor.workspaceId;
  return actor.isDemo && !env().DEMO_ALLOW_PUBLIC;
}

/** The tab of engines, its half of speech. @throws DomainError `forbidden` */
export async function getSpeechEngines(actor: Member): Promise<SpeechEnginesView> {
  demand(actor, "workspace.manage");
  const [parts, mayInstall, models, trial] = await Promise.all([
    listComponents(),
    mayInstallModels(actor),
    db.speechModel.findMany({ orderBy: [{ place: "asc" }, { createdAt: "asc" }, { name: "asc" }] }),
    db.partState.findUnique({ where: { name_node: TRIAL } }),
  ]);
  const detail = parts.find(({ name }) => name === "speech")?.detail;
  return {
    found: detail
      ? {
          setting: detail["setting"] ?? "auto",
          choices: LANGUAGES.map((language) => ({
            language,
            engine: ENGINE_NAMES.find((name) => name === detail[`${language}.engine`]) ?? null,
            model: detail[`${language}.model`] ?? "",
            notice:
              ENGINE_NOTICES.find((name) => name === detail[`${language}.notice`]) ?? "no_engine",
          })),
          host: detail["host"] ?? "",
          gone: (detail["gone"] ?? "").split(" ").filter(Boolean),
          isWalled: detail["walls"] === "bwrap",
        }
      : null,
    models: mayInstall ? models.map((row) => viewOf(row)) : [],
    mayInstall,
    trial: trial ? trialOf(trial.detail, trial.state, trial.seenAt) : null,
  };
}

type Row = Awaited<ReturnType<typeof db.speechModel.findMany>>[number];
const stateOf = (state: string): ModelState => MODEL_STATES.find((one) => one === state) ?? "known";

function viewOf(row: Row): SpeechModelView {
  const { name, languages, license, sha256 } = row;
  const cause =
    row.cause === null ? null : (MODEL_CAUSES.find((one) => one === row.cause) ?? "unexpected");
  return {
    ...{ name, languages, license, sha256, cause, state: stateOf(row.state) },
    doneBytes: Number(row.doneBytes),
    totalBytes: row.totalBytes === null ? null : Number(row.totalBytes),
  };
}

function trialOf(detail: unknown, state: string, seenAt: Date): SpeechTryView {
  const facts = new Map(
    typeof detail === "object" && detail !== null ? Object.entries(detail) : [],
  );
  const text = (key: string): string => String(facts.get(key) ?? "");
  const isLost = state === "preparing" && Date.now() - seenAt.getTime() > TRIAL_MS;
  return {
    state: state === "on" ? "done" : state === "preparing" && !isLost ? "running" : "failed",
    sentence: text("sentence"),
    heard: text("heard"),
    isSpoken: text("isSpoken") !== "false",
    seconds: Number(text("ms")) / 1_000,
    engine: text("engine"),
    model: text("model"),
    fault: TRY_FAULTS.find((one) => !isLost && one === text("fault")) ?? "unexpected",
  };
}

type Named = { name: string };

/** Asks for an install; the worker's job does it. @throws DomainError `forbidden`, `not_found`, `invalid_state` */
export function installSpeechModel(actor: Member, { name }: Named): Promise<void> {
  return change(actor, name, "install", async (tx, row) => {
    if (row.state !== "known") throw new DomainError("invalid_state");
    await tx.speechModel.update({
      where: { name },
      data: {
        state: "queued",
        cause: null,
        isCancelled: false,
        doneBytes: 0,
        updatedAt: new Date(),
      },
      select: { name: true },
    });
  });
}

/** @throws DomainError `forbidden`, `not_found`, `invalid_state` */
export function removeSpeechModel(actor: Member, { name }: Named): Promise<void> {
  return change(actor, name, "remove", async (tx, row) => {
    if (row.state !== "ready") throw new DomainError("invalid_state");
    await tx.speechModel.update({
      where: { name },
      data: { state: "removing", cause: null, updatedAt: new Date() },
      select: { name: true },
    });
  });
}

/** This model is asked first for the languages that several know. @throws DomainError `forbidden`, `not_found`, `invalid_state` */
export function preferSpeechModel(actor: Member, { name }: Named): Promise<void> {
  return change(actor, name, "prefer", (_, row) => {
    if (row.state !== "ready") throw new DomainError("invalid_state");
    return Promise.resolve();
  });
}

/** What was fetched stays, and the next install goes on with it. @throws DomainError `forbidden`, `not_found`, `invalid_state` */
export async function cancelSpeechModel(actor: Member, { name }: Named): Promise<void> {
  await db.$transaction(async (tx) => {
    const row = await lockModel(tx, actor, name);
    const state = stateOf(row.state);
    if (!isUnderWay(state) || state === "removing") throw new DomainError("invalid_state");
    await tx.speechModel.update({
      where: { name },
      // Nobody works on what is queued; its job finds nothing to do.
      data: {
        isCancelled: true,
        updatedAt: new Date(),
        ...(state === "queued" && { state: "known", cause: "cancelled" }),
      },
      select: { name: true },
    });
    await record(tx, actor, "model.cancelled", { kind: "model", id: name });
  });
}

const EVENT_OF = {
  install: "model.installed",
  remove: "model.removed",
  prefer: "model.preferred",
} as const;

async function change(
  actor: Member,
  name: string,
  deed: keyof typeof EVENT_OF,
  mark: (tx: Tx, row: Row) => Promise<void>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await mark(tx, await lockModel(tx, actor, name));
    await record(tx, actor, EVENT_OF[deed], { kind: "model", id: name });
    const { workspaceId } = actor;
    await enqueue(tx, changeSpeechModel, name, { v: 1, workspaceId, name, deed });
  });
}

async function lockModel(tx: Tx, actor: Member, name: string): Promise<Row> {
  demand(actor, "workspace.manage");
  if (!(await mayInstallModels(actor, tx))) throw new DomainError("forbidden");
  await tx.$queryRaw`SELECT 1 FROM speech_model WHERE name = ${name} FOR UPDATE`;
  const row = await tx.speechModel.findUnique({ where: { name } });
  if (!row) throw new DomainError("not_found");
  return row;
}

/** Lets the engine for English hear a sentence; the answer stands on the tab. @throws DomainError `forbidden` */
export async function trySpeechEngine(
  actor: Member,
  { sentence }: { sentence: string },
): Promise<void> {
  demand(actor, "workspace.manage");
  await db.$transaction(async (tx) => {
    const seenAt = new Date();
    const row = { state: "preparing", detail: { sentence }, seenAt };
    await tx.partState.upsert({
      where: { name_node: TRIAL },
      create: { ...TRIAL, ...row },
      update: row,
      select: { name: true },
    });
    await record(tx, actor, "model.tried", { kind: "workspace", id: actor.workspaceId });
    const { workspaceId } = actor;
    await enqueue(tx, trySpeech, "speech", { v: 1, workspaceId, sentence });
  });
}

/** The worker's answer to a try. */
export async function saveSpeechTry(
  state: "on" | "off",
  detail: Record<string, string>,
): Promise<void> {
  await db.partState.updateMany({ where: TRIAL, data: { state, detail, seenAt: new Date() } });
}

/** What a worker found in its folder, in its order. */
export type FoundModel = {
  name: string;
  kind: string;
  languages: readonly string[];
  sha256: string | null;
};
/** What the list offers. */
export type OfferedModel = Omit<FoundModel, "sha256"> & { license: string; bytes: number };

/**
 * Writes what lies in a worker's folder, and what could be installed there. Rows that are being worked on stay as they
 * are, unless nobody works on them any more.
 */
export async function saveSpeechModels(
  node: string,
  found: readonly FoundModel[],
  offered: readonly OfferedModel[],
): Promise<void> {
  await db.$transaction(async (tx) => {
    // Two workers that begin at once write the same rows: one after the other.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('speech_model'))`;
    for (const { name, kind, languages, license, bytes } of offered)
      await tx.$executeRaw`
        INSERT INTO speech_model (name, kind, languages, license, state, total_bytes, place)
        VALUES (${name}, ${kind}, ${[...languages]}, ${license}, 'known', ${bytes}, 1000)
        ON CONFLICT (name) DO UPDATE SET license = ${license},
          total_bytes = CASE WHEN speech_model.state = 'known' THEN ${bytes} ELSE speech_model.total_bytes END`;
    await tx.$executeRaw`
      UPDATE speech_model m SET state = 'known', cause = 'unexpected', updated_at = now()
      WHERE state NOT IN ('known', 'ready') AND updated_at < now() - interval '30 seconds'
        AND NOT EXISTS (SELECT 1 FROM jobs.job j WHERE j.name = 'speech.model' AND j.state IN ('created', 'retry', 'active')
          AND j.data->>'name' = m.name)`;
    for (const [place, { name, kind, languages, sha256 }] of found.entries())
      await tx.$executeRaw`
        INSERT INTO speech_model (name, kind, languages, sha256, state, node, place)
        VALUES (${name}, ${kind}, ${[...languages]}, ${sha256}, 'ready', ${node}, ${place})
        ON CONFLICT (name) DO UPDATE SET kind = ${kind}, languages = ${[...languages]}, sha256 = ${sha256}, node = ${node},
          place = ${place}, state = CASE WHEN speech_model.state = 'known' THEN 'ready' ELSE speech_model.state END,
          cause = CASE WHEN speech_model.state = 'known' THEN NULL ELSE speech_model.cause END`;
    const names = found.map(({ name }) => name);
    const known = offered.map(({ name }) => name);
    await tx.speechModel.deleteMany({
      where: { node, state: "ready", name: { notIn: [...names, ...known] } },
    });
    await tx.speechModel.updateMany({
      where: { node, state: "ready", name: { in: known, notIn: names } },
      data: { state: "known", node: null, sha256: null, place: 1_000, doneBytes: 0 },
    });
  });
}

/** The row a job works on; null: it was cancelled, or is gone, before its turn came. */
export async function takeModelWork(
  name: string,
  deed: "install" | "remove" | "prefer",
  node: string,
): Promise<boolean> {
  const states = { install: { not: "known" }, remove: "removing", prefer: "ready" }[deed];
  const { count } = await db.speechModel.updateMany({
    where: { name, isCancelled: false, state: states },
    data: { node, updatedAt: new Date() },
  });
  return count > 0;
}

/** @returns whether somebody cancelled meanwhile */
export async function saveModelProgress(
  name: string,
  progress: { state: ModelState; doneBytes: number; totalBytes: number | null },
): Promise<boolean> {
  const rows = await db.speechModel.updateManyAndReturn({
    where: { name },
    data: { ...progress, updatedAt: new Date() },
    select: { isCancelled: true },
  });
  return rows.some(({ isCancelled }) => isCancelled);
}

/** @param cause null: all went well */
export async function endModelWork(
  name: string,
  state: "known" | "ready",
  cause: string | null,
): Promise<void> {
  await db.speechModel.updateMany({
    where: { name },
    data: { state, cause, isCancelled: false, updatedAt: new Date() },
  });
}
