import type { Prisma, Tx } from "#app/core/platform/db.server.ts";
import type { VendorSlug } from "../connection/connection-types.ts";
import { CRM_OBJECTS } from "../connection/connection-types.ts";
import { type CrmSlug } from "./mapping-types.ts";
import { rowOptions, type MappingRowInput } from "./mapping.schema.ts";

const select = {
  id: true,
  templateId: true,
  crm: true,
  isSandbox: true,
  dryRunLeft: true,
  version: true,
  updatedAt: true,
  changedBy: { select: { id: true, name: true } },
  rows: {
    where: { removedAt: null },
    orderBy: [{ ord: "asc" as const }, { id: "asc" as const }],
    select: {
      id: true,
      section: true,
      object: true,
      field: true,
      fieldLabel: true,
      fieldType: true,
      rule: true,
      review: true,
      options: true,
      version: true,
    },
  },
} satisfies Prisma.MappingSelect;

export type FoundRow = MappingRowInput & {
  id: string;
  fieldLabel: string;
  fieldType: string;
  version: number;
};
export type FoundMapping = {
  id: string;
  workspaceId: string;
  templateId: number;
  crm: CrmSlug;
  isSandbox: boolean;
  /** Calls whose proposals are only recorded. */
  dryRunLeft: number;
  version: number;
  changedAt: Date;
  changedBy: { id: string; name: string } | null;
  /** Those that stand, in their order. */
  rows: FoundRow[];
  /** Where it writes to; null: nobody connected it. */
  connection: MappedConnection | null;
};
export type MappedConnection = {
  workspaceId: string;
  id: string;
  provider: string;
  state: "connected" | "degraded" | "broken" | "disconnected";
  accountLabel: string | null;
};

/** The provider a mapping writes to: production and sandbox share one mapping. */
export const providerOf = (crm: CrmSlug, isSandbox: boolean): VendorSlug =>
  crm === "salesforce" && isSandbox ? "salesforce-sandbox" : crm;

/** Every mapping of a template, with where it writes to. */
export async function listMappingsOf(
  tx: Tx,
  { workspaceId, templateId }: { workspaceId: string; templateId: number },
): Promise<FoundMapping[]> {
  const found = await tx.mapping.findMany({
    where: { workspaceId, templateId },
    orderBy: { crm: "asc" },
    select,
  });
  const connections = await findConnections(tx, workspaceId);
  return found.map(({ rows, updatedAt, ...mapping }) => ({
    ...mapping,
    workspaceId,
    changedAt: updatedAt,
    rows: rows.flatMap(rowOf),
    connection:
      connections.find(({ provider }) => provider === providerOf(mapping.crm, mapping.isSandbox)) ??
      null,
  }));
}

/** One of them; null where nobody made it. */
export async function findMapping(
  tx: Tx,
  { crm, ...of }: { workspaceId: string; templateId: number; crm: CrmSlug },
): Promise<FoundMapping | null> {
  return (await listMappingsOf(tx, of)).find((mapping) => mapping.crm === crm) ?? null;
}

export const findConnections = (tx: Tx, workspaceId: string): Promise<MappedConnection[]> =>
  tx.connection.findMany({
    where: { workspaceId },
    select: { workspaceId: true, id: true, provider: true, state: true, accountLabel: true },
  });

/** Whether a connection can be asked now. */
export const isWorking = (connection: MappedConnection | null): connection is MappedConnection =>
  connection !== null && (connection.state === "connected" || connection.state === "degraded");

type Row = Prisma.MappingGetPayload<{ select: typeof select }>["rows"][number];
function rowOf({ object, options, ...row }: Row): FoundRow[] {
  const known = CRM_OBJECTS.find((one) => one === object);
  return known === undefined ? [] : [{ ...row, object: known, options: rowOptions.parse(options) }];
}
