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

export function aTerm(
  workspace: Pick<Workspace, "id">,
  more: Some<Prisma.TermUncheckedCreateInput, never> = {},
) {
  const data = { id: newId(), workspaceId: workspace.id, term: next("Term") };
  return db.term.create({ data: { ...data, language: "en", category: "other", ...more } });
}

/** That equal corrections asked for. */
export function aSuggestion(
  workspace: Pick<Workspace, "id">,
  more: Some<Prisma.TermSuggestionUncheckedCreateInput, never> = {},
) {
  const data = { id: newId(), workspaceId: workspace.id, term: next("Term"), variant: "dock line" };
  return db.termSuggestion.create({
    data: { ...data, language: "en", state: "open", times: 3, ...more },
  });
}

type TrackerWishes = Some<Prisma.TrackerUncheckedCreateInput, never> & {
  content?: Partial<Omit<Prisma.TrackerVersionUncheckedCreateInput, "workspaceId" | "trackerId">>;
};
/** With its first version, which looks for "price" in English from anybody. */
export async function aTracker(
  { id: workspaceId }: Pick<Workspace, "id">,
  { content = {}, ...more }: TrackerWishes = {},
) {
  const name = more.name ?? next("Tracker");
  const data = { id: newId(), workspaceId, name, folded: fold(name), ...more };
  const made = await db.tracker.create({ data });
  const first = { workspaceId, trackerId: made.id, number: 1, language: "en" };
  await db.trackerVersion.create({
    data: { ...first, category: "custom", phrases: ["price"], ...content },
  });
  return made;
}

/** Known to the whole workspace. */
export function aCompany(
  workspace: Pick<Workspace, "id">,
  more: Some<Prisma.CompanyUncheckedCreateInput, never> & { domains?: readonly string[] } = {},
) {
  const { domains = [], ...given } = more;
  const workspaceId = workspace.id;
  const id = newId();
  return db.$transaction(async (tx) => {
    const data = { id, workspaceId, name: next("Company"), ...given };
    const made = await tx.company.create({ data });
    await tx.companyDomain.createMany({
      data: domains.map((domain) => ({ workspaceId, companyId: id, domain })),
    });
    return made;
  });
}

/** Known to the whole workspace; phones as they are stored, E.164. */
export function aContact(
  workspace: Pick<Workspace, "id">,
  more: Some<Prisma.ContactUncheckedCreateInput, never> & {
    emails?: readonly string[];
    phones?: readonly string[];
  } = {},
) {
  const { emails = [], phones = [], ...given } = more;
  const workspaceId = workspace.id;
  const id = newId();
  return db.$transaction(async (tx) => {
    const made = await tx.contact.create({
      data: { id, workspaceId, name: next("Contact"), ...given },
    });
    const key = { workspaceId, contactId: id };
    await tx.contactAddress.createMany({
      data: [
        ...emails.map((value) => ({ ...key, kind: "email" as const, value })),
        ...phones.map((value) => ({
          ...{ ...key, kind: "phone" as const, value },
          last9: value.replace(/\D/g, "").slice(-9),
        })),
      ],
    });
    return made;
  });
}

/** Of those entered here, and open. */
export async function aDealStage(
  workspace: Pick<Workspace, "id">,
  more: Some<Prisma.DealStageUncheckedCreateInput, never> = {},
) {
  const name = more.name ?? next("Stage");
  const ord = await db.dealStage.count({ where: { workspaceId: workspace.id } });
  const data = { id: newId(), workspaceId: workspace.id, name, folded: fold(name), ord };
  return db.dealStage.create({ data: { ...data, ...more } });
}

/** Open since a month ago, of `owner` and their first team. */
export async function aDeal(
  owner: Pick<Member, "workspaceId" | "memberId" | "teamIds">,
  more: Some<Prisma.DealUncheckedCreateInput, "ownerId" | "folded"> = {},
) {
  const { workspaceId } = owner;
  const name = more.name ?? next("Deal");
  const stageId = more.stageId ?? (await aDealStage({ id: workspaceId })).id;
  return db.deal.create({
    data: {
      ...{ id: newId(), workspaceId, name, folded: fold(name) },
      ownerId: owner.memberId,
      teamId: owner.teamIds[0] ?? null,
      openedAt: new Date(Date.now() - 30 * 86_400_000),
      ...more,
      stageId,
    },
  });
}

/** Of the recordings, and shared with nobody. */
export function aView(
  owner: Pick<Member, "workspaceId" | "memberId">,
  more: Some<Prisma.SavedViewUncheckedCreateInput, "ownerId"> = {},
) {
  const name = more.name ?? next("View");
  const { workspaceId, memberId: ownerId } = owner;
  const data = { id: newId(), workspaceId, ownerId, page: "recordings", name, folded: fold(name) };
  return db.savedView.create({ data: { ...data, query: "", ...more } });
}

/** A personal one unless said otherwise. */
export function aLibrary(
  owner: Pick<Member, "workspaceId" | "memberId">,
  more: Some<Prisma.LibraryUncheckedCreateInput, "ownerId"> = {},
) {
  const name = more.name ?? next("Library");
  const { workspaceId, memberId: ownerId } = owner;
  const data = { id: newId(), workspaceId, ownerId, kind: "personal" as const, name };
  return db.library.create({ data: { ...data, folded: fold(name), ...more } });
}

/** A whole call at the first place of a library. */
export function anItem(
  library: Row,
  call: Row & { title: string },
  { memberId: addedById }: Pick<Member, "memberId">,
  more: Some<Prisma.LibraryItemUncheckedCreateInput, "callId"> = {},
) {
  const { workspaceId } = library;
  const of = { id: newId(), workspaceId, libraryId: library.id, callId: call.id };
  return db.libraryItem.create({
    data: { ...of, addedById, title: call.title, position: 0, ...more },
  });
}

/** A clip at the first place of a library. */
export function aClipItem(
  { workspaceId, id: libraryId }: Row,
  { id: clipId, title }: Row & { title: string },
  { memberId: addedById }: Pick<Member, "memberId">,
  more: Partial<Prisma.LibraryItemUncheckedCreateInput> = {},
) {
  const of = { id: newId(), workspaceId, libraryId, clipId };
  return db.libraryItem.create({ data: { ...of, addedById, title, position: 0, ...more } });
}

/** The first second of the call, for its owner alone, and not made yet. */
export async function aClip(
  call: Row,
  owner: Pick<Member, "memberId">,
  more: Some<Prisma.ClipUncheckedCreateInput, "callId" | "ownerId"> = {},
) {
  const { workspaceId, id: callId } = call;
  const title = more.title ?? next("Clip");
  const { clipSeq: number } = await db.workspace.update({
    where: { id: workspaceId },
    data: { clipSeq: { increment: 1 } },
    select: { clipSeq: true },
  });
  const id = newId();
  const clip = await db.clip.create({
    data: {
      ...{ id, workspaceId, callId, number, ownerId: owner.memberId, title, folded: fold(title) },
      ...{ visibility: "private", ...more },
    },
  });
  await db.cut.create({
    data: {
      ...{ id: newId(), workspaceId, callId, clipId: id, durationMs: 1_000 },
      ranges: [{ t0Ms: 0, t1Ms: 1_000 }],
    },
  });
  return clip;
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

/** About the whole call, and for everybody who sees it. */
export function aComment(
  call: Row,
  author: Pick<Member, "memberId">,
  more: Some<Prisma.CommentUncheckedCreateInput, "callId" | "authorId"> = {},
) {
  const { workspaceId, id: callId } = call;
  const data = { id: newId(), workspaceId, callId, authorId: author.memberId };
  return db.comment.create({ data: { ...data, body: next("Comment"), ...more } });
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

/** What everybody hears of a recording. */
export function aMixFile({ workspaceId, id: recordingId }: Row) {
  const id = newId();
  return db.file.create({
    data: {
      ...{ id, workspaceId, recordingId, kind: "mix", key: id, bytes: 5n, mime: "audio/mp4" },
      sha256: new Uint8Array(32),
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
