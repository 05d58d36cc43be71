import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { authorise, demand, labelAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { markStaleOfLabel } from "../search/index.server.ts";
import type { Merge } from "./label.schema.ts";
import { UNDO_MS } from "./label-list.server.ts";
import { findToChange, inTurn, nameIsUsed } from "./label-writes.server.ts";

/**
 * Puts one label in the place of another. The other keeps its rows, which nothing reads any more: they are what undoing
 * gives back. What somebody took off by hand stays off. A label of everybody's is not merged into one of a team, whose
 * calls alone may have it.
 * @throws DomainError `forbidden`, `not_found`, `validation_failed`
 */
export async function mergeLabel(actor: Member, { labelId, intoId }: Merge): Promise<void> {
  demand(actor, "label.manage");
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const label = await findToChange(tx, actor, labelId);
    const into = await findToChange(tx, actor, intoId);
    const isNarrower = into.teamId !== null && into.teamId !== label.teamId;
    if (labelId === intoId || into.scope !== label.scope || into.archivedAt !== null || isNarrower)
      throw new DomainError("validation_failed", { intoId: ["invalid_choice"] });
    await tx.$executeRaw`
      INSERT INTO call_label (workspace_id, call_id, label_id, is_by_hand, member_id, merged_from, created_at)
      SELECT x.workspace_id, x.call_id, ${intoId}::uuid, x.is_by_hand, x.member_id, x.label_id, x.created_at FROM call_label x
      WHERE x.workspace_id = ${workspaceId}::uuid AND x.label_id = ${labelId}::uuid AND x.is_on
      ON CONFLICT DO NOTHING`;
    await tx.label.updateMany({
      where: { workspaceId, id: labelId },
      data: { mergedInto: intoId, mergedAt: now(), version: { increment: 1 } },
    });
    await markStaleOfLabel(tx, { workspaceId, labelId });
    const change = { before: { name: label.name }, after: { into: intoId } };
    await record(tx, actor, "label.merged", { kind: "label", id: labelId }, change);
  });
}

/**
 * Undoes a merge within 30 days: the label is back on the calls it was on, and the other loses those that came with it,
 * except where somebody has given or taken it by hand since.
 * @throws DomainError `forbidden`, `not_found`, `validation_failed` where the name was given to another meanwhile, `limit_reached`
 */
export async function unmergeLabel(actor: Member, labelId: string): Promise<void> {
  demand(actor, "label.manage");
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const label = await findMerged(tx, actor, labelId);
    const where = { workspaceId, mergedInto: null };
    if ((await tx.label.count({ where: { ...where, folded: label.folded } })) > 0)
      throw nameIsUsed("label_exists");
    const count = await tx.label.count({ where });
    if (count >= LIMITS.labels) throw limitReached(LIMITS.labels, count);
    await markStaleOfLabel(tx, { workspaceId, labelId });
    await tx.callLabel.deleteMany({
      where: { workspaceId, labelId: label.mergedInto, mergedFrom: labelId, isOn: true },
    });
    await tx.label.updateMany({
      where: { workspaceId, id: labelId },
      data: { mergedInto: null, mergedAt: null, version: { increment: 1 } },
    });
    await record(tx, actor, "label.unmerged", { kind: "label", id: labelId });
  });
}

async function findMerged(tx: Tx, actor: Member, labelId: string) {
  const found = await tx.label.findFirst({
    where: {
      id: labelId,
      mergedAt: { gt: new Date(now().getTime() - UNDO_MS) },
      AND: visible(actor, "label.read"),
    },
    select: { ...labelAccess, folded: true, mergedInto: true },
  });
  const { mergedInto, ...label } = authorise(actor, "label.change", found);
  if (mergedInto === null) throw new DomainError("not_found");
  return { ...label, mergedInto };
}
