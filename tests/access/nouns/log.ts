import { expect } from "vitest";
import * as z from "zod";
import { type CallRow, can, visibleSql } from "#app/core/domain/access/access.ts";
import { type Member, asSystem } from "#app/core/domain/access/actor.ts";
import type { LogRow } from "#app/core/domain/access/policy/audit.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { type AuditTarget, record } from "#app/core/domain/audit/record.server.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aClip,
  aComment,
  aMember,
  aParticipant,
  aRecording,
} from "#tests/support/factories.ts";
import { aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import { type Cast, type Fixtures, nounCase } from "../noun.ts";
import { loadCalls } from "./call.ts";

type Permission = keyof (typeof NOUNS)["log"];

/** Kinds of targets that belong to one call. */
const CALL_KINDS = ["call", "recording", "guest", "comment", "clip"] as const;

const STATES = ["available", "trashed", "purged"] as const;

/**
 * In both logs: what everybody did, what a job did, and what a program did that bears a member's id. Then everybody at
 * calls of each audience and state, at what is theirs, and at what nobody finds.
 */
async function seed({ workspace, teams: { one, inside }, people }: Cast): Promise<void> {
  const second = await aMember(workspace, { primaryTeamId: inside.id });
  const former = await aMember(workspace, { teams: [one] });
  await db.member.updateMany({
    where: { id: former.memberId },
    data: { state: "deactivated", scrubbedAt: new Date() },
  });
  const [rep, lone, admin] = ["rep", "rep of none", "admin"].map(
    (who) => people[who] ?? expect.fail(who),
  );
  if (!rep || !lone || !admin) return;
  const targets: AuditTarget[] = [{ kind: "member", id: newId() }];
  for (const visibility of ["private", "workspace"] as const)
    for (const state of STATES) {
      const call = await aCall(rep, { visibility, kind: "upload", state });
      targets.push({ kind: "call", id: call.id });
    }
  const hidden = await aCall(rep, { visibility: "private" });
  targets.push({ kind: "recording", id: (await aRecording(hidden)).id });
  targets.push({ kind: "comment", id: (await aComment(hidden, rep)).id });
  for (const visibility of ["private", "workspace"] as const)
    targets.push({ kind: "clip", id: (await aClip(hidden, rep, { visibility })).id });
  const { guestId } = await aGuest(await aLiveCall(rep, { visibility: "private" }));
  targets.push({ kind: "guest", id: guestId });
  const given = await aCall(lone, { visibility: "private" });
  await db.callGrant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: given.id },
      ...{ memberId: admin.memberId, source: "direct", level: "view" },
    },
  });
  targets.push({ kind: "call", id: given.id });
  const joined = await aCall(lone, { visibility: "private" });
  await aParticipant(joined, { memberId: rep.memberId, side: "R" });
  targets.push({ kind: "call", id: joined.id });
  for (const kind of CALL_KINDS) targets.push({ kind, id: newId() }, { kind, id: "no id" });
  const actors = [...Object.values(people), second, former];
  const programs = ["sweep.minute", former.memberId].map((job) => asSystem(workspace.id, job));
  await db.$transaction(
    async (tx) => {
      for (const actor of [...actors, ...programs]) {
        for (const target of targets)
          for (const event of ["call.opened", "member.changed"] as const)
            await record(tx, actor, event, target);
        await record(tx, actor, "library.made");
        for (const call of [hidden.id, given.id, newId()]) {
          const target = { kind: "library", id: newId() };
          await record(tx, actor, "library.item_added", target, { after: { call } });
          await record(tx, actor, "library.item_removed", target, { before: { call } });
        }
      }
    },
    { timeout: 60_000 },
  );
}

/** product §3.2, by hand: a private call is there for its people, and for an admin who said why. */
function isPrivy(actor: Member, call: CallRow): boolean {
  if (call.visibility !== "private") return true;
  if (actor.impersonator !== null) return false;
  if (actor.role === "admin" && actor.privateUntil !== null) return true;
  const { participants, callGrants } = call;
  return (
    [call.ownerId, ...participants.map(({ memberId }) => memberId)].includes(actor.memberId) ||
    callGrants.some(
      ({ memberId, teamId }) =>
        memberId === actor.memberId || (teamId !== null && actor.teamIds.includes(teamId)),
    )
  );
}

/** product §3.3, by hand. */
function isAllowed(actor: Member, permission: Permission, row: LogRow): boolean {
  if (row.workspaceId !== actor.workspaceId) return false;
  const isByMe = row.actorKind === "member" && row.actor === actor.memberId;
  if (!isByMe || actor.impersonator !== null)
    if (row.calls.some((call) => call === null || !isPrivy(actor, call))) return false;
  if (permission === "systemlog.read") return row.log === "system" && actor.role === "admin";
  if (row.log !== "user") return false;
  if (actor.role === "admin") return true;
  const isPerson = row.actorKind === "member";
  const isOwn = isPerson && row.actor === actor.memberId;
  if (actor.role === "rep") return isOwn;
  return isOwn || (isPerson && row.teamIds.some((id) => actor.scopeTeamIds.includes(id)));
}

async function load() {
  const entries = await db.auditEntry.findMany();
  const members = await db.member.findMany({ include: { teamMembers: true } });
  const teams = new Map(
    members.map(({ id, primaryTeamId, teamMembers }) => [
      id,
      [
        ...teamMembers.map(({ teamId }) => teamId),
        ...(primaryTeamId === null ? [] : [primaryTeamId]),
      ],
    ]),
  );
  const calls = await callsOf();
  return entries.map((entry) => ({
    ...entry,
    teamIds: teams.get(entry.actor ?? "") ?? [],
    calls: calls(entry),
  }));
}

const facts = z.object({ call: z.string() });
type Entry = {
  targetKind: string | null;
  target: string | null;
  before: string | null;
  after: string | null;
};

/** The calls an entry tells of, read from all there are. */
async function callsOf(): Promise<(entry: Entry) => (CallRow | null)[]> {
  const calls = new Map((await loadCalls()).map((row) => [row.id, row]));
  const clips = await db.clip.findMany({ select: { id: true, callId: true, visibility: true } });
  const select = { id: true, callId: true } as const;
  const parts = new Map(
    [
      ...(await db.recording.findMany({ select })),
      ...(await db.guest.findMany({ select })),
      ...(await db.comment.findMany({ select })),
      ...clips,
    ].map(({ id, callId }) => [id, callId]),
  );
  const open = new Set(clips.flatMap((one) => (one.visibility === "private" ? [] : [one.id])));
  return ({ targetKind, target, before, after }) => {
    const found: (CallRow | null)[] = [];
    const isOfCall = CALL_KINDS.some((kind) => kind === targetKind);
    if (isOfCall && !(targetKind === "clip" && open.has(target ?? "")))
      found.push(calls.get(parts.get(target ?? "") ?? target ?? "") ?? null);
    for (const text of [before, after]) {
      const named = facts.safeParse(JSON.parse(text ?? "null"));
      if (named.success) found.push(calls.get(named.data.call) ?? null);
    }
    return found;
  };
}

export const log = nounCase<Permission>({
  rights: NOUNS.log,
  seed,
  load,
  one: can,
  many: null,
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT e.id FROM audit_entry e WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

export const fixtures: Fixtures = {
  rules: { log },
};
