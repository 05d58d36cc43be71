import { db, type Tx } from "#app/core/platform/db.server.ts";
import { seal, unseal } from "#app/core/platform/crypto.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { AddressRefused, checkAddress } from "#app/core/platform/http-guard.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { changeWorkspaceSettings, getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import { lackOf, type ModelChange, type ModelTest } from "./engine.schema.ts";

type Stored = WorkspaceSettings["llm"];
/** Where the workspace's model is, what it costs, and how much it may. */
export type SummaryModel = {
  /** `remote`: words of calls leave the company's machines. */
  kind: "local" | "remote";
  baseUrl: string;
  key: string | null;
  model: string;
  /** Dollars per million tokens, which are millionths of a dollar per token. */
  priceIn: number;
  priceOut: number;
  /** Millionths of a dollar; null: no cap. */
  monthCapMicros: number | null;
  runCapMicros: number | null;
  /** Whether the words of private calls may go to it. */
  readsPrivate: boolean;
};
type EngineView = Omit<Stored, "key"> & {
  hasKey: boolean;
  /** Host of the installation's model; null where it has none. */
  operatorHost: string | null;
  /** Dollars of this month (UTC). */
  cost: number;
  version: number;
};

const MICROS = 1_000_000;
const purposeOf = (workspaceId: string): string => `llm key of ${workspaceId}`;
const micros = (dollars: number | null): number | null =>
  dollars === null ? null : Math.round(dollars * MICROS);

/** The language model of a workspace; null: summaries are Highlights. */
export async function findModel(tx: Tx, workspaceId: string): Promise<SummaryModel | null> {
  const { llm } = await getWorkspaceSettings(tx, workspaceId);
  return modelOf(workspaceId, llm);
}

function modelOf(workspaceId: string, llm: Stored): SummaryModel | null {
  const { priceIn, priceOut, monthCap, runCap, readsPrivate } = llm;
  const limits = {
    priceIn,
    priceOut,
    readsPrivate,
    monthCapMicros: micros(monthCap),
    runCapMicros: micros(runCap),
  };
  const { LLM_URL, LLM_KEY, LLM_MODEL } = env();
  if (llm.kind === "none") return null;
  if (llm.kind === "operator") {
    if (LLM_URL === undefined) return null;
    // A key is what services of others ask for.
    const kind = LLM_KEY === undefined ? "local" : "remote";
    return { kind, baseUrl: LLM_URL, key: LLM_KEY ?? null, model: LLM_MODEL, ...limits };
  }
  if (llm.baseUrl === null || llm.model === null) return null;
  const key =
    llm.key === null ? null : unseal(purposeOf(workspaceId), Buffer.from(llm.key, "base64"));
  return { kind: llm.kind, baseUrl: llm.baseUrl, key, model: llm.model, ...limits };
}

/** What the runs of a workspace cost since the month began (UTC), in millionths of a dollar. */
export async function costThisMonth(tx: Tx, workspaceId: string): Promise<number> {
  const now = new Date();
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const { _sum: sum } = await tx.summaryRun.aggregate({
    where: { workspaceId, createdAt: { gte: from } },
    _sum: { costMicros: true },
  });
  return Number(sum.costMicros ?? 0n);
}

/** The settings as an admin sees them: the key only as being there. @throws DomainError `forbidden` */
export async function getEngineSettings(actor: Member): Promise<EngineView> {
  demand(actor, "workspace.manage");
  const { llm, version } = await getWorkspaceSettings(db, actor.workspaceId);
  const { key, ...shown } = llm;
  const { LLM_URL } = env();
  return {
    ...shown,
    kind: llm.kind === "operator" && LLM_URL === undefined ? "none" : llm.kind,
    hasKey: key !== null,
    operatorHost: LLM_URL === undefined ? null : new URL(LLM_URL).host,
    cost: (await costThisMonth(db, actor.workspaceId)) / MICROS,
    version,
  };
}

/**
 * Changes where the model is and what it may cost. Another address forgets the key, which was meant for the first.
 * @throws DomainError `forbidden`, `conflict`, `validation_failed` with `required` or `url_not_allowed`
 */
export async function changeEngineSettings(actor: Member, input: ModelChange): Promise<void> {
  demand(actor, "workspace.manage");
  const { workspaceId: id } = actor;
  const lack = lackOf(input);
  if (lack.length > 0)
    throw new DomainError(
      "validation_failed",
      Object.fromEntries(lack.map((field) => [field, ["required"]])),
    );
  if (input.baseUrl !== undefined && !isAllowed(input.baseUrl))
    throw new DomainError("validation_failed", { baseUrl: ["url_not_allowed"] });
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const { llm: before } = await getWorkspaceSettings(tx, id);
    const after = changed(id, before, input);
    await changeWorkspaceSettings(tx, id, { part: "llm", value: after, seen: input.version });
    await record(
      tx,
      actor,
      "engine.changed",
      { kind: "workspace", id },
      { before: factsOf(before), after: factsOf(after) },
    );
  });
}

function changed(workspaceId: string, before: Stored, input: ModelTest): Stored {
  const baseUrl = input.baseUrl ?? null;
  const isSamePlace = baseUrl !== null && originOf(baseUrl) === originOf(before.baseUrl);
  const kept = isSamePlace && !input.isKeyRemoved ? before.key : null;
  return {
    kind: input.kind,
    baseUrl,
    model: input.model ?? null,
    key:
      input.key === undefined ? kept : seal(purposeOf(workspaceId), input.key).toString("base64"),
    priceIn: input.priceIn ?? 0,
    priceOut: input.priceOut ?? 0,
    monthCap: input.monthCap ?? null,
    runCap: input.runCap ?? null,
    readsPrivate: input.readsPrivate,
  };
}

const originOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? new URL(address).origin : null;

/** The host tells where words go; a key stays out of the log. */
const factsOf = ({ key, baseUrl, ...rest }: Stored) => ({
  ...rest,
  host: baseUrl === null ? null : new URL(baseUrl).host,
  hasKey: key !== null,
});

/**
 * The model that a form describes, before it is saved, to be tried.
 * @returns null where the form asks for none @throws DomainError `forbidden`, `validation_failed`
 */
export async function describedModel(
  actor: Member,
  input: ModelTest,
): Promise<SummaryModel | null> {
  demand(actor, "workspace.manage");
  const lack = lackOf(input);
  if (lack.length > 0)
    throw new DomainError(
      "validation_failed",
      Object.fromEntries(lack.map((field) => [field, ["required"]])),
    );
  const { llm } = await getWorkspaceSettings(db, actor.workspaceId);
  return modelOf(actor.workspaceId, changed(actor.workspaceId, llm, input));
}

/** Names are looked up when they are called; what stands here as a number is judged now. */
function isAllowed(address: string): boolean {
  try {
    checkAddress(address);
    return true;
  } catch (error) {
    if (error instanceof AddressRefused) return false;
    throw error;
  }
}
