import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Guest, Member, System, Visitor } from "../access/actor.ts";
import { type AuditEvent, EVENTS } from "./events.ts";

type Actor = Member | Guest | Visitor | System;
export type AuditTarget = { kind: string; id: string };
export type AuditChange = { before?: object; after?: object };

/**
 * Appends an entry in the transaction of the change it tells of; the database seals it at commit (data §2.4).
 * @param change small facts as JSON; secrets, words and names of guests stay out
 */
export async function record(
  tx: Tx,
  actor: Actor,
  event: AuditEvent,
  target?: AuditTarget,
  change: AuditChange = {},
): Promise<void> {
  const { before, after } = change;
  const origin = actor.kind === "system" ? null : actor.origin;
  // The application's role may not write created_at: the time of an entry is the database's.
  await tx.$executeRaw`
    INSERT INTO audit_entry (workspace_id, id, log, event, actor_kind, actor, via, target_kind, target, before, after, ip, agent, request)
    VALUES (${actor.workspaceId}::uuid, ${newId()}::uuid, ${EVENTS[event].log}::audit_log, ${event}, ${actor.kind}::actor_kind,
      ${nameOf(actor)}, ${viaOf(actor)}, ${target?.kind ?? null}, ${target?.id ?? null},
      ${before ? JSON.stringify(before) : null}, ${after ? JSON.stringify(after) : null},
      ${origin?.ip ?? null}::inet, ${origin?.agent ?? null}, ${origin?.requestId ?? null})`;
}

function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case "member":
      return actor.impersonator?.memberId ?? actor.memberId;
    case "guest":
      return actor.guestId;
    case "visitor":
      return actor.visitId;
    case "system":
      return actor.job;
  }
}

/** What gave the actor other rights than their own: another member's eyes, or private access (data §7). */
function viaOf(actor: Actor): string | null {
  if (actor.kind !== "member") return null;
  if (actor.impersonator !== null) return `view_as:${actor.memberId}`;
  return actor.privateUntil === null ? null : "private_access";
}
