import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { expect } from "vitest";
import {
  type CallRow,
  callAccess,
  can,
  visible,
  visibleSql,
} from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { type CallPermission, NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aContact,
  aParticipant,
  aRecording,
  aTrack,
  aTranscript,
} from "#tests/support/factories.ts";
import { begin, type Cast, type Fixtures, type Ids, nounCase, partOfCall } from "../noun.ts";

const FINISHED = [
  "callId",
  "recordingId",
  "fileId",
  "originalId",
  "participantId",
  "knownContactId",
] as const;
const TRASH = ["trashedId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof FINISHED>, Ids<typeof TRASH> {}
}

const VISIBILITIES = ["private", "team", "workspace"] as const;

/** Visibility × team × owner × grants × who took part × the trash. */
async function seed({ workspace, teams: { one, two, inside }, people }: Cast): Promise<void> {
  const [rep, manager, lone] = ["rep", "manager", "rep of none"].map(
    (who) => people[who] ?? expect.fail(who),
  );
  if (!rep || !manager || !lone) return;
  const grants = [
    [],
    ...(["view", "edit"] as const).flatMap((level) => [
      ...Object.values(people).map(({ memberId }) => [{ memberId, teamId: null, level }]),
      ...[one, two, inside].map(({ id }) => [{ memberId: null, teamId: id, level }]),
    ]),
    // To everyone, as a library of the workspace gives it.
    [{ memberId: null, teamId: null, level: "view" as const }],
    [
      { memberId: lone.memberId, teamId: null, level: "view" as const },
      { memberId: null, teamId: two.id, level: "edit" as const },
    ],
  ];
  for (const visibility of VISIBILITIES) {
    for (const team of [null, one, two, inside])
      for (const owner of [rep, manager, lone]) {
        const call = await aCall(owner, { visibility, teamId: team?.id ?? null });
        if (team === inside) await aParticipant(call, { name: "A guest" });
      }
    for (const state of ["trashed", "purged", "live", "cancelled"] as const)
      for (const owner of [rep, manager])
        await aCall(owner, { visibility, teamId: one.id, kind: "upload", state });
    for (const list of grants) {
      const call = await aCall(lone, { visibility, teamId: null });
      for (const grant of list)
        await db.callGrant.create({
          data: {
            id: newId(),
            workspaceId: workspace.id,
            callId: call.id,
            source: grant.memberId === null && grant.teamId === null ? "library" : "direct",
            ...grant,
          },
        });
    }
    for (const owner of Object.values(people)) await aCall(owner, { visibility, teamId: null });
    for (const { memberId } of Object.values(people))
      await aParticipant(await aCall(lone, { visibility, teamId: null }), { memberId, side: "R" });
  }
}

/** product §3.2 and §3.3 again, in other words: for one row, by hand. */
function isAllowed(actor: Member, permission: CallPermission, row: CallRow): boolean {
  if (row.workspaceId !== actor.workspaceId || row.state === "purged") return false;
  if ((row.state === "trashed") !== (permission === "call.restore")) return false;
  const isHidden = row.visibility === "private";
  if (isHidden && actor.impersonator !== null) return false;
  const isOwner = row.ownerId === actor.memberId;
  const tookPart = row.participants.map(({ memberId }) => memberId).includes(actor.memberId);
  const levels = row.callGrants
    .filter(
      ({ memberId, teamId }) =>
        memberId === actor.memberId ||
        actor.teamIds.includes(teamId ?? "") ||
        (memberId === null && teamId === null),
    )
    .map(({ level }) => level);
  const isInTeam = !isHidden && actor.teamIds.includes(row.teamId ?? "");
  const isInScope =
    actor.role === "manager" && !isHidden && actor.scopeTeamIds.includes(row.teamId ?? "");
  const isPrivileged = actor.role === "admin" && actor.privateUntil !== null;
  const watches =
    isOwner ||
    tookPart ||
    levels.length > 0 ||
    row.visibility === "workspace" ||
    isInTeam ||
    isInScope ||
    (actor.role === "admin" && !isHidden);
  const sees = watches || isPrivileged;
  // To be given a private call is no office: the grant's level says what an admin may do with it.
  const asAdmin = actor.role === "admin" && (!isHidden || isOwner || tookPart || isPrivileged);
  switch (permission) {
    case "call.read":
    case "media.play":
    case "clip.create":
    case "transcript.read":
    case "transcript.export":
    case "summary.read":
    case "comment.write":
    case "crm.read":
      return sees;
    case "crm.approve": // nobody decides in place of a private call's owner
      return isInScope || (actor.role === "admin" && !isHidden);
    case "crm.review":
    case "crm.revert":
    case "analytics.read": // others' private calls count for nobody
      return isOwner || isInScope || (actor.role === "admin" && !isHidden);
    case "live.read": // private calls run for their people alone
      return watches;
    case "views.read":
      return isOwner || (actor.role === "rep" && tookPart);
    case "call.update":
    case "link.create":
      return asAdmin || isInScope || isOwner || levels.includes("edit");
    case "transcript.update":
      return asAdmin || isInScope || isOwner || levels.includes("edit") || tookPart;
    case "call.delete":
    case "call.transfer":
    case "call.share":
    case "link.change":
    case "call.restore":
    case "recording.read":
    case "recording.retry":
    case "media.original":
      return asAdmin || isInScope || isOwner;
    case "live.host":
    case "guest.admit":
      return isOwner;
    case "live.join":
      return isOwner || tookPart || levels.includes("edit");
    case "live.listen": // a scope decides, admins' too
      return actor.role !== "rep" && !isHidden && actor.scopeTeamIds.includes(row.teamId ?? "");
  }
}

export const loadCalls = () => db.call.findMany({ select: { ...callAccess, id: true } });

export const call = nounCase<CallPermission>({
  rights: NOUNS.call,
  seed,
  load: loadCalls,
  one: can,
  many: (actor, permission) =>
    db.call.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT c.id FROM call c WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

const finished = partOfCall(FINISHED, async ({ owner, workspace, team, visibility }) => {
  const call = await aCall(owner, { visibility, teamId: team.id });
  const recording = await aRecording(call);
  const known = await aContact(workspace);
  const person = await aParticipant(call, { lane: 1, contactId: known.id, contactMatch: "hand" });
  const track = await aTrack(recording, { participantId: person.id });
  await aTranscript(
    call,
    [{ participantId: person.id, trackId: track.id, t0Ms: 0, t1Ms: 900, text: "Hello there" }],
    { recordingId: recording.id },
  );
  return {
    callId: call.id,
    recordingId: recording.id,
    fileId: await aFile(recording, "mix"),
    originalId: await aFile(recording, "original"),
    participantId: person.id,
    knownContactId: known.id,
  };
});

async function aFile(
  { workspaceId, id: recordingId }: { workspaceId: string; id: string },
  kind: "mix" | "original",
): Promise<string> {
  const id = newId();
  const key = `${workspaceId}/${recordingId}/${kind}/${id}`;
  await blobs().put(key, Readable.from([randomBytes(100)]));
  const sha256 = new Uint8Array(randomBytes(32));
  await db.file.create({
    data: { id, workspaceId, recordingId, kind, key, bytes: 100n, sha256, mime: "audio/mp4" },
  });
  return id;
}

const trash = partOfCall(TRASH, async ({ owner, team, visibility }) => {
  const trashed = { state: "trashed", stateBefore: "available", trashedAt: new Date() } as const;
  const call = await aCall(owner, { visibility, teamId: team.id, ...trashed });
  await aRecording(call);
  return { trashedId: call.id };
});

export const fixtures: Fixtures = {
  rules: { call },
  parts: [finished, trash],
  beginnings: {
    "what was heard of a call": begin(({ actor, house: { callId } }) => noteOpened(actor, callId)),
  },
};
