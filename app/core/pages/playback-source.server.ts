import { authorise, callAccess, visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { ofChange } from "#app/core/domain/call/people.server.ts";
import { contactRow } from "#app/core/domain/contact/contact-reads.server.ts";
import { notePrivateOpening } from "#app/core/domain/rights/private-access.server.ts";
import { findTalkKind } from "#app/core/domain/talk-kind.server.ts";
import type { TalkKindView } from "#app/core/domain/views.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { findCounted } from "./playback-findings.server.ts";
import { quoteReader } from "./quote-reader.server.ts";

const callRow = {
  ...callAccess,
  id: true,
  workspaceId: true,
  version: true,
  title: true,
  kind: true,
  startedAt: true,
  durationMs: true,
  language: true,
  quality: true,
  consent: true,
  talkKind: true,
  isSample: true,
  stateReason: true,
  browserRecorders: { select: { visibility: true } },
  owner: { select: { id: true, name: true } },
  company: { select: { name: true } },
  participants: {
    select: {
      ...{ id: true, memberId: true, name: true, side: true, lane: true, isRecorded: true },
      ...{ ...ofChange, email: true, phone: true },
      member: { select: { id: true, name: true } },
      contact: { select: contactRow },
      participantPresences: { select: { joinedMs: true }, orderBy: { joinedMs: "asc" }, take: 1 },
    },
    orderBy: { lane: "asc" },
  },
} as const satisfies Prisma.CallSelect;

const versionRow = {
  id: true,
  baseId: true,
  number: true,
  origin: true,
  engine: true,
  model: true,
  language: true,
  isCurrent: true,
  words: true,
  spread: true,
  confidence: true,
  covered: true,
  coveredMs: true,
  settings: true,
  createdAt: true,
  createdBy: true,
} as const satisfies Prisma.TranscriptSelect;

type CallRow = Prisma.CallGetPayload<{ select: typeof callRow }>;
export type VersionRow = Prisma.TranscriptGetPayload<{ select: typeof versionRow }>;

/** What the parts of the page of a call are read from. What only some of them need is read once, when it is first asked for. */
export type PlaybackSource = {
  actor: Member;
  call: CallRow;
  /** Every version of the words, the newest first. */
  versions: VersionRow[];
  current: VersionRow | null;
  /** The version whose numbers and moments are shown; null without words. */
  counted: () => Promise<Awaited<ReturnType<typeof findCounted>> | null>;
  /** What the call is about now. */
  talk: () => Promise<TalkKindView>;
  /** How words of the current version are quoted. */
  quoted: () => Promise<(text: string) => string>;
};

/**
 * Finds a call for its page. The caller notes the opening.
 * @throws DomainError `not_found` for a call the actor may not know of
 */
export async function findSource(actor: Member, callId: string): Promise<PlaybackSource> {
  const { workspaceId } = actor;
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callRow,
  });
  const call = authorise(actor, "call.read", found);
  const versions = await db.transcript.findMany({
    // A live call's first version waits from its beginning for words; without an engine none ever came.
    where: { workspaceId, callId, NOT: { origin: "engine", engine: null } },
    orderBy: { number: "desc" },
    select: versionRow,
  });
  const current = versions.find(({ isCurrent }) => isCurrent) ?? null;
  const stored = current && { workspaceId, baseId: current.baseId, number: current.number };
  return {
    ...{ actor, call, versions, current },
    counted: once(async () => stored && findCounted(callId, { id: current.id, stored })),
    talk: once(() => findTalkKind({ workspaceId, callId })),
    quoted: once(async () => {
      const names = call.participants.map(({ name }) => name);
      return stored ? quoteReader(stored, current.language, names) : (text: string) => text;
    }),
  };
}

/** The same for a part that is read by itself: who sees the call by private access alone has opened it. */
export async function openSource(actor: Member, callId: string): Promise<PlaybackSource> {
  const source = await findSource(actor, callId);
  await notePrivateOpening(actor, callId);
  return source;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
