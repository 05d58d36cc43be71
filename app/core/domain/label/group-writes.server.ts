import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { GroupChange } from "./label.schema.ts";
import { foldName } from "../words/fold.ts";
import { inTurn, nameIsUsed } from "./label-writes.server.ts";

/** @throws DomainError `forbidden`, `validation_failed`, `limit_reached` */
export async function makeGroup(actor: Member, { name }: { name: string }): Promise<void> {
  demand(actor, "label.everywhere");
  const { workspaceId, memberId } = actor;
  const id = newId();
  await inTurn(actor, async (tx) => {
    await checkName(tx, actor, name);
    const count = await tx.labelGroup.count({ where: { workspaceId } });
    if (count >= LIMITS.labelGroups) throw limitReached(LIMITS.labelGroups, count);
    const data = { id, workspaceId, name, folded: foldName(name), createdBy: memberId };
    await tx.labelGroup.create({ data, select: { id: true } });
    await record(tx, actor, "label_group.made", { kind: "label_group", id }, { after: { name } });
  });
}

/** @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed` */
export async function changeGroup(actor: Member, input: GroupChange): Promise<void> {
  demand(actor, "label.everywhere");
  const { workspaceId } = actor;
  const { groupId: id, name, version } = input;
  await inTurn(actor, async (tx) => {
    const before = await tx.labelGroup.findFirst({ where: { workspaceId, id } });
    if (!before) throw new DomainError("not_found");
    await checkName(tx, actor, name, id);
    const { count } = await tx.labelGroup.updateMany({
      where: { workspaceId, id, version },
      data: { name, folded: foldName(name), version: { increment: 1 } },
    });
    if (count === 0) throw await changedMeanwhile(actor, id);
    const change = { before: { name: before.name }, after: { name } };
    await record(tx, actor, "label_group.changed", { kind: "label_group", id }, change);
  });
}

/** Its labels stay, in no group. @throws DomainError `forbidden`, `not_found` */
export async function removeGroup(actor: Member, id: string): Promise<void> {
  demand(actor, "label.everywhere");
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const before = await tx.labelGroup.findFirst({ where: { workspaceId, id } });
    if (!before) throw new DomainError("not_found");
    await tx.label.updateMany({
      where: { workspaceId, groupId: id },
      data: { groupId: null, version: { increment: 1 } },
    });
    await tx.labelGroup.deleteMany({ where: { workspaceId, id } });
    const change = { before: { name: before.name } };
    await record(tx, actor, "label_group.removed", { kind: "label_group", id }, change);
  });
}

async function checkName(tx: Tx, actor: Member, name: string, ownId?: string): Promise<void> {
  const other = await tx.labelGroup.findFirst({
    where: { workspaceId: actor.workspaceId, folded: foldName(name) },
    select: { id: true },
  });
  if (other !== null && other.id !== ownId) throw nameIsUsed("group_exists");
}
