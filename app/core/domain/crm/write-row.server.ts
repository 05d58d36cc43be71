import { Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { callAccess } from "../access/access.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { DomainError } from "../errors.ts";
import { mayFollow, type WriteState } from "./write-state.ts";

/** A change of one field, with what its rules ask of its call. */
export const writeRow = {
  ...{ workspaceId: true, id: true, callId: true, rowId: true, runId: true, dealId: true },
  ...{ templateId: true, templateVersion: true, connectionId: true },
  ...{ object: true, record: true, recordLabel: true, field: true, fieldLabel: true },
  ...{ fieldType: true, rule: true, review: true, state: true, version: true },
  ...{ before: true, proposed: true, edited: true, after: true, theirs: true },
  ...{ isSaid: true, isDry: true, seenModifiedAt: true, idempotencyKey: true },
  ...{ fault: true, faultDetail: true, attempts: true, dueAt: true, sentAt: true },
  ...{ writtenAt: true, decidedById: true, decidedAt: true, createdAt: true, expiresAt: true },
  call: { select: { ...callAccess, id: true } },
} as const satisfies Prisma.CrmWriteSelect;
export type WriteRow = Prisma.CrmWriteGetPayload<{ select: typeof writeRow }>;

export const findWrite = (
  tx: Tx,
  { workspaceId, writeId }: { workspaceId: string; writeId: string },
): Promise<WriteRow | null> =>
  tx.crmWrite.findFirst({ where: { workspaceId, id: writeId }, select: writeRow });

type Moved = Pick<WriteRow, "workspaceId" | "id" | "callId" | "state" | "version">;
type Step = {
  /** Who did it; null: a program. */
  by?: string | null;
  data?: Prisma.CrmWriteUncheckedUpdateManyInput;
};

/**
 * Takes a change one step on, from the state it was read in, with a line in its journal; open pages hear of it.
 * @returns the change as it is now
 * @throws DomainError `invalid_state` where the step is none (product §5.6); `conflict` when somebody was quicker
 */
export async function moveWrite<W extends Moved>(
  tx: Tx,
  write: W,
  to: WriteState,
  { by = null, data = {} }: Step = {},
): Promise<W> {
  const { workspaceId, id, state, version } = write;
  if (!mayFollow(state, to)) throw new DomainError("invalid_state");
  const { count } = await tx.crmWrite.updateMany({
    where: { workspaceId, id, state, version },
    data: { ...data, state: to, version: { increment: 1 } },
  });
  if (count === 0) throw new DomainError("conflict", { "": ["changed_meanwhile"] });
  await logStep(tx, write, to, by, data);
  await publishPipelineChanged(tx, write);
  return { ...write, state: to, version: version + 1 };
}

/** A line of the journal: what stood there, what stands there, and what was wrong. */
export async function logStep(
  tx: Tx,
  { workspaceId, id }: Pick<Moved, "workspaceId" | "id">,
  state: WriteState,
  by: string | null,
  { before, after, fault }: Prisma.CrmWriteUncheckedUpdateManyInput = {},
): Promise<void> {
  await tx.crmWriteLog.createMany({
    data: [
      {
        ...{ id: newId(), workspaceId, writeId: id, state, byId: by },
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
        ...(typeof fault === "string" && { fault }),
      },
    ],
  });
}
