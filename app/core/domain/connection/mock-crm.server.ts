import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { aboutConnection, findConnection } from "./connection-row.server.ts";
import { getHealth } from "./connection-list.server.ts";
import type { ConnectionHealth } from "./connection-views.ts";
import type { ChangeRecord, ColleaguesChange, PlantFault } from "./mock.schema.ts";
import { type MockFault, MOCK_OURSELVES, SCHEMA_FAULTS } from "./mock-types.ts";
import type { MockCrmView } from "./mock-views.ts";

const MOST_RECORDS = 200;
const MOST_FAULTS = 20;
const MOCK = { slug: "mock" } as const;

const shownValues = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .catch({});

/**
 * The demo's CRM with its deals and what it will do wrong. It belongs to the demo: null in a workspace that is none and
 * where it is not connected. @throws DomainError `forbidden`
 */
export async function findMockCrm(actor: Member): Promise<MockCrmView | null> {
  const health = await getHealth(actor, MOCK);
  if (!isOffered(actor, health)) return null;
  const { workspaceId } = actor;
  const [faults, deals, left] = await Promise.all([
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
    ...{ health, faults, dealsByHand: left },
    deals: deals.map(({ id, values: given }) => {
      const values = shownValues.parse(given);
      return { id, name: String(values["Name"] ?? ""), values };
    }),
  };
}

/** No one takes a CRM that is made up for one of their own. */
const isOffered = ({ isDemo }: Member, { state }: ConnectionHealth): boolean =>
  isDemo || state !== "new";

/** @throws DomainError `forbidden`, `not_found` outside the demo */
export async function demandDemo(actor: Member): Promise<void> {
  if (!isOffered(actor, await getHealth(actor, MOCK))) throw new DomainError("not_found");
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
  { record: id, field, value }: ChangeRecord,
  change: (workspaceId: string, at: ColleaguesChange) => Promise<void>,
): Promise<void> {
  const row = await getRow(actor);
  await change(actor.workspaceId, { object: "deal", id, field, value: value ?? null });
  await db.$transaction((tx) =>
    record(tx, actor, "connection.record_changed", aboutConnection(row), {
      after: { record: id, field },
    }),
  );
}
