import type { Member } from "#app/core/domain/access/actor.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { db } from "#app/core/platform/db.server.ts";
import { openSource } from "./playback-source.server.ts";
import { findSummary } from "./playback-summary.server.ts";

export const SUMMARY_FORMATS = ["txt", "json"] as const;
type SummaryFormat = (typeof SUMMARY_FORMATS)[number];

/**
 * The summary that a call shows, for a file, with an entry in the user log (product §8.7).
 * @throws DomainError `not_found` for a call the actor may not know of, and one without a summary
 */
export async function exportSummary(actor: Member, callId: string, format: SummaryFormat) {
  const source = await openSource(actor, callId);
  const { workspaceId, title, startedAt, participants } = source.call;
  const summary = await findSummary(workspaceId, callId, participants, await source.quoted());
  if (!summary) throw new DomainError("not_found");
  await db.$transaction((tx) =>
    record(tx, actor, "summary.exported", { kind: "call", id: callId }, { after: { format } }),
  );
  const people = participants.map(({ id, name }) => ({ id, name }));
  return { title, startedAt: startedAt?.toISOString() ?? null, people, summary };
}
