import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Selected } from "#app/core/domain/bulk/start.server.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
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
  /** As many as the page said that match. */
  expected: z.coerce.number().int().min(0).optional(),
});
export type SelectionForm = z.output<typeof selectionForm>;

/** The list a form stood under: its query, and the zone its days are in. */
export type ListAddress = { search: URLSearchParams; zoneOf: (actor: Member) => string };

/**
 * The calls a form means, as they match now: the newest where they are more than a run takes.
 * @throws DomainError `conflict` where not as many match as the page said
 */
export async function readSelection(
  actor: Member,
  { callIds, all, expected }: SelectionForm,
  { search, zoneOf }: ListAddress,
): Promise<Selected> {
  if (all === undefined) return { callIds };
  const { query } = await readRecordingsQuery(actor, search, zoneOf(actor));
  const found = await findCallIds(actor, query, LIMITS.bulkRows);
  // Beyond a thousand the page says no number.
  const isExact = expected !== undefined && expected <= COUNTED;
  if (isExact && found.callIds.length !== expected) throw new DomainError("conflict");
  return { ...found, isAll: true };
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
  const { show, sort, counted, filters } = query;
  const { query: whole } = parseRecordingsQuery(new URLSearchParams(), zone);
  // A demo's invented calls, and those a number counts, are in no other list.
  const { sample } = filters;
  const list = { ...whole, show, sort, counted, filters: sample === undefined ? {} : { sample } };
  return { query: list, only: callIds };
}
