import { db } from "#app/core/platform/db.server.ts";
import {
  type CrmField,
  type CrmValue,
  isCrmFieldType,
  isCrmObject,
} from "../connection/connection-types.ts";
import { addedBy, without } from "../mapping/append.ts";
import { applyRule, type KEEP_REASONS, sameValue } from "../mapping/apply-rule.ts";
import type { WriteRule } from "../mapping/mapping-types.ts";
import { findCachedFields } from "../mapping/schema-cache.server.ts";
import { findCallForCrm } from "./call-for-crm.server.ts";
import { outOfBox } from "./crm-value.ts";
import type { WriteRow } from "./write-row.server.ts";

type Of = Pick<
  WriteRow,
  | "workspaceId"
  | "id"
  | "callId"
  | "rowId"
  | "connectionId"
  | "object"
  | "record"
  | "field"
  | "fieldType"
  | "rule"
  | "isSaid"
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

/** What a field will hold, or why it stays as it is. */
export type Target = { after: CrmValue } | { keep: (typeof KEEP_REASONS)[number] };

/** What a field will hold when this change is written over what stands there. */
export async function targetOf(write: Of, current: CrmValue): Promise<Target> {
  const [field, { day, playbackUrl }, added] = await Promise.all([
    fieldOf(write),
    findCallForCrm(db, write),
    addedBefore(write),
  ]);
  return targetIn(write, current, { field, day, playbackUrl, added });
}

export type TargetContext = {
  field: Field;
  /** Of the call, "2026-11-25". */
  day: string;
  playbackUrl: string;
  /** What an earlier change of the same row added to the text: the new one takes its place. */
  added: string | null;
};

/** The same where all it depends on is known. */
export function targetIn(
  { rule, edited, proposed, isSaid }: Pick<Of, "rule" | "edited" | "proposed" | "isSaid">,
  current: CrmValue,
  { field, day: today, playbackUrl, added }: TargetContext,
): Target {
  // What somebody typed is what they want there; only what is added to a text still joins it.
  if (edited !== null && !isAppending(rule)) return { after: outOfBox(edited) };
  const value = outOfBox(edited ?? proposed);
  if (value === null) return { keep: "same" };
  const rest =
    added === null || !isAppending(rule) ? current : (without(current, added) ?? current);
  const asked = { rule, field, current: rest, value, today, playbackUrl };
  const made = applyRule({ ...asked, isSaid: isSaid || edited !== null });
  if ("keep" in made) return made;
  return sameValue(field, made.write, current) ? { keep: "same" } : { after: made.write };
}

/**
 * What the last change of a call's row that was written added to a text, where this is another one: a summary that is
 * made again corrects its entry and adds none.
 */
export async function addedBefore({
  workspaceId,
  id,
  callId,
  rowId,
  connectionId,
  record,
  rule,
}: Pick<Of, "workspaceId" | "callId" | "rowId" | "connectionId" | "record" | "rule"> & {
  /** null: it is still to be proposed. */
  id: string | null;
}): Promise<string | null> {
  if (!isAppending(rule)) return null;
  const last = await db.crmWrite.findFirst({
    where: {
      ...{ workspaceId, callId, rowId, connectionId, record, state: "written" },
      ...(id !== null && { id: { not: id } }),
    },
    orderBy: [{ writtenAt: "desc" }, { id: "desc" }],
    select: { before: true, after: true },
  });
  return last && addedBy(outOfBox(last.before), outOfBox(last.after));
}

type Field = Pick<CrmField, "type" | "length" | "options" | "lineBreak">;

/** The field as the CRM was last read, or no more than its type. */
export async function fieldOf({
  workspaceId,
  connectionId,
  object,
  field,
  fieldType,
}: Pick<Of, "workspaceId" | "connectionId" | "object" | "field" | "fieldType">): Promise<Field> {
  const cached =
    connectionId !== null && isCrmObject(object)
      ? await findCachedFields({ workspaceId, id: connectionId }, object)
      : null;
  const known = cached?.fields?.find(({ name }) => name === field);
  const type = isCrmFieldType(fieldType) ? fieldType : "other";
  return known ?? { type, length: null, options: [] };
}
