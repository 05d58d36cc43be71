import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { aboutConnection, findConnection } from "./connection-row.server.ts";
import type { PlantFault } from "./mock.schema.ts";
import { type MockFault, MOCK_OURSELVES, SCHEMA_FAULTS } from "./mock-types.ts";
import type { MockCrmView } from "./mock-views.ts";

const MOST_RECORDS = 200;
const MOST_FAULTS = 20;
const MOCK = { slug: "mock" } as const;

const shownValues = z.object({ Name: z.string().catch("") }).catch({ Name: "" });

/** The demo's CRM with what it will do wrong. @throws DomainError `forbidden` */
export async function getMockCrm(actor: Member): Promise<MockCrmView> {
  demand(actor, "connection.manage");
  const { workspaceId } = actor;
  const [row, faults, deals, left] = await Promise.all([
    findConnection(actor, MOCK),
    db.mockFault.findMany({
      where: { workspaceId, left: { gt: 0 } },
      orderBy: { id: "asc" },
      select: { id: true, fault: true, field: true, left: true },
    }),
    db.mockRecord.findMany({
      where: { workspaceId, object: "deal" },
      orderBy: { id: "asc" },
      take: MOST_RECORDS,
      select: { id: true, values: true },
    }),
    db.deal.count({ where: { workspaceId, source: { not: "crm" }, deletedAt: null } }),
  ]);
  return {
    state: row?.state ?? "new",
    faults,
    deals: deals.map(({ id, values }) => ({ id, name: shownValues.parse(values).Name })),
    dealsByHand: left,
  };
}

/** @throws DomainError `not_found` where it is not connected */
async function getRow(actor: Member): Promise<{ id: string }> {
  demand(actor, "connection.manage");
  const row = await findConnection(actor, MOCK);
  if (row === null || row.accessTokenEnc === null) throw new DomainError("not_found");
  return row;
}

const isOfSchema = (fault: MockFault): boolean => SCHEMA_FAULTS.some((one) => one === fault);

/** @throws DomainError `forbidden`, `not_found`, `validation_failed`, `limit_reached` */
export async function plantFault(
  actor: Member,
  { fault, ofField: field, times }: PlantFault,
): Promise<void> {
  const row = await getRow(actor);
  if (isOfSchema(fault) && field === undefined)
    throw new DomainError("validation_failed", { ofField: ["required"] });
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const count = await tx.mockFault.count({ where: { workspaceId, left: { gt: 0 } } });
    if (count >= MOST_FAULTS) throw limitReached(MOST_FAULTS, count);
    const left = isOfSchema(fault) ? 1 : times;
    // A sign-in that ended is found out when a token is renewed.
    const all = fault === "signed_out" ? (["signed_out", "expired_token"] as const) : [fault];
    await tx.mockFault.createMany({
      data: all.map((one) => ({
        ...{ workspaceId, id: newId(), fault: one, field: field ?? null, left },
      })),
    });
    const after = { fault, field: field ?? null, times: left };
    await record(tx, actor, "connection.fault_planted", aboutConnection(row), { after });
  });
}

/** Everything it was asked to do wrong is taken back. @throws DomainError `forbidden`, `not_found` */
export async function clearFaults(actor: Member): Promise<void> {
  const row = await getRow(actor);
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    await tx.mockFault.deleteMany({ where: { workspaceId } });
    await record(tx, actor, "connection.faults_cleared", aboutConnection(row));
  });
}

/**
 * Deals that were entered here, by hand or by a file, become records of the demo's CRM; from then on they are its.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function copyDeals(actor: Member): Promise<void> {
  const row = await getRow(actor);
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const deals = await tx.deal.findMany({
      where: { workspaceId, source: { not: "crm" }, deletedAt: null },
      orderBy: { id: "asc" },
      take: MOST_RECORDS,
      select: {
        ...{ id: true, name: true, amount: true, closeDate: true, nextStep: true },
        stage: { select: { name: true } },
      },
    });
    const modified = { modifiedBy: MOCK_OURSELVES, modifiedAt: now() };
    await tx.mockRecord.createMany({
      data: deals.map(({ id, name, amount, closeDate, nextStep, stage }) => ({
        ...{ workspaceId, id, object: "deal", ...modified },
        values: {
          ...{ Name: name, NextStep: nextStep, StageName: stage.name },
          Amount: amount?.toNumber() ?? null,
          CloseDate: closeDate?.toISOString().slice(0, "2026-11-25".length) ?? null,
        },
      })),
      skipDuplicates: true,
    });
    for (const { id } of deals)
      await tx.deal.updateMany({
        where: { workspaceId, id },
        data: { source: "crm", connectionId: row.id, external: id },
      });
    await record(tx, actor, "connection.deals_copied", aboutConnection(row), {
      after: { deals: deals.length },
    });
  });
}

/** A colleague there changes a field of a deal. @throws DomainError `forbidden`, `not_found` */
export async function changeRecord(
  actor: Member,
  input: { record: string; field: string },
  change: (workspaceId: string, at: { object: "deal"; id: string; field: string }) => Promise<void>,
): Promise<void> {
  const row = await getRow(actor);
  const { record: id, field } = input;
  await change(actor.workspaceId, { object: "deal", id, field });
  await db.$transaction((tx) =>
    record(tx, actor, "connection.record_changed", aboutConnection(row), {
      after: { record: id, field },
    }),
  );
}
