import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, can, callAccess, demand, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { labelFits } from "../label-fits.server.ts";
import { LABEL_COLOURS, type LabelColour } from "./label.schema.ts";
import type { CallLabelView, LabelChoices } from "./label-views.ts";
import { addLabel, inTurn, leastUsedColour } from "./label-writes.server.ts";

/** The labels of a call that was loaded by its right, by name. */
export const labelsOf = (workspaceId: string, callId: string): Promise<CallLabelView[]> =>
  rows<CallLabelView>(Prisma.sql`
    SELECT l.id, l.name, l.colour, NOT x.is_by_hand AS "isByRule" FROM call_label x
    JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
    JOIN call c ON c.workspace_id = x.workspace_id AND c.id = x.call_id
    WHERE x.workspace_id = ${workspaceId}::uuid AND x.call_id = ${callId}::uuid AND x.is_on AND ${labelFits}
    ORDER BY l.folded, l.id`);

type Choice = {
  id: string;
  name: string;
  colour: LabelColour;
  group_name: string | null;
  last: Date | null;
};
/** As many of those given last stand on top. */
const RECENT = 5;

/**
 * What can be put on a call: labels of the workspace and of the call's team.
 * @throws DomainError `not_found`, `forbidden` for who may not change the call
 */
export async function listChoices(actor: Member, callId: string): Promise<LabelChoices> {
  const call = authorise(actor, "call.update", await findCall(db, actor, callId));
  const ofCall = Prisma.sql`(l.team_id IS NULL OR l.team_id = ${call.teamId}::uuid)`;
  return {
    labels: await choicesOf(actor, ofCall),
    canMake: teamOfNew(actor, call) !== undefined,
  };
}

/** What can be put on several calls: every label the actor may know of. Each call takes those of its own team alone. */
export const listChoicesForMany = (actor: Member): Promise<LabelChoices["labels"]> =>
  choicesOf(actor, visibleSql(actor, "label.read"));

async function choicesOf(
  { workspaceId, memberId }: Member,
  which: Prisma.Sql,
): Promise<LabelChoices["labels"]> {
  const found = await rows<Choice>(Prisma.sql`
    SELECT l.id, l.name, l.colour, g.name AS group_name,
      (SELECT max(x.created_at) FROM call_label x
        WHERE x.workspace_id = l.workspace_id AND x.label_id = l.id AND x.member_id = ${memberId}::uuid AND x.is_on) AS last
    FROM label l LEFT JOIN label_group g ON g.workspace_id = l.workspace_id AND g.id = l.group_id
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.merged_into IS NULL AND l.archived_at IS NULL AND l.scope = 'call'
      AND ${which}
    ORDER BY g.folded NULLS LAST, l.folded, l.id`);
  const recent = found
    .filter(({ last }) => last !== null)
    .toSorted((a, b) => (b.last?.getTime() ?? 0) - (a.last?.getTime() ?? 0))
    .slice(0, RECENT);
  const others = found.filter((choice) => !recent.includes(choice));
  const viewOf =
    (isRecent: boolean) =>
    ({ id, name, colour, group_name: group }: Choice) => ({
      ...{ id, name, colour, group, isRecent },
    });
  return [...recent.map(viewOf(true)), ...others.map(viewOf(false))];
}

/** Whose a label is that is made on a call: everybody's, or the call's team's; undefined where it may not be made. */
function teamOfNew(
  actor: Member,
  { teamId }: { teamId: string | null },
): string | null | undefined {
  const { workspaceId } = actor;
  return [null, teamId].find((id) => can(actor, "label.change", { workspaceId, teamId: id }));
}

/** What a call has of a label; null: nothing, so that rules decide. */
export type GivenLabel = {
  isByHand: boolean;
  isOn: boolean;
  memberId: string | null;
  mergedFrom: string | null;
} | null;
/** `before`: what the call had of the label. */
export type LabelGiven = { isChanged: boolean; before: GivenLabel };

/** Puts a label on a call by hand. @throws DomainError `not_found`, `forbidden`, `limit_reached` */
export async function giveLabel(actor: Member, callId: string, labelId: string): Promise<void> {
  await db.$transaction((tx) => giveLabelIn(tx, actor, callId, labelId));
}

/** The same inside a transaction. */
export async function giveLabelIn(
  tx: Tx,
  actor: Member,
  callId: string,
  labelId: string,
): Promise<LabelGiven> {
  const { workspaceId, memberId } = actor;
  authorise(actor, "call.update", await findCall(tx, actor, callId));
  const before = await givenOf(tx, actor, callId, labelId);
  const [has] = await tx.$queryRaw<{ n: number; fits: boolean }[]>`
    SELECT (SELECT count(*)::int FROM call_label x WHERE x.workspace_id = c.workspace_id AND x.call_id = c.id AND x.is_on
        AND x.label_id <> ${labelId}::uuid) AS n,
      EXISTS (SELECT 1 FROM label l WHERE l.workspace_id = c.workspace_id AND l.id = ${labelId}::uuid
        AND l.archived_at IS NULL AND l.scope = 'call' AND ${labelFits}) AS fits
    FROM call c WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${callId}::uuid`;
  if (!has?.fits) throw new DomainError("not_found");
  if (has.n >= LIMITS.labelsOnCall) throw limitReached(LIMITS.labelsOnCall, has.n);
  const changed = await tx.$executeRaw`
    INSERT INTO call_label AS x (workspace_id, call_id, label_id, is_by_hand, member_id)
    VALUES (${workspaceId}::uuid, ${callId}::uuid, ${labelId}::uuid, true, ${memberId}::uuid)
    ON CONFLICT (workspace_id, call_id, label_id) DO UPDATE
    SET is_by_hand = true, is_on = true, member_id = excluded.member_id, merged_from = NULL, created_at = excluded.created_at
    WHERE NOT (x.is_by_hand AND x.is_on)`;
  if (changed > 0) await noteChange(tx, actor, callId, labelId, "call.labelled");
  return { isChanged: changed > 0, before };
}

/** Takes a label off a call by hand; no rule puts it back. @throws DomainError `not_found`, `forbidden` */
export async function takeLabel(actor: Member, callId: string, labelId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { before } = await takeLabelIn(tx, actor, callId, labelId);
    if (before === null) throw new DomainError("not_found");
  });
}

/** The same inside a transaction; a call that never had the label stays as it is. */
export async function takeLabelIn(
  tx: Tx,
  actor: Member,
  callId: string,
  labelId: string,
): Promise<LabelGiven> {
  const { workspaceId, memberId } = actor;
  authorise(actor, "call.update", await findCall(tx, actor, callId));
  const before = await givenOf(tx, actor, callId, labelId);
  const { count } = await tx.callLabel.updateMany({
    where: { workspaceId, callId, labelId, isOn: true },
    data: { isByHand: true, isOn: false, memberId, mergedFrom: null },
  });
  if (count > 0) await noteChange(tx, actor, callId, labelId, "call.unlabelled");
  return { isChanged: count > 0, before };
}

/**
 * Takes back what a hand gave or took off: the call has of the label what it had before. Rules decide again where
 * nobody had.
 * @param hand what the hand did: nothing is taken back where it was changed since
 * @throws DomainError `not_found`, `forbidden`, `conflict`
 */
export async function putLabelBack(
  tx: Tx,
  actor: Member,
  callId: string,
  { labelId, hand, before }: { labelId: string; hand: "given" | "taken"; before: GivenLabel },
): Promise<void> {
  const { workspaceId } = actor;
  authorise(actor, "call.update", await findCall(tx, actor, callId));
  const has = await givenOf(tx, actor, callId, labelId);
  if (!has?.isByHand || has.isOn !== (hand === "given")) throw new DomainError("conflict");
  const where = { workspaceId, callId, labelId };
  if (before === null) await tx.callLabel.deleteMany({ where });
  else await tx.callLabel.updateMany({ where, data: before });
  const event = before?.isOn === true ? "call.labelled" : "call.unlabelled";
  await noteChange(tx, actor, callId, labelId, event);
}

const givenOf = (
  tx: Tx,
  { workspaceId }: Member,
  callId: string,
  labelId: string,
): Promise<GivenLabel> =>
  tx.callLabel.findFirst({
    where: { workspaceId, callId, labelId },
    select: { isByHand: true, isOn: true, memberId: true, mergedFrom: true },
  });

/** Makes a label and puts it on a call. @throws DomainError `not_found`, `forbidden`, `validation_failed`, `limit_reached` */
export async function giveNewLabel(
  actor: Member,
  callId: string,
  { name }: { name: string },
): Promise<void> {
  demand(actor, "label.manage");
  await inTurn(actor, async (tx) => {
    const call = authorise(actor, "call.update", await findCall(tx, actor, callId));
    const teamId = teamOfNew(actor, call);
    if (teamId === undefined) throw new DomainError("forbidden");
    const colour = await leastUsedColour(tx, actor, LABEL_COLOURS);
    const labelId = await addLabel(tx, actor, { name, groupId: null, teamId, colour });
    await giveLabelIn(tx, actor, callId, labelId);
  });
}

async function noteChange(
  tx: Tx,
  actor: Member,
  callId: string,
  labelId: string,
  event: "call.labelled" | "call.unlabelled",
): Promise<void> {
  const { workspaceId } = actor;
  await record(tx, actor, event, { kind: "call", id: callId }, { after: { label: labelId } });
  await enqueue(tx, indexCall, `${callId}:labels`, { v: 1, workspaceId, callId });
  await publishPipelineChanged(tx, { workspaceId, callId });
}

const findCall = (tx: Tx | typeof db, actor: Member, callId: string) =>
  tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
