import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Selected } from "#app/core/domain/bulk/start.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import type { RecordingsQuery } from "./recordings-filters.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";
import { readRecordingsQuery } from "./recordings-view.server.ts";
import { findCallIds } from "./recordings.server.ts";

/** Fields of a form about calls of the list: those that were picked, or all that the list's address matches. */
export const selectionForm = z.object({
  callIds: z.array(z.uuid()).max(LIMITS.bulkRows).default([]),
  all: z.literal("on").optional(),
});
export type SelectionForm = z.output<typeof selectionForm>;

/** The list a form stood under: its query, and the zone its days are in. */
export type ListAddress = { search: URLSearchParams; zoneOf: (actor: Member) => string };

/** The calls a form means, as they match now: the newest where they are more than a run takes. */
export async function readSelection(
  actor: Member,
  { callIds, all }: SelectionForm,
  { search, zoneOf }: ListAddress,
): Promise<Selected> {
  if (all === undefined) return { callIds };
  const { query } = await readRecordingsQuery(actor, search, zoneOf(actor));
  const found = await findCallIds(actor, query, LIMITS.bulkRows + 1);
  const isCut = found.length > LIMITS.bulkRows;
  return { callIds: found.slice(0, LIMITS.bulkRows), isAll: true, isCut };
}

/**
 * The list whose rows an export of a form's calls holds, in the order of the address.
 * @returns `only`: of these calls; null: of all that match
 * @throws DomainError `validation_failed` where nothing was selected
 */
export async function queryOfSelection(
  actor: Member,
  { callIds, all }: SelectionForm,
  { search, zoneOf }: ListAddress,
): Promise<{ query: RecordingsQuery; only: string[] | null }> {
  const zone = zoneOf(actor);
  const { query } = await readRecordingsQuery(actor, search, zone);
  if (all !== undefined) return { query: { ...query, after: null }, only: null };
  if (callIds.length === 0)
    throw new DomainError("validation_failed", { callIds: ["nothing_selected"] });
  // They were picked from a list: whether they match it still is no matter.
  const { show, sort } = query;
  const { query: whole } = parseRecordingsQuery(new URLSearchParams(), zone);
  return { query: { ...whole, show, sort }, only: callIds };
}
