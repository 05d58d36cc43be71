import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { callAccess, can, clipAccess, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { cutLanes, cutMade, cutMasks, cutRanges } from "../cut/cut.ts";
import { DomainError } from "../errors.ts";
import type { RangeMs } from "../views.ts";
import { asked } from "./asked-clips.server.ts";
import type { ClipState, ClipView } from "./clip-views.ts";

const row = {
  ...clipAccess,
  ...{ id: true, number: true, title: true, card: true, hasCaptions: true, version: true },
  ...{ revision: true, confirmedRevision: true, wantedVisibility: true, wantedById: true },
  owner: { select: { id: true, name: true } },
  labels: {
    select: { label: { select: { id: true, name: true, colour: true, mergedInto: true } } },
    orderBy: { label: { folded: "asc" } },
  },
  cut: {
    select: {
      ...{ state: true, cause: true, ranges: true, masks: true, made: true, lanes: true },
      wordsVersion: true,
      output: { select: { state: true, cause: true, revision: true, wordsVersion: true } },
      files: { select: { id: true, kind: true, lane: true, mime: true }, orderBy: { lane: "asc" } },
    },
  },
  call: {
    select: {
      ...{ ...callAccess, id: true, title: true },
      participants: { select: { memberId: true, consent: true } },
      transcripts: { where: { isCurrent: true }, select: { number: true } },
    },
  },
} as const satisfies Prisma.ClipSelect;
type Row = Prisma.ClipGetPayload<{ select: typeof row }>;

/**
 * A clip with what may be heard of it. Its call is named, and its pieces placed in it, to who may open the call alone.
 * @throws DomainError `not_found`
 */
export async function getClip(actor: Member, clipId: string): Promise<ClipView> {
  const seen = await db.clip.findFirst({
    where: { id: clipId, AND: visible(actor, "clip.read") },
    select: row,
  });
  const found =
    seen ?? (await db.clip.findFirst({ where: { id: clipId, AND: asked(actor) }, select: row }));
  if (!found?.cut) throw new DomainError("not_found");
  const { cut, call, wantedVisibility } = found;
  const isWithdrawn = call.participants.some(({ consent }) => consent === "withdrawn");
  const made = cutMade.parse(cut.made);
  // Who is asked plays what they agree to, which is what was saved last.
  const isPlayable = seen !== null || made?.revision === found.revision;
  const media = isWithdrawn || !isPlayable ? null : mediaOf(found, cut);
  const masks = cutMasks.parse(cut.masks);
  const isSource = can(actor, "call.read", call);
  const by = found.wantedById === null ? null : await nameOf(actor.workspaceId, found.wantedById);
  return {
    ...{ clipId, number: found.number, title: found.title, owner: found.owner },
    isOwn: found.ownerId === actor.memberId,
    ...{ visibility: found.visibility, card: found.card, hasCaptions: found.hasCaptions },
    ...{ version: found.version, revision: found.revision },
    wanted: wantedVisibility && { visibility: wantedVisibility, by },
    isConfirmed: found.confirmedRevision === found.revision,
    labels: found.labels.flatMap(({ label: { mergedInto, ...label } }) =>
      mergedInto === null ? [label] : [],
    ),
    ...{ state: stateOf(cut), cause: cut.cause, isWithdrawn, media },
    kept: keptOf(found, cut, isWithdrawn),
    source: isSource
      ? {
          ...{ callId: call.id, title: call.title, pieces: plain(cut.ranges), masks },
          // What is masked is heard by its maker alone, who chose it.
          isPlayed: !isWithdrawn && (masks.length === 0 || found.ownerId === actor.memberId),
        }
      : null,
    isSourceTrashed: call.state === "trashed",
    mayChange: can(actor, "clip.update", found),
    mayWiden: can(withoutPrivate(actor), "call.share", call),
    mayLink: can(withoutPrivate(actor), "link.create", call),
  };
}

type Cut = NonNullable<Row["cut"]>;

const stateOf = ({ state }: Cut): ClipState =>
  state === "ready" || state === "failed" ? state : "making";

const plain = (json: unknown): RangeMs[] =>
  cutRanges.parse(json).map(({ t0Ms, t1Ms }) => ({ t0Ms, t1Ms }));

/** The files of the revision that was made last. */
function mediaOf({ call }: Row, cut: Cut): ClipView["media"] {
  const mix = cut.files.find(({ kind }) => kind === "mix");
  const made = cutMade.parse(cut.made);
  if (!mix || made === null) return null;
  return {
    mixId: mix.id,
    peaks: cut.files.flatMap(({ id, lane }) => (lane === null ? [] : [{ fileId: id, lane }])),
    lanes: cutLanes.parse(cut.lanes),
    pieces: made.ranges.map(({ t0Ms, t1Ms }) => t1Ms - t0Ms),
    hasWords: cut.wordsVersion !== null && cut.wordsVersion === call.transcripts[0]?.number,
  };
}

/** The files it is kept as, of what was saved last. */
function keptOf({ revision, call }: Row, cut: Cut, isWithdrawn: boolean): ClipView["kept"] {
  const { output, files } = cut;
  const none = { cause: null, mp3Id: null, mp4Id: null, hasPicture: false };
  if (!output || isWithdrawn) return { ...none, state: "making" };
  // They are asked for once the clip is made: until then their trouble is that of a revision before.
  const { state, cause } = cut.state === "ready" ? output : { state: stateOf(cut), cause: null };
  const isOwn = output.revision === revision;
  const isSaid = isOwn && output.wordsVersion === (call.transcripts[0]?.number ?? null);
  const fileOf = (kind: "mp3" | "mp4") => files.find((file) => file.kind === kind);
  const mp4 = fileOf("mp4");
  const hasPicture = mp4?.mime.startsWith("video/") === true;
  return {
    state: state === "failed" || (state === "ready" && isSaid) ? state : "making",
    cause,
    mp3Id: isOwn ? (fileOf("mp3")?.id ?? null) : null,
    // Words that were corrected since are in no sound.
    mp4Id: (hasPicture ? isSaid : isOwn) ? (mp4?.id ?? null) : null,
    hasPicture,
  };
}

async function nameOf(workspaceId: string, id: string): Promise<string | null> {
  const found = await db.member.findFirst({ where: { workspaceId, id }, select: { name: true } });
  return found?.name ?? null;
}
