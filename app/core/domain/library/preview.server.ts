import { db, type Tx } from "#app/core/platform/db.server.ts";
import { can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { findLibrary, type FoundLibrary } from "./find-library.server.ts";
import type { AskedItem } from "./library.schema.ts";
import type { Preview } from "./library-views.ts";
import {
  durationOf,
  findSource,
  judge,
  judgedOf,
  approverOf,
  type Source,
  sourceIds,
} from "./sources.server.ts";

export type Wanted = Pick<AskedItem, "callId" | "clipId" | "t0Ms" | "t1Ms">;
/** Clips of a call that are offered in its place. */
const MOST_CLIPS = 5;

/**
 * What adding a call or a clip to a library would do, before it is done: the same function decides what is given.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function previewItem(
  actor: Member,
  libraryId: string,
  wanted: Wanted,
): Promise<Preview> {
  const library = await findLibrary(db, actor, libraryId, "library.curate");
  const source = await findSource(db, actor, wanted);
  const [isAlready, clips] = await Promise.all([
    isThere(db, library, { ...sourceIds(source), t0Ms: wanted.t0Ms, t1Ms: wanted.t1Ms }),
    source.kind === "call" ? clipsOf(actor, source.id) : [],
  ]);
  const members = await listMemberActors(actor.workspaceId);
  return { ...viewPreview(actor, members, library, source), isThere: isAlready, clips };
}

/** Who gains what, as the actor is to know it. @param members every active member */
export function viewPreview(
  actor: Member,
  members: readonly Member[],
  library: FoundLibrary,
  source: Source,
): Preview {
  const { shown, gains, mayGive } = judge(actor, members, library, judgedOf(source));
  const { kind, id, row } = source;
  const approver = approverOf(source);
  // Who hears a clip need not know whose call it is of.
  const isKnown = source.kind === "call" || can(actor, "call.read", source.row.call);
  const isOutside = ({ teamIds }: Member) => row.teamId === null || !teamIds.includes(row.teamId);
  return {
    source: {
      ...{ kind, id, title: row.title, owner: row.owner, approver: isKnown ? approver : null },
      ...{ team: row.team?.name ?? null, durationMs: durationOf(source) },
    },
    shows: shown.length,
    outside: row.teamId === null ? 0 : shown.filter(isOutside).length,
    gains: gains.map((member) => ({
      ...{ id: member.memberId, name: member.name, isOutsideTeam: isOutside(member) },
    })),
    mayGive,
    isOwn: approver.id === actor.memberId,
    isThere: false,
    clips: [],
  };
}

/** Whether it is in the library already: the clip, the call as a whole, or that range of it. */
export const isThere = async (
  tx: Pick<Tx, "libraryItem">,
  { workspaceId, id: libraryId }: FoundLibrary,
  { callId, clipId, t0Ms, t1Ms }: Wanted,
): Promise<boolean> =>
  (await tx.libraryItem.count({
    where: { workspaceId, libraryId, callId, clipId, t0Ms, t1Ms, deletedAt: null },
  })) > 0;

const clipsOf = (actor: Member, callId: string): Promise<{ id: string; title: string }[]> =>
  db.clip.findMany({
    where: { callId, AND: visible(actor, "clip.read") },
    orderBy: { id: "desc" },
    take: MOST_CLIPS,
    select: { id: true, title: true },
  });
