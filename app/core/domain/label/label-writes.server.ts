import { applyLabel } from "#app/core/jobs/label-apply.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, can, demand, labelAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { markStaleOfLabel } from "../search/index.server.ts";
import { foldName } from "../words/fold.ts";
import type { LabelChange, LabelColour, NewLabel } from "./label.schema.ts";
import { ruleFault } from "./rule.ts";

const IN_USE = { mergedInto: null } as const;

/** Writes about labels take turns in a workspace, so that limits hold and names stay single. */
export async function inTurn<T>(actor: Member, change: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`label:${actor.workspaceId}`}, 0))`;
      return change(tx);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameIsUsed("label_exists");
    throw error;
  }
}

export const nameIsUsed = (code: string): DomainError =>
  new DomainError("validation_failed", { name: [code] });

/** @throws DomainError `validation_failed` where another label has the name; of one in the archive it says so */
async function checkName(tx: Tx, actor: Member, name: string, ownId?: string): Promise<void> {
  const other = await tx.label.findFirst({
    where: { workspaceId: actor.workspaceId, folded: foldName(name), ...IN_USE },
    select: { id: true, archivedAt: true },
  });
  if (other === null || other.id === ownId) return;
  throw nameIsUsed(other.archivedAt === null ? "label_exists" : "label_archived");
}

async function checkGroup(tx: Tx, { workspaceId }: Member, groupId: string | null): Promise<void> {
  if (groupId === null) return;
  const found = await tx.labelGroup.count({ where: { workspaceId, id: groupId } });
  if (found === 0) throw new DomainError("validation_failed", { groupId: ["invalid_choice"] });
}

/** A team's label is for who may change that team's labels; one of the workspace for who may change them all. */
async function checkTeam(tx: Tx, actor: Member, teamId: string | null): Promise<void> {
  const { workspaceId } = actor;
  const isKnown =
    teamId === null ||
    (await tx.team.count({ where: { workspaceId, id: teamId, deletedAt: null } })) > 0;
  if (!isKnown || !can(actor, "label.change", { workspaceId, teamId }))
    throw new DomainError("validation_failed", { teamId: ["own_team_only"] });
}

/** Makes a label inside a transaction of `inTurn`. @throws DomainError `validation_failed`, `limit_reached` */
export async function addLabel(
  tx: Tx,
  actor: Member,
  { name, groupId, teamId, colour }: NewLabel,
): Promise<string> {
  const { workspaceId, memberId } = actor;
  await checkTeam(tx, actor, teamId);
  await checkGroup(tx, actor, groupId);
  await checkName(tx, actor, name);
  const count = await tx.label.count({ where: { workspaceId, ...IN_USE } });
  if (count >= LIMITS.labels) throw limitReached(LIMITS.labels, count);
  const id = newId();
  await tx.label.create({
    data: {
      ...{ id, workspaceId, name, groupId, teamId, colour },
      ...{ folded: foldName(name), createdBy: memberId },
    },
    select: { id: true },
  });
  await record(tx, actor, "label.made", { kind: "label", id }, { after: { name, team: teamId } });
  return id;
}

/** @throws DomainError `forbidden`, `validation_failed`, `limit_reached` */
export async function makeLabel(actor: Member, input: NewLabel): Promise<void> {
  demand(actor, "label.manage");
  await inTurn(actor, (tx) => addLabel(tx, actor, input));
}

/** The colour that the fewest labels have. */
export async function leastUsedColour(
  tx: Tx,
  { workspaceId }: Member,
  colours: readonly LabelColour[],
): Promise<LabelColour> {
  const used = await tx.label.groupBy({
    by: ["colour"],
    where: { workspaceId, ...IN_USE },
    _count: true,
  });
  const countOf = (colour: string) => used.find((row) => row.colour === colour)?._count ?? 0;
  return colours.reduce((least, colour) => (countOf(colour) < countOf(least) ? colour : least));
}

const row = {
  ...labelAccess,
  id: true,
  name: true,
  groupId: true,
  colour: true,
  scope: true,
  rule: true,
  talkKind: true,
  archivedAt: true,
  version: true,
} as const;

/** A label the actor may change, merged ones left out. @throws DomainError `not_found`, `forbidden` */
export async function findToChange(tx: Tx, actor: Member, labelId: string) {
  const found = await tx.label.findFirst({
    where: { id: labelId, ...IN_USE, AND: visible(actor, "label.read") },
    select: row,
  });
  return authorise(actor, "label.change", found);
}

/**
 * Renames, recolours or moves a label, or gives it another rule, which is then applied to past calls.
 * @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed`, `limit_reached`
 */
export async function changeLabel(actor: Member, input: LabelChange): Promise<void> {
  demand(actor, "label.manage");
  const { workspaceId } = actor;
  const { labelId, name, groupId, colour, rule, talkKind, version } = input;
  const fault = rule === null ? null : ruleFault(rule);
  await inTurn(actor, async (tx) => {
    const before = await findToChange(tx, actor, labelId);
    if (fault !== null) throw new DomainError("validation_failed", { rule: [fault] });
    await checkGroup(tx, actor, groupId);
    await checkName(tx, actor, name, labelId);
    if (rule !== null && before.rule === null) await checkRules(tx, actor);
    const { count } = await tx.label.updateMany({
      where: { workspaceId, id: labelId, version },
      data: {
        ...{ name, folded: foldName(name), groupId, colour, rule, talkKind },
        version: { increment: 1 },
      },
    });
    if (count === 0) throw await changedMeanwhile(actor, labelId);
    const after = { name, group: groupId, colour, rule, talkKind };
    const old = { name: before.name, group: before.groupId, colour: before.colour };
    await record(
      tx,
      actor,
      "label.changed",
      { kind: "label", id: labelId },
      { before: { ...old, rule: before.rule, talkKind: before.talkKind }, after },
    );
    if (name !== before.name) await markStaleOfLabel(tx, { workspaceId, labelId });
    if (rule !== null && rule !== before.rule) await applyLater(tx, actor, labelId, version + 1);
  });
}

/** Queues the application of a label's rule to past calls. */
const applyLater = (tx: Tx, { workspaceId }: Member, labelId: string, version: number) =>
  enqueue(tx, applyLabel, `${labelId}:${version}`, { v: 1, workspaceId, labelId });

async function checkRules(tx: Tx, { workspaceId }: Member): Promise<void> {
  const count = await tx.label.count({
    where: { workspaceId, rule: { not: null }, archivedAt: null, ...IN_USE },
  });
  if (count >= LIMITS.labelRules) throw limitReached(LIMITS.labelRules, count, "rule");
}

/** An archived label stays where it is, is offered no more, and its rule rests. @throws DomainError `forbidden`, `not_found` */
export async function archiveLabel(actor: Member, labelId: string): Promise<void> {
  await setArchived(actor, labelId, true);
}

/** Back from the archive, with its rule at work. @throws DomainError `forbidden`, `not_found`, `limit_reached` */
export async function restoreLabel(actor: Member, labelId: string): Promise<void> {
  await setArchived(actor, labelId, false);
}

async function setArchived(actor: Member, labelId: string, isArchived: boolean): Promise<void> {
  demand(actor, "label.manage");
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const before = await findToChange(tx, actor, labelId);
    if ((before.archivedAt !== null) === isArchived) return;
    if (!isArchived && before.rule !== null) await checkRules(tx, actor);
    await tx.label.updateMany({
      where: { workspaceId, id: labelId },
      data: { archivedAt: isArchived ? now() : null, version: { increment: 1 } },
    });
    const event = isArchived ? "label.archived" : "label.restored";
    await record(tx, actor, event, { kind: "label", id: labelId });
    if (!isArchived && before.rule !== null)
      await applyLater(tx, actor, labelId, before.version + 1);
  });
}
