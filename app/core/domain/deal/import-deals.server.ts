import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { companyOf } from "../call/new-call.server.ts";
import { DomainError } from "../errors.ts";
import { markStaleOfDeals } from "../search/index.server.ts";
import { fold } from "../words/fold.ts";
import { listDealOwners } from "./deal-owners.server.ts";
import type { DealCheck } from "./deal-list-views.ts";
import { keyOf, readDealsCsv, type ReadDeals } from "./deals-csv.ts";

/** A thousand rows, each with its company to be looked for. */
const PATIENCE_MS = 60_000;

/**
 * Reads a file of deals and says what would become of each line; nothing is changed.
 * @throws DomainError `forbidden`, `validation_failed` (text: file_empty, no_name_column, too_many_rows, quote_open)
 */
export async function checkDeals(actor: Member, text: string): Promise<DealCheck> {
  const { rows } = await read(db, actor, text);
  return told(rows);
}

const told = (rows: ReadDeals["rows"]): DealCheck => {
  const good = rows.filter(({ faults }) => faults.length === 0).length;
  return {
    rows: rows.map(({ line, cells, faults }) => ({ line, cells, faults })),
    ...{ good, bad: rows.length - good },
  };
};

type Reading = Pick<Tx, "deal" | "dealStage" | "member">;
async function read(tx: Reading, actor: Member, text: string): Promise<ReadDeals> {
  demand(actor, "deal.make");
  const { workspaceId } = actor;
  const [stages, people, deals] = await Promise.all([
    tx.dealStage.findMany({
      where: { workspaceId, connectionId: null, archivedAt: null },
      orderBy: [{ ord: "asc" }, { id: "asc" }],
      select: { id: true, name: true },
    }),
    listDealOwners(tx, actor),
    // Of deals that the reader does not see nothing is said.
    tx.deal.findMany({
      where: visible(actor, "deal.read"),
      select: { name: true, company: { select: { name: true } } },
    }),
  ]);
  const found = readDealsCsv(text, {
    ...{ stages, ...people },
    deals: new Set(deals.map(({ name, company }) => keyOf(name, company?.name ?? ""))),
  });
  if (found.faults.length > 0) throw new DomainError("validation_failed", { text: found.faults });
  return found;
}

/**
 * Enters every deal of a file: all of them, or none where a line is wrong. The file is checked anew, so that what changed
 * meanwhile counts; sent twice, it finds its own deals and enters none again.
 * @returns what `checkDeals` says of it at this moment; with bad lines nothing was entered
 * @throws DomainError as `checkDeals`
 */
export const importDeals = (actor: Member, text: string): Promise<DealCheck> =>
  db.$transaction(
    async (tx) => {
      // Two who send the same file come one after the other.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`deals:${actor.workspaceId}`}, 0))`;
      const { rows } = await read(tx, actor, text);
      const check = told(rows);
      if (check.bad > 0) return check;
      const ids = await write(tx, actor, rows);
      await record(tx, actor, "deal.imported", undefined, { after: { deals: ids.length } });
      await markStaleOfDeals(tx, actor.workspaceId, ids);
      return check;
    },
    { timeout: PATIENCE_MS },
  );

async function write(tx: Tx, actor: Member, rows: ReadDeals["rows"]): Promise<string[]> {
  const { workspaceId, memberId } = actor;
  const inputs = rows.flatMap(({ input }) => (input === null ? [] : [input]));
  const [stages, { owners }] = await Promise.all([
    tx.dealStage.findMany({
      where: { workspaceId, id: { in: inputs.map(({ stageId }) => stageId) } },
      select: { id: true, kind: true },
    }),
    listDealOwners(tx, actor),
  ]);
  const kindOf = new Map(stages.map(({ id, kind }) => [id, kind]));
  const teamOf = new Map(owners.map(({ id, teamId }) => [id, teamId]));
  const companies = new Map<string, string | null>();
  for (const { company = "" } of inputs)
    if (company !== "" && !companies.has(company))
      companies.set(company, await companyOf(tx, actor, company, null));
  const at = now();
  const data = inputs.map((input) => {
    const ownerId = input.ownerId ?? memberId;
    return {
      ...{ id: newId(), workspaceId, name: input.name, folded: fold(input.name) },
      ...{ ownerId, teamId: teamOf.get(ownerId) ?? null, stageId: input.stageId },
      companyId: companies.get(input.company ?? "") ?? null,
      amount: input.amount === null ? null : new Prisma.Decimal(input.amount),
      currency: input.currency,
      closeDate: input.closeDate === null ? null : new Date(input.closeDate),
      ...{ nextStep: input.nextStep, source: "csv" as const, openedAt: at, createdBy: memberId },
      closedAt: kindOf.get(input.stageId) === "open" ? null : at,
    };
  });
  await tx.deal.createMany({ data });
  return data.map(({ id }) => id);
}
