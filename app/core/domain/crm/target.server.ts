import { db } from "#app/core/platform/db.server.ts";
import {
  type CrmField,
  type CrmValue,
  isCrmFieldType,
  isCrmObject,
} from "../connection/connection-types.ts";
import { applyRule, sameValue } from "../mapping/apply-rule.ts";
import type { WriteRule } from "../mapping/mapping-types.ts";
import { findCachedFields } from "../mapping/schema-cache.server.ts";
import { findCallForCrm } from "./call-for-crm.server.ts";
import { outOfBox } from "./crm-value.ts";
import type { WriteRow } from "./write-row.server.ts";

type Of = Pick<
  WriteRow,
  | "workspaceId"
  | "callId"
  | "rowId"
  | "runId"
  | "connectionId"
  | "object"
  | "field"
  | "fieldType"
  | "rule"
  | "proposed"
  | "edited"
>;

/** Whether a write by this rule goes with whatever stands there: nothing of it is lost. */
export const isAppending = (rule: WriteRule): boolean =>
  rule === "append_newest" || rule === "append_below";

/** Whether two values of a change's field are one. */
export const isSameIn = ({ fieldType }: Pick<WriteRow, "fieldType">) => {
  const type = isCrmFieldType(fieldType) ? fieldType : "other";
  return (a: CrmValue, b: CrmValue): boolean => sameValue({ type }, a, b);
};

/**
 * What a field will hold when this change is written over what stands there.
 * @returns null where there is nothing to write
 */
export async function targetOf(write: Of, current: CrmValue): Promise<{ after: CrmValue } | null> {
  const [field, { day, playbackUrl }, isSaid] = await Promise.all([
    fieldOf(write),
    findCallForCrm(db, write),
    wasSaid(write),
  ]);
  return targetIn(write, current, { field, day, playbackUrl, isSaid });
}

export type TargetContext = {
  field: Pick<CrmField, "type" | "length" | "options">;
  /** Of the call, "2026-11-25". */
  day: string;
  playbackUrl: string;
  /** In so many words. */
  isSaid: boolean;
};

/** The same where all it depends on is known. */
export function targetIn(
  { rule, edited, proposed }: Pick<Of, "rule" | "edited" | "proposed">,
  current: CrmValue,
  { field, day: today, playbackUrl, isSaid }: TargetContext,
): { after: CrmValue } | null {
  // What somebody typed is what they want there; only what is added to a text still joins it.
  if (edited !== null && !isAppending(rule)) return { after: outOfBox(edited) };
  const value = outOfBox(edited ?? proposed);
  if (value === null) return null;
  const asked = { rule, field, current, value, today, playbackUrl };
  const made = applyRule({ ...asked, isSaid: isSaid || edited !== null });
  return "write" in made ? { after: made.write } : null;
}

/** The field as the CRM was last read, or no more than its type. */
export async function fieldOf({
  workspaceId,
  connectionId,
  object,
  field,
  fieldType,
}: Pick<Of, "workspaceId" | "connectionId" | "object" | "field" | "fieldType">): Promise<
  Pick<CrmField, "type" | "length" | "options">
> {
  const cached =
    connectionId !== null && isCrmObject(object)
      ? await findCachedFields({ workspaceId, id: connectionId }, object)
      : null;
  const known = cached?.fields?.find(({ name }) => name === field);
  const type = isCrmFieldType(fieldType) ? fieldType : "other";
  return known ?? { type, length: null, options: [] };
}

/** In so many words, by the run the change comes from. */
async function wasSaid({ workspaceId, rowId, runId }: Of): Promise<boolean> {
  if (runId === null) return true;
  const row = await db.mappingRow.findFirst({
    where: { workspaceId, id: rowId },
    select: { section: true },
  });
  const outputs = await db.summaryOutput.findMany({
    where: { workspaceId, runId, section: row?.section ?? "" },
    select: { certainty: true },
  });
  return outputs.length === 0 || outputs.some(({ certainty }) => certainty === "said");
}
