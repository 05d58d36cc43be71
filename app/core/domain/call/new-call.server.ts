import type { Tx } from "#app/core/platform/db.server.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { isSameName } from "../account/named-member.server.ts";
import { record } from "../audit/record.server.ts";
import type { CallKind, Visibility } from "./call-views.ts";
import type { TalkKind } from "../views.ts";
import { BY_HAND } from "../match/ladder.ts";
import { accessNow } from "./call-changed.server.ts";
import type { Colleagues } from "./call-edit.schema.ts";
import { type Linkable, membersOf, noteLinked } from "./link-member.server.ts";
import { writeCallIndex } from "../search/index.server.ts";

/** Invented history of a demo: what it is about, and the ids of the members who speak, by name. */
export type Sample = { talkKind: TalkKind; members: ReadonlyMap<string, string> };

export type NewCall = {
  title: string;
  kind: CallKind;
  startedAt: Date;
  company?: string | undefined;
  language: string;
  visibility?: Visibility | undefined;
  people: (Linkable & { email?: string | null })[];
  /** Whether a name alone says that a person of our side is a colleague; on a private call it never does. */
  colleagues?: Colleagues | undefined;
  sample?: Sample | null;
};
export type MadeCall = { callId: string; participantIds: string[] };

/** The text a member ticks, by version; its hash stands in the ledger (product P6). */
const CONSENT_TEXT = "Everyone on this call was told that it is recorded and agreed.";
const CONSENT_POLICY = 1;

/** Who sees a new call unless its form says otherwise: as the primary team has it, else the workspace (product §3.2). */
export async function defaultsOf(
  client: Pick<Tx, "member">,
  { workspaceId, memberId }: Member,
): Promise<{ teamId: string | null; visibility: Visibility }> {
  const { primaryTeamId, primaryTeam, workspace } = await client.member.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: memberId } },
    select: {
      primaryTeamId: true,
      workspace: { select: { defaultVisibility: true } },
      primaryTeam: { select: { defaultVisibility: true } },
    },
  });
  const visibility = primaryTeam?.defaultVisibility ?? workspace.defaultVisibility;
  return { teamId: primaryTeamId, visibility };
}

/**
 * A call with its people and their consent. Colleagues among them are linked as it was chosen, else by name.
 * @throws DomainError `validation_failed` as `membersOf`
 */
export async function makeCall(tx: Tx, actor: Member, input: NewCall): Promise<MadeCall> {
  const { workspaceId, memberId } = actor;
  const { sample = null } = input;
  const usual = await defaultsOf(tx, actor);
  const callId = newId();
  const visibility = input.visibility ?? usual.visibility;
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
      teamId: usual.teamId,
      companyId,
      companyMatch: companyId === null ? null : BY_HAND,
      language: input.language,
      state: "ended",
      startedAt: input.startedAt,
      consent: "agreed",
      createdBy: memberId,
      ...(sample !== null && { isSample: true, talkKind: sample.talkKind }),
    },
    select: { id: true },
  });
  const byName = visibility !== "private" && input.colleagues !== "none";
  const members =
    sample === null
      ? await membersOf(tx, actor, input.people, { byName })
      : input.people.map(({ name, side }) =>
          side === "R" ? speakerOf(actor, sample, name) : null,
        );
  const linked = members.flatMap((id) => (id === null || id === memberId ? [] : [id]));
  const before = linked.length === 0 ? null : await accessNow(tx, { workspaceId, callId });
  const people = input.people.map((person, lane) => ({
    id: newId(),
    workspaceId,
    callId,
    side: person.side,
    role: person.side === "R" ? ("host" as const) : ("customer" as const),
    name: person.name,
    email: person.email ?? null,
    memberId: members[lane] ?? null,
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
    { after: { kind: input.kind, ...(linked.length > 0 && { members: linked }) } },
  );
  await record(
    tx,
    actor,
    "consent.recorded",
    { kind: "call", id: callId },
    { after: { method: "import" } },
  );
  // The numbers of a sample call are made at once, and its entry with them; no member is notified of one.
  if (sample === null) {
    await noteLinked(tx, actor, { workspaceId, callId }, linked, before);
    await writeCallIndex(tx, { workspaceId, callId });
  }
  return { callId, participantIds: people.map(({ id }) => id) };
}

const speakerOf = (actor: Member, { members }: Sample, name: string): string | null =>
  isSameName(name, actor.name) ? actor.memberId : (members.get(name) ?? null);

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
