import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import type { CrmField, CrmObject } from "../connection/connection-types.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { checkRow } from "./check-row.ts";
import { findMapping, type FoundMapping, type FoundRow } from "./find-mapping.server.ts";
import { getMappedTemplate } from "./mapped-template.server.ts";
import type { ChangeMapping, RowFields } from "./mapping-forms.schema.ts";
import type { CrmSlug } from "./mapping-types.ts";

/** Which mapping, and how the fields of an object are read. */
export type MappingPlace = {
  templateId: number;
  crm: CrmSlug;
  /** @throws DomainError `invalid_state` where the CRM is not connected */
  fieldsOf: (object: CrmObject) => Promise<readonly CrmField[]>;
};
type Of = Pick<MappingPlace, "templateId" | "crm">;

/** Calls whose proposals are only recorded at first (product §17.8); the demo's CRM needs none. */
const FIRST_DRY_RUN = 20;
export const firstDryRun = (crm: CrmSlug): number => (crm === "mock" ? 0 : FIRST_DRY_RUN);

/** Writes of a workspace's mappings take turns. @throws DomainError `forbidden` */
async function inTurn<T>(actor: Member, change: (tx: Tx) => Promise<T>): Promise<T> {
  demand(actor, "template.manage");
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mapping:${actor.workspaceId}`}, 0))`;
    return change(tx);
  });
}

const find = (tx: Tx, { workspaceId }: Member, { templateId, crm }: Of) =>
  findMapping(tx, { workspaceId, templateId, crm });

const aboutMapping = (id: string) => ({ kind: "mapping", id });
const aboutRow = (id: string) => ({ kind: "mapping_row", id });

async function getOrMake(tx: Tx, actor: Member, of: Of): Promise<FoundMapping> {
  const found = await find(tx, actor, of);
  if (found) return found;
  const { workspaceId, memberId } = actor;
  const { templateId, crm } = of;
  await tx.mapping.create({
    data: {
      ...{ workspaceId, id: newId(), templateId, crm, dryRunLeft: firstDryRun(crm) },
      ...{ createdBy: memberId, changedById: memberId },
    },
    select: { id: true },
  });
  const made = await find(tx, actor, of);
  if (!made) throw new DomainError("not_found");
  return made;
}

/** @throws DomainError `not_found`, `conflict` where somebody changed or removed it since */
async function rowAt(
  { rows }: FoundMapping,
  actor: Member,
  { rowId, version }: { rowId: string; version: number },
): Promise<FoundRow> {
  const row = rows.find(({ id }) => id === rowId);
  if (!row) throw new DomainError("not_found");
  if (row.version !== version) throw await changedMeanwhile(actor, row.id);
  return row;
}

async function getMapping(tx: Tx, actor: Member, of: Of): Promise<FoundMapping> {
  const found = await find(tx, actor, of);
  if (!found) throw new DomainError("not_found");
  return found;
}

const touch = (tx: Tx, { workspaceId, memberId }: Member, { id }: FoundMapping) =>
  tx.mapping.updateMany({ where: { workspaceId, id }, data: { changedById: memberId } });

const takenBy = ({ rows }: FoundMapping, object: CrmObject, except?: string): string[] =>
  rows.filter((row) => row.object === object && row.id !== except).map(({ field }) => field);

type Kept = Pick<Prisma.MappingRowUncheckedCreateInput, "field" | "fieldLabel" | "fieldType">;
const keptOf = ({ name, label, type }: CrmField): Kept => ({
  ...{ field: name, fieldLabel: label, fieldType: type },
});

/**
 * Maps a section to a field. The first row makes the mapping.
 * @returns the row's id
 * @throws DomainError `forbidden`, `not_found`, `invalid_state`, `validation_failed`, `limit_reached`
 */
export async function addRow(
  actor: Member,
  place: MappingPlace,
  input: RowFields & { section: string; object: CrmObject },
): Promise<{ rowId: string }> {
  demand(actor, "template.manage");
  const { workspaceId } = actor;
  const { sections } = await getMappedTemplate(workspaceId, place.templateId);
  const fields = await place.fieldsOf(input.object);
  return inTurn(actor, async (tx) => {
    const known = await find(tx, actor, place);
    const taken = known ? takenBy(known, input.object) : [];
    const { field, options } = checkRow(input, { sections, fields, taken });
    const mapping = await getOrMake(tx, actor, place);
    if (mapping.rows.length >= LIMITS.mappingRows)
      throw limitReached(LIMITS.mappingRows, mapping.rows.length);
    const { section, object, rule, review } = input;
    const rowId = newId();
    const last = await tx.mappingRow.aggregate({
      where: { workspaceId, mappingId: mapping.id },
      _max: { ord: true },
    });
    await tx.mappingRow.create({
      data: {
        ...{ workspaceId, id: rowId, mappingId: mapping.id, ord: (last._max.ord ?? 0) + 1 },
        ...{ section, object, rule, review, options, ...keptOf(field) },
      },
      select: { id: true },
    });
    await touch(tx, actor, mapping);
    const after = { section, object, field: field.name, rule, review };
    await record(tx, actor, "mapping.row_added", aboutRow(rowId), { after });
    return { rowId };
  });
}

/** Another field, rule, review or translation for a row. @throws as `addRow`, and `conflict` */
export async function changeRow(
  actor: Member,
  place: MappingPlace,
  input: RowFields & { rowId: string; version: number },
): Promise<void> {
  await changeField(actor, place, input, () => input);
}

/** A renamed field in place of the one that is gone; everything else stays. @throws as `changeRow` */
export async function useField(
  actor: Member,
  place: MappingPlace,
  input: { rowId: string; version: number; field: string },
): Promise<void> {
  await changeField(actor, place, input, ({ rule, review, options }) => ({
    ...{ field: input.field, rule, review, noMatch: options.noMatch.kind },
    translation: Object.entries(options.translation),
    ...("value" in options.noMatch && { noMatchValue: options.noMatch.value }),
    ...(options.currency !== null && { currency: options.currency }),
  }));
}

async function changeField(
  actor: Member,
  place: MappingPlace,
  of: { rowId: string; version: number },
  inputOf: (row: FoundRow) => RowFields,
): Promise<void> {
  demand(actor, "template.manage");
  const { workspaceId } = actor;
  const before = await getMapping(db, actor, place);
  const shown = await rowAt(before, actor, of);
  const { sections } = await getMappedTemplate(workspaceId, place.templateId);
  const fields = await place.fieldsOf(shown.object);
  await inTurn(actor, async (tx) => {
    const mapping = await getMapping(tx, actor, place);
    const row = await rowAt(mapping, actor, of);
    const { section, object } = row;
    const input = inputOf(row);
    const taken = takenBy(mapping, object, row.id);
    const { field, options } = checkRow({ ...input, section, object }, { sections, fields, taken });
    const { rule, review } = input;
    await tx.mappingRow.updateMany({
      where: { workspaceId, id: row.id },
      data: { rule, review, options, ...keptOf(field), version: { increment: 1 } },
    });
    await touch(tx, actor, mapping);
    await record(tx, actor, "mapping.row_changed", aboutRow(row.id), {
      before: { field: row.field, rule: row.rule, review: row.review },
      after: { section, object, field: field.name, rule, review },
    });
  });
}

/** Takes a row out; what it wrote stays in the journal. @throws DomainError `forbidden`, `not_found`, `conflict` */
export async function removeRow(
  actor: Member,
  place: MappingPlace,
  of: { rowId: string; version: number },
): Promise<void> {
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const mapping = await getMapping(tx, actor, place);
    const { id, section, object, field } = await rowAt(mapping, actor, of);
    await tx.mappingRow.updateMany({
      where: { workspaceId, id },
      data: { removedAt: new Date(), version: { increment: 1 } },
    });
    await touch(tx, actor, mapping);
    const before = { section, object, field };
    await record(tx, actor, "mapping.row_removed", aboutRow(id), { before });
  });
}

/**
 * How many calls are only recorded, and whether the sandbox is written to.
 * @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed`
 */
export async function changeMapping(
  actor: Member,
  place: MappingPlace,
  { version, dryRunLeft, isSandbox }: ChangeMapping,
): Promise<void> {
  const { workspaceId, memberId } = actor;
  if (isSandbox && place.crm !== "salesforce")
    throw new DomainError("validation_failed", { isSandbox: ["invalid_choice"] });
  await inTurn(actor, async (tx) => {
    const { id, ...before } = await getMapping(tx, actor, place);
    if (before.version !== version) throw await changedMeanwhile(actor, id);
    const after = { dryRunLeft, isSandbox };
    await tx.mapping.updateMany({
      where: { workspaceId, id },
      data: { ...after, changedById: memberId, version: { increment: 1 } },
    });
    await record(tx, actor, "mapping.changed", aboutMapping(id), {
      before: { dryRunLeft: before.dryRunLeft, isSandbox: before.isSandbox },
      after,
    });
  });
}
