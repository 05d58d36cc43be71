import type { Prisma } from "#app/core/platform/db.server.ts";
import { can, callAccess, clipAccess, libraryAccess } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { cutMade } from "../cut/cut.ts";
import type { LinkFacts, Shut } from "./link-state.ts";

export const cutOfLink = {
  ...{ id: true, state: true, cause: true, durationMs: true, lanes: true, wordsVersion: true },
  made: true,
  files: {
    where: { kind: { in: ["mix", "peaks"] } },
    select: { id: true, kind: true, lane: true },
  },
} as const satisfies Prisma.CutSelect;

const clip = {
  select: {
    ...clipAccess,
    ...{ id: true, title: true, card: true, revision: true },
    ...{ confirmedRevision: true, agreedFrom: true },
    cut: { select: cutOfLink },
  },
} as const;
const workspace = { select: { name: true, settings: true, deletedAt: true } } as const;
const call = {
  select: {
    ...callAccess,
    ...{ id: true, title: true, startedAt: true, durationMs: true, language: true, workspace },
    participants: { select: { memberId: true, consent: true } },
    transcripts: { where: { isCurrent: true }, select: { number: true } },
  },
} as const;

/** What stands behind a link, by its kind; spread it into a `select`. A link to a clip names the clip's call as well. */
export const linkSource = {
  ...{ kind: true, clip, call, cuts: { select: cutOfLink } },
  library: { select: { ...libraryAccess, id: true, name: true, description: true, workspace } },
} as const satisfies Prisma.SharedLinkSelect;
/** The same of one item of a shared list. */
export const itemSource = {
  ...{ id: true, title: true, why: true, t0Ms: true, t1Ms: true, clip, call },
  cut: { select: cutOfLink },
} as const satisfies Prisma.ShareItemSelect;

type Row = Prisma.SharedLinkGetPayload<{ select: typeof linkSource }>;
export type SharedItemRow = Prisma.ShareItemGetPayload<{ select: typeof itemSource }>;
type Call = NonNullable<Row["call"]>;
type Library = NonNullable<Row["library"]>;
type Cut = Prisma.CutGetPayload<{ select: typeof cutOfLink }>;

export type LinkSource = {
  title: string;
  /** When it was; null where that says too much of what it was taken from. */
  startedAt: Date | null;
  card: string | null;
  /** Whose sound it is, and how long that is as far as a visitor may know; null for a list, whose items have their own. */
  call: { id: string; durationMs: number; language: string | null } | null;
  workspace: Call["workspace"];
  /** Whether a member could show it as of now. */
  mayShow: (actor: Member) => boolean;
  /** Its files and words. */
  cut: Cut | null;
  state: Pick<LinkFacts, "source" | "cut" | "currentVersion" | "kinds">;
};

/** What a link shows, and whether it may be shown now; null where it leads to nothing. */
export function sourceOf(row: Row): LinkSource | null {
  if (row.kind === "library") return row.library && ofLibrary(row.library);
  if (!row.call) return null;
  if (row.kind === "clip") return ofClip(row.clip, row.call);
  return ofCall(row.call, row.cuts[0] ?? null, row.kind === "range" ? "range" : "call");
}

/** The same of one item of its list: by the item's own rules, and by those of the library. */
export function sourceOfItem({ library }: Row, item: SharedItemRow): LinkSource | null {
  if (!library) return null;
  const list = ofLibrary(library);
  const own = item.clip ? ofClip(item.clip, item.call) : ofCall(item.call, item.cut, "call");
  return {
    ...own,
    title: item.title,
    mayShow: (actor) => list.mayShow(actor) && own.mayShow(actor),
    state: {
      ...own.state,
      source: list.state.source === "open" ? own.state.source : list.state.source,
      kinds: [...list.state.kinds, item.clip ? "clip" : item.t0Ms === null ? "call" : "range"],
    },
  };
}

const isWithdrawn = ({ participants }: Call): boolean =>
  participants.some(({ consent }) => consent === "withdrawn");
const currentOf = ({ transcripts: [current] }: Call): number | null => current?.number ?? null;

function ofCall(of: Call, cut: Cut | null, kind: "call" | "range"): LinkSource {
  const shut: Shut | null =
    of.state === "trashed" ? "trashed" : isWithdrawn(of) ? "withdrawn" : null;
  return {
    ...{ title: of.title, startedAt: of.startedAt, card: null, workspace: of.workspace },
    call: { id: of.id, durationMs: of.durationMs ?? 0, language: of.language },
    mayShow: (actor) => can(actor, "link.create", { ...of, state: "available" }),
    cut,
    state: {
      source: of.state === "purged" ? "gone" : (shut ?? "open"),
      ...{ cut: cut && { ...cut, isMade: hasMix(cut) }, currentVersion: currentOf(of) },
      kinds: [kind],
    },
  };
}

/**
 * A clip stays when its call lies in the trash. What was saved and nobody agreed to shuts its links; what was agreed to
 * and is still being made shows what was made before, if that was agreed to.
 */
function ofClip(of: Row["clip"], source: Call): LinkSource {
  const currentVersion = currentOf(source);
  const cut = of?.cut ?? null;
  const isGone = of === null || source.state === "purged";
  return {
    ...{ title: of?.title ?? "", startedAt: null, card: of?.card ?? null },
    call: { id: source.id, durationMs: cut?.durationMs ?? 0, language: source.language },
    workspace: source.workspace,
    mayShow: (actor) =>
      of !== null &&
      can(actor, "clip.read", { ...of, deletedAt: null }) &&
      can(actor, "link.create", { ...source, state: "available" }),
    cut: cut && withLength(cut),
    state: {
      source: isGone ? "gone" : (shutOf(of, source) ?? "open"),
      cut: of && cut && asPlayed(of, cut),
      ...{ currentVersion, kinds: ["clip"] },
    },
  };
}

/** The list itself is always ready; what of it can be heard is asked of each item. A deleted library may come back. */
function ofLibrary(of: Library): LinkSource {
  return {
    ...{ title: of.name, startedAt: null, card: null, call: null, workspace: of.workspace },
    mayShow: (actor) => can(actor, "library.manage", { ...of, deletedAt: null }),
    cut: null,
    state: {
      source: of.deletedAt === null ? "open" : "deleted",
      ...{ cut: { state: "ready", isMade: true, wordsVersion: null }, currentVersion: null },
      kinds: ["library"],
    },
  };
}

const hasMix = ({ files }: Cut): boolean => files.some(({ kind }) => kind === "mix");

function shutOf(of: NonNullable<Row["clip"]>, source: Call): Shut | null {
  if (of.deletedAt !== null) return "deleted";
  if (isWithdrawn(source)) return "withdrawn";
  return of.confirmedRevision < of.revision ? "not_agreed" : null;
}

/** Its row has the length of what was saved last, its files that of what was made last. */
function withLength(cut: Cut): Cut {
  const made = cutMade.parse(cut.made);
  if (made === null) return cut;
  const durationMs = made.ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
  return { ...cut, durationMs };
}

/** How far the files are that a link may show; null before there are any. */
function asPlayed(
  { agreedFrom, revision }: NonNullable<Row["clip"]>,
  { made: json, state, wordsVersion }: Cut,
): LinkFacts["cut"] {
  const made = cutMade.parse(json);
  const isAgreed = made !== null && made.revision >= agreedFrom && made.revision <= revision;
  return { state, isMade: isAgreed, wordsVersion };
}
