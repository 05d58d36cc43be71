import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, can, clipAccess, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { trashClips, untrashClips } from "../call/call-clips.server.ts";
import { type CutMask, cutMasks, cutRanges } from "../cut/cut.ts";
import { requeue, sendCut } from "../cut/cut-work.server.ts";
import { askOutput } from "../cut/output-work.server.ts";
import { snapToWords } from "../cut/snap.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import type { RangeMs } from "../views.ts";
import { fold } from "../words/fold.ts";
import type { ClipEdit, NewClip } from "./clip.schema.ts";
import { checkPieces, isAllowed, isWider, lengthOf, type Width } from "./pieces.ts";

const sourceRow = { ...callAccess, id: true, durationMs: true } as const;
type Source = Prisma.CallGetPayload<{ select: typeof sourceRow }>;

const findSource = (tx: Tx, actor: Member, callId: string): Promise<Source | null> =>
  tx.call.findFirst({
    where: { id: callId, AND: visible(withoutPrivate(actor), "clip.create") },
    select: sourceRow,
  });

/**
 * Makes a clip of a call the actor may open. Its files follow; whoever may open the call plays it at once.
 * An audience wider than the call's is given by who may share the call; for anybody else it is asked of the call's owner,
 * and the clip has the call's audience until then.
 * @returns its id
 * @throws DomainError `not_found`, `invalid_state` for a call without sound, `validation_failed` (pieces, labelIds),
 * `limit_reached` (labelIds)
 */
export async function makeClip(actor: Member, callId: string, input: NewClip): Promise<string> {
  const { workspaceId, memberId } = actor;
  return db.$transaction(async (tx) => {
    const call = authorise(
      withoutPrivate(actor),
      "clip.create",
      await findSource(tx, actor, callId),
    );
    const ranges = await piecesOf(tx, call, input.pieces);
    await demandVoices(tx, call, input.masks);
    const audience = audienceOf(actor, call, input.visibility ?? call.visibility);
    const { clipSeq: number } = await tx.workspace.update({
      where: { id: workspaceId },
      data: { clipSeq: { increment: 1 } },
      select: { clipSeq: true },
    });
    const id = newId();
    await tx.clip.create({
      data: {
        ...{ id, workspaceId, callId, number, ownerId: memberId, teamId: call.teamId },
        ...{ createdBy: memberId, ...shownOf(input), ...audience },
        // What is asked for stands open until somebody answers, links included.
        confirmedRevision: can(withoutPrivate(actor), "link.create", call) ? 1 : 0,
      },
      select: { id: true },
    });
    const cutId = newId();
    await tx.cut.create({
      data: {
        ...{ id: cutId, workspaceId, callId, clipId: id, ranges, masks: input.masks },
        durationMs: lengthOf(ranges),
      },
      select: { id: true },
    });
    await setLabels(tx, actor, { id, teamId: call.teamId }, input.labelIds);
    await sendCut(tx, { workspaceId, cutId });
    const after = { call: callId, pieces: ranges.length, masks: input.masks.length };
    await record(tx, actor, "clip.made", { kind: "clip", id }, { after });
    if (audience.wantedVisibility !== null) await ask(tx, actor, { id, call }, audience);
    return id;
  });
}

/** Asks whoever keeps the call for an audience that is wider than the call's. */
async function ask(
  tx: Tx,
  actor: Member,
  { id: clipId, call }: { id: string; call: Pick<Source, "id" | "ownerId"> },
  after: Audience,
): Promise<void> {
  const { workspaceId, memberId: by } = actor;
  await record(tx, actor, "clip.asked", { kind: "clip", id: clipId }, { after });
  await notifyMembers(tx, { workspaceId, by }, [call.ownerId], {
    kind: "clip_asked",
    target: { kind: "call", id: call.id },
    values: { clipId },
  });
}

const shownOf = ({
  title,
  card,
  hasCaptions,
}: Pick<NewClip, "title" | "card" | "hasCaptions">) => ({
  ...{ title, folded: fold(title), hasCaptions },
  card: card === undefined || card === "" ? null : card,
});

/** Edges come to those of words nearby. @throws DomainError `invalid_state`, `validation_failed` */
async function piecesOf(
  tx: Tx,
  { workspaceId, id: callId, state, durationMs }: Source,
  wanted: readonly RangeMs[],
): Promise<RangeMs[]> {
  if (state !== "available" || durationMs === null) throw new DomainError("invalid_state");
  checkPieces(wanted, durationMs);
  const snapped: RangeMs[] = [];
  for (const range of wanted)
    snapped.push(await snapToWords(tx, { workspaceId, callId, durationMs }, range));
  // What is allowed as it was asked for is not refused for its words' edges.
  return isAllowed(snapped, durationMs) ? snapped : [...wanted];
}

/** What is masked is a voice of this very call. @throws DomainError `validation_failed` (masks: unknown) */
async function demandVoices(
  tx: Tx,
  { workspaceId, id: callId }: Pick<Source, "workspaceId" | "id">,
  masks: readonly CutMask[],
): Promise<void> {
  const ids = [...new Set(masks.flatMap(({ participantId }) => participantId ?? []))];
  const known = await tx.participant.count({ where: { workspaceId, callId, id: { in: ids } } });
  if (known < ids.length) throw new DomainError("validation_failed", { masks: ["unknown"] });
}

type Audience = {
  visibility: Width;
  wantedVisibility: Width | null;
  wantedById: string | null;
};

/** What an actor may give, and what has to be asked for. */
function audienceOf(
  actor: Member,
  call: Source,
  wanted: Width,
  before: Width = call.visibility,
): Audience {
  const none = { wantedVisibility: null, wantedById: null };
  const isGiven = !isWider(wanted, call.visibility) || can(actor, "call.share", call);
  if (isGiven) return { visibility: wanted, ...none };
  // What was agreed to once is not asked for again.
  if (wanted === before) return { visibility: before, ...none };
  const visibility = isWider(before, call.visibility) ? call.visibility : before;
  return { visibility, wantedVisibility: wanted, wantedById: actor.memberId };
}

/** @throws DomainError `validation_failed` (labelIds: unknown), `limit_reached` */
async function setLabels(
  tx: Tx,
  { workspaceId, memberId }: Member,
  { id: clipId, teamId }: { id: string; teamId: string | null },
  labelIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(labelIds)];
  if (ids.length > LIMITS.labelsOnClip)
    throw limitReached(LIMITS.labelsOnClip, ids.length, "labelIds");
  const before = await tx.clipLabel.findMany({
    where: { workspaceId, clipId },
    select: { labelId: true },
  });
  const had = new Set(before.map(({ labelId }) => labelId));
  const added = ids.filter((id) => !had.has(id));
  const fit = await tx.label.count({
    where: {
      ...{ workspaceId, id: { in: added }, mergedInto: null, archivedAt: null },
      OR: [{ teamId: null }, { teamId }],
    },
  });
  if (fit < added.length) throw new DomainError("validation_failed", { labelIds: ["unknown"] });
  await tx.clipLabel.deleteMany({ where: { workspaceId, clipId, labelId: { notIn: ids } } });
  await tx.clipLabel.createMany({
    data: added.map((labelId) => ({ workspaceId, clipId, labelId, memberId })),
  });
}

const writeRow = {
  ...clipAccess,
  ...{ id: true, callId: true, title: true, card: true, hasCaptions: true, revision: true },
  ...{ version: true, wantedVisibility: true, wantedById: true },
  ...{ confirmedRevision: true, agreedFrom: true },
  cut: {
    select: {
      id: true,
      ranges: true,
      masks: true,
      state: true,
      cause: true,
      attempt: true,
      output: { select: { state: true, cause: true, attempt: true } },
    },
  },
} as const satisfies Prisma.ClipSelect;
type WriteRow = Prisma.ClipGetPayload<{ select: typeof writeRow }>;

/** @throws DomainError `not_found`, `forbidden` */
async function findForWrite(tx: Tx, actor: Member, clipId: string) {
  const found = await tx.clip.findFirst({
    where: { id: clipId, AND: visible(actor, "clip.read") },
    select: writeRow,
  });
  const clip = authorise(actor, "clip.update", found);
  if (!clip.cut) throw new DomainError("not_found");
  return { clip, cut: clip.cut };
}

/**
 * Saves what the clip's page shows. Whatever changes what is heard or seen is a new revision; until it is made, everybody
 * goes on with the one before. It takes the right to open the call; links show it once somebody who may share the call
 * has agreed: the actor does by saving, where they may.
 * @throws DomainError `not_found`, `forbidden`, `conflict` when somebody was quicker, `invalid_state` where the call can
 * not be opened by the actor, or has no sound; else as `makeClip`
 * @returns `isHeard`: other sound or words than before; `isConfirmed`: links may show it
 */
export async function saveClipIn(
  tx: Tx,
  actor: Member,
  clipId: string,
  input: ClipEdit,
): Promise<{ isHeard: boolean; isConfirmed: boolean }> {
  const { workspaceId } = actor;
  const { clip, cut } = await findForWrite(tx, actor, clipId);
  const call = await findSource(tx, actor, clip.callId);
  const change = await changeOf(tx, clip, cut, call, input);
  const audience = audienceAfter(actor, clip, call, {
    wanted: input.visibility ?? clip.wantedVisibility ?? clip.visibility,
    isHeard: change.isHeard,
  });
  const revision = clip.revision + (change.isMade ? 1 : 0);
  const maySettle = call !== null && can(withoutPrivate(actor), "link.create", call);
  const confirmed = maySettle || (!change.isHeard && clip.confirmedRevision === clip.revision);
  const { count } = await tx.clip.updateMany({
    where: { workspaceId, id: clipId, version: input.version, deletedAt: null },
    data: {
      ...{ ...shownOf(input), ...audience, revision, version: { increment: 1 } },
      ...(confirmed && agreed(clip, revision)),
    },
  });
  if (count === 0) throw await changedMeanwhile(actor, clipId);
  await setLabels(tx, actor, clip, input.labelIds);
  if (change.isMade) {
    const { ranges, masks } = change;
    await tx.cut.updateMany({
      where: { workspaceId, id: cut.id },
      data: { revision, ranges, masks, durationMs: lengthOf(ranges), tries: 0 },
    });
    await requeue(tx, { workspaceId, cutId: cut.id }, `r${revision}`);
  }
  const after = {
    ...{ revision, pieces: change.ranges.length, masks: change.masks.length },
    visibility: audience.visibility,
  };
  await record(tx, actor, "clip.changed", { kind: "clip", id: clipId }, { after });
  if (call && audience.wantedVisibility !== null)
    if (change.isHeard || audience.wantedVisibility !== clip.wantedVisibility)
      await ask(tx, actor, { id: clipId, call }, audience);
  return { isHeard: change.isHeard, isConfirmed: confirmed };
}

/**
 * An audience that waits for an answer waits on where another part is saved: saving is no answer.
 * Of a clip whose call the actor cannot open: fewer people is theirs to say, more is not.
 */
function audienceAfter(
  actor: Member,
  clip: WriteRow,
  call: Source | null,
  { wanted, isHeard }: { wanted: Width; isHeard: boolean },
): Audience {
  const { visibility: before, wantedVisibility, wantedById } = clip;
  const isAsked = wantedVisibility !== null && [wantedVisibility, before].includes(wanted);
  if (call === null) {
    if (isWider(wanted, before) && !isAsked) throw new DomainError("invalid_state");
    if (isAsked) return { visibility: before, wantedVisibility, wantedById };
    return { visibility: wanted, wantedVisibility: null, wantedById: null };
  }
  if (wanted === wantedVisibility) {
    const given = audienceOf(actor, call, before, isHeard ? call.visibility : before);
    return { visibility: given.visibility, wantedVisibility, wantedById };
  }
  return audienceOf(actor, call, wanted, isHeard ? call.visibility : before);
}

type Cut = NonNullable<WriteRow["cut"]>;

/** @returns `isHeard`: other sound or words; `isMade`: files have to be made anew */
async function changeOf(
  tx: Tx,
  clip: WriteRow,
  cut: Cut,
  call: Source | null,
  input: ClipEdit,
): Promise<{ ranges: RangeMs[]; masks: CutMask[]; isHeard: boolean; isMade: boolean }> {
  const { pieces = rangesOf(cut.ranges), masks = sorted(cut.masks) } = input;
  const before = JSON.stringify([rangesOf(cut.ranges), sorted(cut.masks)]);
  const isSame = JSON.stringify([rangesOf(pieces), sorted(masks)]) === before;
  const { card, hasCaptions } = shownOf(input);
  const isSeen = card !== clip.card || hasCaptions !== clip.hasCaptions;
  if (isSame) return { ranges: rangesOf(cut.ranges), masks, isHeard: false, isMade: isSeen };
  if (!call) throw new DomainError("invalid_state");
  await demandVoices(tx, call, masks);
  return { ranges: await piecesOf(tx, call, pieces), masks, isHeard: true, isMade: true };
}

/** In one order of keys, however the database keeps JSON. */
const rangesOf = (json: unknown): RangeMs[] =>
  cutRanges.parse(json).map(({ t0Ms, t1Ms }) => ({ t0Ms, t1Ms }));
const sorted = (json: unknown) =>
  cutMasks
    .parse(json)
    .map(({ participantId, t0Ms, t1Ms }) => ({ participantId, t0Ms, t1Ms }))
    .toSorted((a, b) => a.t0Ms - b.t0Ms || a.t1Ms - b.t1Ms);

/**
 * Deletes a clip, and blocks its links while it is deleted.
 * @param deletionId of several that go at once
 * @throws DomainError `not_found`, `forbidden`
 */
export const deleteClip = (
  actor: Member,
  clipId: string,
  deletionId: string = newId(),
): Promise<{ facts: { title: string } }> =>
  db.$transaction(async (tx) => {
    const { clip } = await findForWrite(tx, actor, clipId);
    const deletion = { deletionId, isWithCall: false };
    // The second press of a double click deletes nothing.
    if ((await trashClips(tx, actor, { id: clipId }, deletion)) === 0)
      throw new DomainError("not_found");
    return { facts: { title: clip.title } };
  });

/**
 * Puts a clip back as it was.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for one that went with its call: it comes back with that
 */
export const restoreClip = (actor: Member, clipId: string): Promise<{ facts: { title: string } }> =>
  db.$transaction(async (tx) => {
    const found = await tx.clip.findFirst({
      where: { id: clipId, AND: visible(actor, "clip.restore") },
      select: { ...clipAccess, title: true, deletedWithCall: true },
    });
    const { title, deletedWithCall } = authorise(actor, "clip.restore", found);
    if (deletedWithCall) throw new DomainError("invalid_state");
    if ((await untrashClips(tx, actor, { id: clipId, deletedWithCall: false })) === 0)
      throw new DomainError("not_found");
    return { facts: { title } };
  });

/**
 * Agrees to what the clip's links show now.
 * @param revision that was looked at
 * @throws DomainError `not_found`, `forbidden` for who may not share the call, `conflict` when it was saved meanwhile
 */
export async function confirmClip(actor: Member, clipId: string, revision: number): Promise<void> {
  await db.$transaction(async (tx) => {
    await authoriseOnSource(tx, actor, clipId, "link.create");
    if (!(await agreeToClip(tx, { workspaceId: actor.workspaceId, clipId }, revision)))
      throw await changedMeanwhile(actor, clipId);
    await record(
      tx,
      actor,
      "clip.confirmed",
      { kind: "clip", id: clipId },
      { after: { revision } },
    );
  });
}

/** What stands on a clip once somebody agreed to a revision: in a row with those before, or alone. */
const agreed = (
  { confirmedRevision, agreedFrom }: { confirmedRevision: number; agreedFrom: number },
  revision: number,
) => ({
  confirmedRevision: revision,
  agreedFrom: confirmedRevision >= revision - 1 ? agreedFrom : revision,
});

/**
 * Lets links show a revision of a clip, for who has the right to say so.
 * @returns whether it is the newest one still
 */
export async function agreeToClip(
  tx: Tx,
  { workspaceId, clipId }: { workspaceId: string; clipId: string },
  revision: number,
): Promise<boolean> {
  const clip = await tx.clip.findFirst({
    where: { workspaceId, id: clipId, revision, deletedAt: null },
    select: { confirmedRevision: true, agreedFrom: true },
  });
  if (!clip) return false;
  const { count } = await tx.clip.updateMany({
    where: { workspaceId, id: clipId, revision },
    data: agreed(clip, revision),
  });
  return count > 0;
}

/**
 * Gives a clip the wider audience somebody asked for, or says no to it.
 * @param answer with the revision that is agreed to
 * @throws DomainError `not_found`, `forbidden` for who may not share the call, `invalid_state` where nothing is asked,
 * `conflict` when it was saved meanwhile
 */
export async function answerRequest(
  actor: Member,
  clipId: string,
  answer: { isAccepted: true; revision: number } | { isAccepted: false },
): Promise<void> {
  const { isAccepted } = answer;
  await db.$transaction(async (tx) => {
    const { wantedVisibility, wantedById, call } = await authoriseOnSource(
      ...([tx, actor, clipId, "call.share"] as const),
    );
    if (wantedVisibility === null) throw new DomainError("invalid_state");
    const { count } = await tx.clip.updateMany({
      where: {
        ...{ workspaceId: actor.workspaceId, id: clipId, wantedVisibility },
        ...(answer.isAccepted && { revision: answer.revision }),
      },
      data: {
        ...{ wantedVisibility: null, wantedById: null, version: { increment: 1 } },
        ...(isAccepted && { visibility: wantedVisibility }),
      },
    });
    if (count === 0) throw await changedMeanwhile(actor, clipId);
    const after = { isAccepted, visibility: wantedVisibility };
    await record(tx, actor, "clip.answered", { kind: "clip", id: clipId }, { after });
    const { workspaceId, memberId: by } = actor;
    if (wantedById !== null)
      await notifyMembers(tx, { workspaceId, by }, [wantedById], {
        kind: isAccepted ? "clip_agreed" : "clip_declined",
        target: { kind: "call", id: call.id },
        values: { clipId },
      });
  });
}

/** Who keeps the call decides about a clip of it, and sees it whatever its audience is while they are asked. */
async function authoriseOnSource(
  tx: Tx,
  actor: Member,
  clipId: string,
  permission: "call.share" | "link.create",
) {
  const found = await tx.clip.findFirst({
    where: {
      ...{ workspaceId: actor.workspaceId, id: clipId, deletedAt: null },
      OR: [
        { AND: visible(actor, "clip.read") },
        { wantedVisibility: { not: null }, call: visible(withoutPrivate(actor), "call.share") },
      ],
    },
    select: {
      ...{ wantedVisibility: true, wantedById: true },
      call: { select: { ...callAccess, id: true } },
    },
  });
  if (!found) throw new DomainError("not_found");
  authorise(withoutPrivate(actor), permission, found.call);
  return found;
}

/** Makes once more what broke off: what is played, or the files it is kept as. @throws DomainError `not_found`, `forbidden`, `invalid_state` where nothing broke off */
export async function retryClip(actor: Member, clipId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { clip, cut } = await findForWrite(tx, actor, clipId);
    const ref = { workspaceId: clip.workspaceId, cutId: cut.id };
    const hasBroken = ({ state, cause }: { state: string; cause: string | null }) =>
      state === "failed" || cause !== null;
    // Rounds are named by their attempt: the delivery that broke off may end a moment later, and drops a copy of itself.
    const { output } = cut;
    if (hasBroken(cut)) await requeue(tx, ref, `retry-${cut.attempt}`);
    else if (output !== null && hasBroken(output))
      await askOutput(tx, ref, `retry-${output.attempt}`);
    else throw new DomainError("invalid_state");
    await record(tx, actor, "clip.retried", { kind: "clip", id: clipId });
  });
}
