import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member, System } from "../access/actor.ts";
import { type AuditEvent, EVENTS } from "./events.ts";

export type AuditTarget = { kind: string; id: string };
export type AuditChange = { before?: object; after?: object };

/**
 * Appends an entry in the transaction of the change it tells of; the database seals it at commit (data §2.4).
 * @param change small facts as JSON; secrets, words and names of guests stay out
 */
export async function record(
  tx: Tx,
  actor: Member | System,
  event: AuditEvent,
  target?: AuditTarget,
  change: AuditChange = {},
): Promise<void> {
  await tx.auditEntry.createMany({
    data: [
      {
        id: newId(),
        workspaceId: actor.workspaceId,
        log: EVENTS[event],
        event,
        actorKind: actor.kind,
        actor: actor.kind === "member" ? actor.memberId : actor.job,
        targetKind: target?.kind ?? null,
        target: target?.id ?? null,
        before: change.before ? JSON.stringify(change.before) : null,
        after: change.after ? JSON.stringify(change.after) : null,
        ip: actor.kind === "member" ? actor.origin.ip : null,
        agent: actor.kind === "member" ? actor.origin.agent : null,
        request: actor.kind === "member" ? actor.origin.requestId : null,
      },
    ],
  });
}
