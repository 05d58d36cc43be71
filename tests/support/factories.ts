import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { findMember, startSession } from "#app/core/domain/account/session.server.ts";
import type { Member, Origin, Role } from "#app/core/domain/access/actor.ts";
import { fold } from "#app/core/domain/words/fold.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { encodeWords } from "#app/core/domain/words/words-codec.ts";

/** The least that is legal; a test states only what it is about. */
type Some<T, Given extends PropertyKey> = Partial<Omit<T, "id" | "workspaceId" | Given>>;
type InWorkspace = { workspaceId: string };
type Row = InWorkspace & { id: string };

const ORIGIN: Origin = { ip: "127.0.0.1", agent: "test", requestId: null };
let made = 0;
const next = (noun: string): string => `${noun} ${++made}`;

export function aWorkspace(more: Some<Prisma.WorkspaceUncheckedCreateInput, never> = {}) {
  const id = newId();
  const data = { id, slug: `w-${id}`, name: next("Workspace"), languages: ["en"], timeZone: "UTC" };
  return db.workspace.create({ data: { ...data, ...more } });
}
export type Workspace = Awaited<ReturnType<typeof aWorkspace>>;

export function aTeam(
  workspace: Pick<Workspace, "id">,
  more: Some<Prisma.TeamUncheckedCreateInput, never> = {},
) {
  const data = { id: newId(), workspaceId: workspace.id, name: next("Team") };
  return db.team.create({ data: { ...data, ...more } });
}

type MemberWishes = Some<Prisma.MemberUncheckedCreateInput, "role"> & {
  role?: Role;
  /** The first is the primary one. */
  teams?: readonly { id: string }[];
  /** Of a manager with scope `listed`. */
  scopeTeams?: readonly { id: string }[];
};
export type SignedIn = Member & {
  /** The secret of the session's cookie. */
  token: string;
};

/** An active member (a rep unless said otherwise) with an identity and a session, as the sign-in would find them. */
export async function aMember(
  workspace: Pick<Workspace, "id">,
  { teams = [], scopeTeams = [], role = "rep", ...more }: MemberWishes = {},
): Promise<SignedIn> {
  const workspaceId = workspace.id;
  const id = newId();
  const email = more.email ?? `${id}@example.com`;
  const [primary] = teams;
  const token = await db.$transaction(async (tx) => {
    await tx.member.create({
      data: {
        id,
        workspaceId,
        name: next("Member"),
        nameOrder: "given_first",
        email,
        role,
        state: "active",
        primaryTeamId: primary?.id ?? null,
        ...(scopeTeams.length > 0 && { scope: "listed" as const }),
        ...more,
      },
    });
    await tx.teamMember.createMany({
      data: teams.map((team) => ({ workspaceId, teamId: team.id, memberId: id })),
    });
    await tx.managerScope.createMany({
      data: scopeTeams.map((team) => ({ workspaceId, teamId: team.id, memberId: id })),
    });
    const identityId = newId();
    await tx.identity.create({ data: { id: identityId, workspaceId, memberId: id, email } });
    return startSession(tx, { workspaceId, identityId, memberId: id }, ORIGIN);
  });
  const member = await findMember(token, ORIGIN);
  if (!member) throw new Error("A member in this state has no session: make the row itself.");
  return { ...member, token };
}

/** A finished call of `owner`, in their first team, seen by the team. */
export function aCall(owner: Member, more: Some<Prisma.CallUncheckedCreateInput, "ownerId"> = {}) {
  return db.call.create({
    data: {
      id: newId(),
      workspaceId: owner.workspaceId,
      title: next("Call"),
      kind: "upload",
      visibility: "team",
      ownerId: owner.memberId,
      teamId: owner.teamIds[0] ?? null,
      language: "en",
      state: "available",
      startedAt: new Date(),
      durationMs: 60_000,
      consent: "agreed",
      createdBy: owner.memberId,
      ...more,
    },
  });
}

/** Of the workspace, and in no group. */
export function aLabel(
  workspace: Pick<Workspace, "id">,
  more: Some<Prisma.LabelUncheckedCreateInput, never> = {},
) {
  const name = more.name ?? next("Label");
  const data = { id: newId(), workspaceId: workspace.id, name, folded: fold(name) };
  return db.label.create({ data: { ...data, colour: "slate", ...more } });
}

/** One of theirs unless said otherwise. */
export function aParticipant(
  call: Row,
  more: Some<Prisma.ParticipantUncheckedCreateInput, "callId"> = {},
) {
  const ours = more.side === "R";
  return db.participant.create({
    data: {
      id: newId(),
      workspaceId: call.workspaceId,
      callId: call.id,
      side: "C",
      role: ours ? "host" : "customer",
      name: next("Person"),
      lane: 0,
      ...more,
    },
  });
}

/** The call's primary recording, ready. */
export function aRecording(
  call: Row,
  more: Some<Prisma.RecordingUncheckedCreateInput, "callId"> = {},
) {
  return db.recording.create({
    data: {
      id: newId(),
      workspaceId: call.workspaceId,
      callId: call.id,
      method: "upload",
      state: "ready",
      isPrimary: true,
      durationMs: 60_000,
      ...more,
    },
  });
}

export function aTrack(
  recording: Row,
  more: Some<Prisma.TrackUncheckedCreateInput, "recordingId"> = {},
) {
  return db.track.create({
    data: {
      id: newId(),
      workspaceId: recording.workspaceId,
      recordingId: recording.id,
      source: "microphone",
      lane: 0,
      durationMs: 60_000,
      sampleRate: 48_000,
      ...more,
    },
  });
}

/** What somebody says from `t0Ms` to `t1Ms`; its words are spread over the time. */
export type Said = {
  participantId?: string | null;
  trackId?: string | null;
  t0Ms: number;
  t1Ms: number;
  text: string;
};

/** The call's current transcript: the engine's first version, with what was said. */
export async function aTranscript(
  call: Row,
  said: readonly Said[] = [],
  more: Some<Prisma.TranscriptUncheckedCreateInput, "callId" | "baseId"> = {},
) {
  const id = newId();
  const { workspaceId } = call;
  const segments = said.map(({ text, t0Ms, t1Ms, ...by }, no) => {
    const words = spreadWords(cutWords(text), { startMs: t0Ms, endMs: t1Ms });
    const packed = encodeWords(words, t0Ms);
    const row = {
      workspaceId,
      baseId: id,
      no,
      fromVersion: 1,
      t0Ms,
      t1Ms,
      timing: "spread" as const,
    };
    return { count: words.length, row: { ...row, ...by, text: packed.text, words: packed.bytes } };
  });
  const transcript = await db.transcript.create({
    data: {
      id,
      workspaceId,
      callId: call.id,
      number: 1,
      baseId: id,
      origin: "engine",
      engine: "test",
      language: "en",
      settings: {},
      isCurrent: true,
      words: segments.reduce((sum, { count }) => sum + count, 0),
      ...more,
    },
  });
  await db.segment.createMany({ data: segments.map(({ row }) => row) });
  return transcript;
}
