import { now } from "#app/core/platform/clock.ts";
import { demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { LinkSubject } from "./link-subject.ts";
import { loadLinks, loadLinksOf, type SharedLink } from "./shared-link.server.ts";

/** Whether a person who comes to it now is let in. */
const isWorking = (link: SharedLink): boolean => link.state.state === "active";

/**
 * How many links to a call, a clip or a library work now: they stop when it is deleted. Of a call without those to its
 * clips, which stay, and without libraries that list it. That the reader may delete it is asked by the caller.
 */
export async function countWorkingLinks(
  { workspaceId }: Pick<Member, "workspaceId">,
  subject: LinkSubject,
): Promise<number> {
  return (await loadLinksOf(workspaceId, subject)).filter(isWorking).length;
}

/** The same of each of several clips of the workspace; those without one are not in it. */
export async function countLinksOfClips(
  { workspaceId }: Pick<Member, "workspaceId">,
  clipIds: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (clipIds.length === 0) return counts;
  const links = await loadLinks({
    ...{ workspaceId, kind: "clip", clipId: { in: [...clipIds] }, revokedAt: null },
    OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
  });
  for (const { subject } of links.filter(isWorking))
    counts[subject.id] = (counts[subject.id] ?? 0) + 1;
  return counts;
}

/**
 * How many links that work now are revoked when their maker is deactivated: those to their own calls go to the successor.
 * Only links to what the actor may open are counted: a number gives private calls away as a title does.
 * @throws DomainError `forbidden`
 */
export async function countLinksOfMaker(actor: Member, memberId: string): Promise<number> {
  demand(actor, "member.manage");
  const { workspaceId } = actor;
  const links = await loadLinks({
    ...{ workspaceId, createdBy: memberId, revokedAt: null },
    AND: [
      { OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
      { OR: [{ callId: null }, { call: { ownerId: { not: memberId } } }] },
      {
        OR: [
          { kind: { in: ["call", "range"] }, call: visible(actor, "call.read") },
          { kind: "clip", clip: visible(actor, "clip.read") },
          { kind: "library", library: visible(actor, "library.read") },
        ],
      },
    ],
  });
  return links.filter(isWorking).length;
}
