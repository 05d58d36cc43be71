import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { authorise, callAccess, type CallRow, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { proposeAnew } from "../match/propose-anew.server.ts";
import { DomainError } from "../errors.ts";
import { publishPipelineChanged } from "./call-changed.server.ts";
import { trashClipsOf, untrashClipsOf } from "./call-clips.server.ts";
import type { CallEdit } from "./call-edit.schema.ts";
import type { Visibility } from "./call-views.ts";
import { isRunning } from "./call-state.ts";
import { BY_HAND } from "../match/ladder.ts";
import { matchCall } from "../match/match-call.server.ts";
import { companyOf, shareCompany, shareContact } from "./new-call.server.ts";

/**
 * Changes title, company or visibility.
 * @throws DomainError `not_found`, `forbidden`, `conflict` (title: changed_meanwhile) when somebody was quicker
 */
export const editCall = (actor: Member, callId: string, input: CallEdit): Promise<void> =>
  db.$transaction((tx) => editCallIn(tx, actor, callId, input));

async function editCallIn(tx: Tx, actor: Member, callId: string, asked: CallEdit): Promise<void> {
  const { workspaceId } = actor;
  const call = authorise(actor, "call.update", await find(tx, actor, callId));
  const input = await untilStopped(tx, call, callId, asked);
  // Visibility needs more than an edit grant (product §3.3).
  if (
    input.visibility !== undefined &&
    input.visibility !== call.visibility &&
    !can(actor, "call.delete", call)
  )
    throw new DomainError("forbidden");
  const isPrivate = (input.visibility ?? call.visibility) === "private";
  const companyId =
    input.company === undefined
      ? call.companyId
      : await companyOf(tx, actor, input.company || undefined, isPrivate ? call.ownerId : null);
  // What a rule found among the owner's private entries is let go; what somebody named is known from now on.
  if (
    !isPrivate &&
    companyId !== null &&
    companyId === call.companyId &&
    call.companyMatch === BY_HAND
  )
    await shareCompany(tx, workspaceId, companyId);
  if (!isPrivate && call.visibility === "private") await shareChosen(tx, workspaceId, callId);
  const { count } = await tx.call.updateMany({
    where: { workspaceId, id: callId, version: input.version },
    data: {
      title: input.title,
      version: { increment: 1 },
      updatedAt: now(),
      ...(companyId !== call.companyId && { companyId, companyMatch: BY_HAND }),
      ...(input.visibility !== undefined && { visibility: input.visibility }),
      ...(input.talkKind !== undefined && { talkKind: input.talkKind }),
    },
  });
  if (count === 0) throw await changedMeanwhile(actor, callId, "title");
  await matchCall(tx, { workspaceId, callId });
  await record(
    tx,
    actor,
    "call.updated",
    { kind: "call", id: callId },
    { after: { visibility: input.visibility ?? call.visibility } },
  );
  await enqueue(tx, indexCall, `${callId}:${input.version + 1}`, { v: 1, workspaceId, callId });
  if (companyId !== call.companyId) await proposeAnew(tx, { workspaceId, callId });
  const isNewAudience = input.visibility !== undefined && input.visibility !== call.visibility;
  await publishPipelineChanged(tx, { workspaceId, callId }, isNewAudience ? call : null);
}

/** Who is to see what a browser records is noted while it runs, and holds from its end on. */
async function untilStopped(
  tx: Tx,
  { workspaceId, kind, state }: CallRow,
  callId: string,
  asked: CallEdit,
): Promise<CallEdit> {
  const { visibility, ...rest } = asked;
  if (kind !== "recorder" || !isRunning(state) || visibility === undefined) return asked;
  await tx.browserRecorder.updateMany({ where: { workspaceId, callId }, data: { visibility } });
  return rest;
}

/** The contacts that somebody said are on a call which others see from now on. */
async function shareChosen(tx: Tx, workspaceId: string, callId: string): Promise<void> {
  const people = await tx.participant.findMany({
    where: { workspaceId, callId, contactMatch: BY_HAND, contactId: { not: null } },
    select: { contactId: true },
  });
  for (const { contactId } of people)
    if (contactId !== null) await shareContact(tx, workspaceId, contactId);
}

/**
 * Changes who may see a call and nothing else of it, whatever its version. The call's row must be locked. Of what a
 * browser records just now it is who may see it from its end on.
 * @returns who could see it before
 * @throws DomainError `not_found`, `forbidden`
 */
export async function setVisibility(
  tx: Tx,
  actor: Member,
  callId: string,
  visibility: Visibility,
): Promise<Visibility> {
  const call = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: {
      ...{ title: true, version: true, visibility: true, kind: true, state: true },
      browserRecorders: { select: { visibility: true } },
    },
  });
  if (!call) throw new DomainError("not_found");
  const { title, version, browserRecorders } = call;
  const [recorder] = call.kind === "recorder" && isRunning(call.state) ? browserRecorders : [];
  const before = (recorder ?? call).visibility;
  if (before !== visibility) await editCallIn(tx, actor, callId, { title, version, visibility });
  return before;
}

/** What a page says of a call that came or went, for the sentence beside its Undo. */
export type CallFacts = { facts: { callId: string; title: string } };
const SHOWN_OF_TITLE = 120;
const factsOf = (callId: string, title: string): CallFacts => ({
  facts: { callId, title: Array.from(title).slice(0, SHOWN_OF_TITLE).join("") },
});

/** `withClips`: they go with the call, and come back with it; else they stay and play. */
export type TrashWish = { withClips: boolean };
const ALONE: TrashWish = { withClips: false };

/**
 * Moves a call to the trash; it can be restored from there until retention ends it.
 * @throws DomainError `not_found`, `forbidden`, `legal_hold`, `invalid_state` while it runs
 */
export const trashCall = (
  actor: Member,
  callId: string,
  wish: TrashWish = ALONE,
): Promise<CallFacts> => db.$transaction((tx) => trashCallIn(tx, actor, callId, wish));

/** The same inside a transaction. */
export async function trashCallIn(
  tx: Tx,
  actor: Member,
  callId: string,
  { withClips }: TrashWish,
): Promise<CallFacts> {
  // Steps end while somebody reads; one that waits for this row sees the trash.
  await lockCall(tx, { workspaceId: actor.workspaceId, callId });
  const call = authorise(actor, "call.delete", await find(tx, actor, callId));
  if (call.legalHold) throw new DomainError("legal_hold");
  if (isRunning(call.state)) throw new DomainError("invalid_state"); // its host ends it first
  await tx.call.update({
    where: { workspaceId_id: { workspaceId: actor.workspaceId, id: callId } },
    data: {
      state: "trashed",
      stateBefore: call.state,
      trashedAt: now(),
      trashedBy: actor.memberId,
      version: { increment: 1 },
    },
  });
  await record(tx, actor, "call.trashed", { kind: "call", id: callId });
  if (withClips) await trashClipsOf(tx, actor, callId);
  await publishPipelineChanged(tx, { workspaceId: actor.workspaceId, callId }, call);
  return factsOf(callId, call.title);
}

/** The same, told by the call's recording. @throws DomainError `not_found` */
export async function trashCallOf(
  actor: Member,
  recordingId: string,
  wish: TrashWish = ALONE,
): Promise<CallFacts> {
  const found = await db.recording.findFirst({
    where: { workspaceId: actor.workspaceId, id: recordingId, call: visible(actor, "call.read") },
    select: { callId: true },
  });
  if (!found) throw new DomainError("not_found");
  return trashCall(actor, found.callId, wish);
}

/**
 * Takes a call out of the trash, as it was before, with the clips that went with it.
 * @throws DomainError `not_found` when it is not there (any more) or not the actor's to restore
 */
export const restoreCall = (actor: Member, callId: string): Promise<CallFacts> =>
  db.$transaction((tx) => restoreCallIn(tx, actor, callId));

/** The same inside a transaction. */
export async function restoreCallIn(tx: Tx, actor: Member, callId: string): Promise<CallFacts> {
  const { workspaceId } = actor;
  const found = await tx.call.findFirst({
    where: {
      id: callId,
      AND: visible(actor, "call.restore"),
    },
    select: { stateBefore: true, title: true },
  });
  if (!found) throw new DomainError("not_found");
  const { count } = await tx.call.updateMany({
    where: { workspaceId, id: callId, state: "trashed" },
    data: {
      state: found.stateBefore ?? "available",
      stateBefore: null,
      trashedAt: null,
      trashedBy: null,
      version: { increment: 1 },
    },
  });
  if (count === 0) throw new DomainError("not_found");
  await record(tx, actor, "call.restored", { kind: "call", id: callId });
  await untrashClipsOf(tx, actor, callId);
  await publishPipelineChanged(tx, { workspaceId, callId });
  return factsOf(callId, found.title);
}

const row = {
  ...callAccess,
  companyId: true,
  companyMatch: true,
  legalHold: true,
  title: true,
} as const satisfies Prisma.CallSelect;

const find = (tx: Tx, actor: Member, callId: string) =>
  tx.call.findFirst({ where: { id: callId, AND: visible(actor, "call.read") }, select: row });
