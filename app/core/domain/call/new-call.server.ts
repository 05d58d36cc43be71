import type { Tx } from "#app/core/platform/db.server.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { CallKind, Visibility } from "./call-views.ts";
import type { Side } from "../views.ts";
import { BY_HAND } from "../match/ladder.ts";
import { writeCallIndex } from "../search/index.server.ts";

export type NewCall = {
  title: string;
  kind: CallKind;
  startedAt: Date;
  company?: string | undefined;
  language: string;
  visibility?: Visibility | undefined;
  people: { name: string; side: Side; email?: string | null }[];
};
export type MadeCall = { callId: string; participantIds: string[] };

/** The text a member ticks, by version; its hash stands in the ledger (product P6). */
const CONSENT_TEXT = "Everyone on this call was told that it is recorded and agreed.";
const CONSENT_POLICY = 1;

/** The primary team and the default visibility decide who sees a new call (product §3.2). */
export async function makeCall(tx: Tx, actor: Member, input: NewCall): Promise<MadeCall> {
  const { workspaceId, memberId } = actor;
  const owner = await tx.member.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: memberId } },
    select: {
      primaryTeamId: true,
      workspace: { select: { defaultVisibility: true } },
      primaryTeam: { select: { defaultVisibility: true } },
    },
  });
  const callId = newId();
  const visibility =
    input.visibility ?? owner.primaryTeam?.defaultVisibility ?? owner.workspace.defaultVisibility;
  const privateTo = visibility === "private" ? memberId : null;
  const companyId = await companyOf(tx, actor, input.company, privateTo);
  await tx.call.create({
    data: {
      id: callId,
      workspaceId,
      title: input.title,
      kind: input.kind,
      visibility,
      ownerId: memberId,
      teamId: owner.primaryTeamId,
      companyId,
      companyMatch: companyId === null ? null : BY_HAND,
      language: input.language,
      state: "ended",
      startedAt: input.startedAt,
      consent: "agreed",
      createdBy: memberId,
    },
    select: { id: true },
  });
  const people = input.people.map((person, lane) => ({
    id: newId(),
    workspaceId,
    callId,
    side: person.side,
    role: person.side === "R" ? ("host" as const) : ("customer" as const),
    name: person.name,
    email: person.email ?? null,
    memberId: person.side === "R" && isSelf(actor, person.name) ? memberId : null,
    consent: "agreed" as const,
    lane,
    createdBy: memberId,
  }));
  await tx.participant.createMany({ data: people });
  await tx.consentRecord.createMany({
    data: [
      {
        id: newId(),
        workspaceId,
        callId,
        name: actor.name,
        policy: CONSENT_POLICY,
        method: "import",
        answer: "agreed",
        textHash: hashOf(CONSENT_TEXT),
        ip: actor.origin.ip,
        byMemberId: memberId,
      },
    ],
  });
  await record(
    tx,
    actor,
    "call.created",
    { kind: "call", id: callId },
    { after: { kind: input.kind } },
  );
  await record(
    tx,
    actor,
    "consent.recorded",
    { kind: "call", id: callId },
    { after: { method: "import" } },
  );
  await writeCallIndex(tx, { workspaceId, callId });
  return { callId, participantIds: people.map(({ id }) => id) };
}

const isSelf = (actor: Member, name: string): boolean =>
  name.toLowerCase() === actor.name.toLowerCase();

/**
 * The company of that name, made when it is new. A call that others see makes the company known to them.
 * @param privateTo the owner of a private call, whose company is then theirs alone; null of other calls
 */
export async function companyOf(
  tx: Tx,
  { workspaceId, memberId }: Member,
  name: string | undefined,
  privateTo: string | null,
): Promise<string | null> {
  if (name === undefined) return null;
  const named = {
    workspaceId,
    name: { equals: name, mode: "insensitive" as const },
    deletedAt: null,
  };
  // A shared one before their own.
  const found = await tx.company.findFirst({
    where: { ...named, OR: [{ privateToId: null }, { privateToId: privateTo ?? memberId }] },
    orderBy: [{ privateToId: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    select: { id: true, privateToId: true },
  });
  if (found) {
    if (privateTo === null && found.privateToId !== null)
      await shareCompany(tx, workspaceId, found.id);
    return found.id;
  }
  const id = newId();
  await tx.company.create({
    data: { id, workspaceId, name, privateToId: privateTo, createdBy: memberId },
    select: { id: true },
  });
  return id;
}

/** Makes a contact known to everybody, with its company: a call that others see names it. */
export async function shareContact(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const contact = await tx.contact.findFirst({
    where: { workspaceId, id, privateToId: { not: null } },
    select: { companyId: true },
  });
  if (!contact) return;
  await tx.contact.updateMany({ where: { workspaceId, id }, data: { privateToId: null } });
  if (contact.companyId !== null) await shareCompany(tx, workspaceId, contact.companyId);
}

/** Makes a company known to everybody: a call that others see names it. */
export async function shareCompany(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.company.updateMany({
    where: { workspaceId, id, privateToId: { not: null } },
    data: { privateToId: null },
  });
}
