import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { authorise, callAccess, clipAccess, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { hashPassword } from "../account/password.server.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { agreeToClip } from "../clip/clip-writes.server.ts";
import { DomainError } from "../errors.ts";
import { urlOfPath } from "./link-url.server.ts";
import type { SharedClip, UnsharedClip } from "./link-views.ts";
import type { ManyClipLinks, NewClipLink } from "./link.schema.ts";
import { demandPolicy, type MadeLink, writeLink } from "./write-link.server.ts";

/** A clip as the form that shares it showed it. */
type ShownClip = { clipId: string; revision: number };
type Wanted = Omit<NewClipLink, "revision">;
type Terms = { input: Wanted & { summary: false }; password: string | null };

/** What a new link asks of its visitors, with the password as it is kept. */
const termsOf = async (wanted: Wanted): Promise<Terms> => ({
  input: { ...wanted, summary: false },
  password: wanted.password === undefined ? null : await hashPassword(wanted.password),
});

/**
 * Makes a link that shows a clip outside. It follows the clip: whoever makes it agrees to what was saved last, and what
 * is saved later is shown once somebody who may share the call has agreed again.
 * @throws DomainError `not_found`, `forbidden` for who may not show the clip's call, `conflict` when it was saved
 * meanwhile; `validation_failed` as `makeLink`
 */
export async function makeClipLink(
  actor: Member,
  clipId: string,
  { revision, ...wanted }: NewClipLink,
): Promise<MadeLink> {
  const terms = await termsOf(wanted);
  return db.$transaction((tx) => linkTo(tx, actor, { clipId, revision }, terms));
}

const ofCall = {
  ...callAccess,
  participants: { select: { memberId: true, consent: true } },
} as const satisfies Prisma.CallSelect;

/** @param isPlayable it has to be one that visitors can play now @throws DomainError as `makeClipLink`, `consent_blocked` */
async function linkTo(
  tx: Tx,
  actor: Member,
  { clipId, revision }: ShownClip,
  { input, password }: Terms,
  isPlayable = false,
): Promise<MadeLink> {
  const { workspaceId } = actor;
  const clip = authorise(
    actor,
    "clip.read",
    await tx.clip.findFirst({
      where: { id: clipId, AND: visible(actor, "clip.read") },
      select: { ...clipAccess, callId: true, call: { select: ofCall } },
    }),
  );
  // The clip stays when its call lies in the trash, and so does who may show it. Private access is for looking.
  authorise(withoutPrivate(actor), "link.create", {
    ...clip.call,
    state: "available" as const,
  });
  const isWithdrawn = clip.call.participants.some(({ consent }) => consent === "withdrawn");
  if (isPlayable && isWithdrawn) throw new DomainError("consent_blocked");
  const sharing = await demandPolicy(tx, actor, "clip", input);
  if (!(await agreeToClip(tx, { workspaceId, clipId }, revision)))
    throw await changedMeanwhile(actor, clipId);
  return writeLink(tx, actor, {
    ...{ subject: { kind: "clip", id: clipId }, kind: "clip", callId: clip.callId, range: null },
    ...{ input, password, sharing },
  });
}

const WHY: Partial<Record<DomainError["code"], UnsharedClip["why"]>> = {
  ...{ forbidden: "right", conflict: "changed", not_found: "gone", consent_blocked: "withdrawn" },
};

/**
 * Gives each of several clips a link of its own, all on the same terms. Links that are made stay: where something breaks
 * off, the answer says for which clips there are none.
 * @throws DomainError `forbidden`, `validation_failed` for terms that no link may have; where none could be shared, the
 * first clip's refusal with the form code `none_shared`
 */
export async function shareClips(
  actor: Member,
  { clips, ...wanted }: ManyClipLinks,
): Promise<{ shared: SharedClip[]; unshared: UnsharedClip[] }> {
  const terms = await termsOf({ ...wanted, embed: false });
  await db.$transaction((tx) => demandPolicy(tx, actor, "clip", terms.input));
  const shared: SharedClip[] = [];
  const unshared: UnsharedClip[] = [];
  let refused: DomainError | null = null;
  const once = new Map(clips.map((clip) => [clip.clipId, clip]));
  for (const clip of once.values()) {
    const { clipId } = clip;
    try {
      const { urlPath } = await db.$transaction((tx) => linkTo(tx, actor, clip, terms, true));
      shared.push({ clipId, url: urlOfPath(urlPath) });
    } catch (error) {
      const why = error instanceof DomainError ? WHY[error.code] : undefined;
      if (why === undefined && shared.length === 0) throw error;
      if (why === undefined) log.error({ clip: clipId, error }, "sharing several clips broke off");
      if (error instanceof DomainError) refused ??= error;
      unshared.push({ clipId, why: why ?? "failed" });
    }
  }
  if (shared.length === 0 && refused !== null) {
    const why = WHY[refused.code] ?? "failed";
    throw new DomainError(refused.code, { "": [`none_shared?why=${why}`] });
  }
  return { shared, unshared };
}
