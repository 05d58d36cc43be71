import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { BulkRunView } from "#app/core/domain/bulk/bulk-views.ts";
import { findBulkRun, listBulkRuns } from "#app/core/domain/bulk/runs.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { listRecordingsAndChoices } from "./recordings.server.ts";
import { readRecordingsQuery } from "./recordings-view.server.ts";
import type { RecordingsView } from "./recordings-views.ts";

/**
 * The recordings as their address asks for them.
 * @param zone of the reader, an IANA name
 * @returns `opens`: the address is bare, and the actor's own view is to be opened in its place
 * @throws DomainError `forbidden`
 */
export async function getRecordingsPage(
  actor: Member,
  search: URLSearchParams,
  zone: string,
): Promise<RecordingsView | { opens: string }> {
  const { query: read, ignored, goneView } = await readRecordingsQuery(actor, search, zone);
  const [page, run] = await Promise.all([
    listRecordingsAndChoices(actor, read),
    findRun(actor, search.get("run")),
  ]);
  const { views, look, hasRuns, ...list } = page;
  const hasDefault = views.some(({ id }) => id === look.viewId);
  if (hasDefault && look.viewId !== null && search.size === 0) return { opens: look.viewId };
  const isOnView = read.view !== null && read.view.id !== "all";
  // Who has a view that opens by itself says in each address that it is not to.
  const query = isOnView ? read : { ...read, view: hasDefault ? { id: "all", query: "" } : null };
  const runs = hasRuns ? await listBulkRuns(actor) : [];
  return {
    ...list,
    ...{ query, ignored, goneView, views, runs, run },
    look: { ...look, viewId: hasDefault ? look.viewId : null },
    memberId: actor.memberId,
  };
}

/** The run that the address names; one that is not there, or not the actor's, is none. */
async function findRun(actor: Member, id: string | null): Promise<BulkRunView | null> {
  const { data: runId } = z.uuid().safeParse(id);
  if (runId === undefined) return null;
  try {
    return await findBulkRun(actor, runId);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}
