import type { Prisma, Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, can, clipAccess, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { type Gained, gainedBy, gainedByClip } from "./audience.ts";
import type { FoundLibrary } from "./find-library.server.ts";

const owner = { select: { id: true, name: true } } as const;
export const callRow = {
  ...callAccess,
  ...{ id: true, title: true, durationMs: true, owner, team: { select: { name: true } } },
} as const satisfies Prisma.CallSelect;
export const clipRow = {
  ...clipAccess,
  ...{ id: true, title: true, callId: true, owner, team: { select: { name: true } } },
  cut: { select: { durationMs: true } },
  call: { select: { ...callAccess, owner } },
} as const satisfies Prisma.ClipSelect;
/** As much as is judged of a source. */
export const sourceAccess = {
  call: { select: { ...callAccess, id: true } },
  clip: { select: { ...clipAccess, id: true, call: { select: callAccess } } },
} as const satisfies Prisma.LibraryItemSelect;

type CallSource = Prisma.CallGetPayload<{ select: typeof callRow }>;
type ClipSource = Prisma.ClipGetPayload<{ select: typeof clipRow }>;
export type Source =
  | { kind: "call"; id: string; row: CallSource }
  | { kind: "clip"; id: string; row: ClipSource };
export type SourceRef = { callId: string | null; clipId: string | null };

/**
 * A call or a clip that the actor sees.
 * @throws DomainError `not_found`, `forbidden`, `validation_failed` (callId: invalid_choice) for both or neither
 */
export async function findSource(
  tx: Pick<Tx, "call" | "clip">,
  actor: Member,
  { callId, clipId }: SourceRef,
): Promise<Source> {
  if ((callId === null) === (clipId === null)) throw refuse("callId", "invalid_choice");
  if (clipId !== null) {
    const where = { id: clipId, AND: visible(actor, "clip.read") };
    const found = await tx.clip.findFirst({ where, select: clipRow });
    return { kind: "clip", id: clipId, row: authorise(actor, "clip.read", found) };
  }
  const where = { id: callId ?? "", AND: visible(actor, "call.read") };
  const found = await tx.call.findFirst({ where, select: callRow });
  const row = authorise(actor, "call.read", found);
  return { kind: "call", id: row.id, row };
}

type CallJudged = Parameters<typeof gainedBy>[2];
type ClipJudged = Parameters<typeof gainedByClip>[2] & { call: CallJudged };
export type Judged = { call: CallJudged | null; clip: ClipJudged | null };

/**
 * Who gains a source by its being in a library, and whether the actor may give it: private access is for looking, for an
 * hour. A clip is given by who may change it;
 * to people who cannot open its call, by who may share that call (product §3.2.6).
 */
export function judge(
  actor: Member,
  members: readonly Member[],
  library: FoundLibrary,
  { call, clip }: Judged,
): Gained & { mayGive: boolean } {
  if (clip) {
    const gained = gainedByClip(members, library, clip);
    const isWider = gained.gains.some((member) => !can(member, "call.read", clip.call));
    const mayShare = can(withoutPrivate(actor), "call.share", clip.call);
    return { ...gained, mayGive: mayShare || (!isWider && can(actor, "clip.update", clip)) };
  }
  if (!call) return { shown: [], gains: [], mayGive: false };
  const mayGive = can(withoutPrivate(actor), "call.share", call);
  return { ...gainedBy(members, library, call), mayGive };
}

export const judgedOf = (source: Source): Judged =>
  source.kind === "call" ? { call: source.row, clip: null } : { call: null, clip: source.row };

/** Both as they were found with an item: one of them is there. */
export function sourceOf({
  call,
  clip,
}: {
  call: CallSource | null;
  clip: ClipSource | null;
}): Source | null {
  if (clip) return { kind: "clip", id: clip.id, row: clip };
  return call && { kind: "call", id: call.id, row: call };
}

/** Whom somebody asks who may not give it: the owner of the call, of which a clip is a part. */
export const approverOf = ({ kind, row }: Source): { id: string; name: string } =>
  kind === "call" ? row.owner : row.call.owner;

export const durationOf = ({ kind, row }: Source): number =>
  (kind === "call" ? row.durationMs : row.cut?.durationMs) ?? 0;

export const sourceIds = ({ kind, id }: Source): SourceRef =>
  kind === "call" ? { callId: id, clipId: null } : { callId: null, clipId: id };

/** What an audit entry of an item names. */
export const named = ({ callId, clipId }: SourceRef) =>
  clipId === null ? { call: callId } : { clip: clipId };

export const refuse = (field: string, code: string) =>
  new DomainError("validation_failed", { [field]: [code] });

/**
 * The number of people is the actor's word: another one asks again.
 * @throws DomainError `validation_failed` (callId: cannot_give; gives: audience_changed?n=)
 */
export function requireWord(
  { gains, mayGive }: Pick<Gained, "gains"> & { mayGive: boolean },
  gives: number | undefined,
): void {
  if (gains.length > 0 && !mayGive) throw refuse("callId", "cannot_give");
  if (gains.length > 0 && gives !== gains.length)
    throw refuse("gives", `audience_changed?n=${gains.length}`);
}
