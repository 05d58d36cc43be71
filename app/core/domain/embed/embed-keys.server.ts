import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret, seal, unseal } from "#app/core/platform/crypto.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { findLink } from "../share/link-writes.server.ts";
import { type LinkSubject, linksTo, subjectOf } from "../share/link-subject.ts";
import { linkShows, loadLink, loadLinks, type SharedLink } from "../share/shared-link.server.ts";
import { isReady } from "../share/visit-access.server.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { MintWish, NewEmbedKey } from "./embed.schema.ts";
import type { EmbedKeyView } from "./embed-views.ts";
import { allowedOrigins, ANY_ORIGIN, isCovered, MOST_ORIGINS } from "../origins.ts";
import { listRefusedSites } from "./refused-sites.server.ts";

const DAY_MS = 86_400_000;
const PURPOSE = "embed-key";
/** 24 random bytes: nobody finds a key by trying. */
const KEY_BYTES = 24;
/** Of one link, those that have ended left out. */
const MOST_KEYS = 20;

const sealKey = (secret: string) => new Uint8Array(seal(PURPOSE, secret));

/** A new secret, as it is stored and as it is handed out. */
function aSecret() {
  const secret = newSecret(KEY_BYTES);
  return { secret, keyHash: hashOf(secret), keyEnc: sealKey(secret) };
}

/**
 * Makes a key that lets a link play on the sites it lists.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for a link that asks for something or has ended,
 * `validation_failed` (origins: not_permitted), `limit_reached`
 */
export async function makeEmbedKey(actor: Member, input: NewEmbedKey): Promise<{ keyId: string }> {
  const { linkId, origins, showsTitle, days } = input;
  const { workspaceId, memberId } = actor;
  return db.$transaction(async (tx) => {
    const link = await findLink(tx, actor, linkId);
    // A list has no player for other sites.
    if (link.subject.kind === "library") throw new DomainError("not_found");
    if (!linkShows.parse(link.shows).embed) throw new DomainError("invalid_state");
    await refuseOrigins(tx, workspaceId, origins);
    const shared = await loadLink({ workspaceId, id: linkId });
    if (shared === null || endedBy(shared) !== null) throw new DomainError("invalid_state");
    const taken = await tx.embedKey.count({
      where: { workspaceId, linkId, revokedAt: null, expiresAt: { gt: now() } },
    });
    if (taken >= MOST_KEYS) throw limitReached(MOST_KEYS, taken);
    const { keyHash, keyEnc } = aSecret();
    const keyId = newId();
    await tx.embedKey.createMany({
      data: {
        ...{ workspaceId, id: keyId, linkId, keyHash, keyEnc, origins, showsTitle },
        ...{ createdBy: memberId, expiresAt: new Date(now().getTime() + days * DAY_MS) },
      },
    });
    await note(tx, actor, link.subject, "embed.made", { key: keyId, origins: origins.length });
    return { keyId };
  });
}

async function refuseOrigins(tx: Tx, workspaceId: string, origins: readonly string[]) {
  const { sharing } = await getWorkspaceSettings(tx, workspaceId);
  if (sharing.embed === "off" || sharing.blockedAt !== null) throw new DomainError("forbidden");
  if (origins.includes(ANY_ORIGIN) && sharing.embed !== "any")
    throw new DomainError("validation_failed", { origins: ["not_permitted"] });
  const isOutside = (origin: string) =>
    origin !== ANY_ORIGIN && !isCovered(origin, sharing.embedOrigins);
  if (sharing.embedOrigins.length > 0 && origins.some(isOutside))
    throw new DomainError("validation_failed", { origins: ["not_permitted"] });
}

const note = (
  tx: Tx,
  actor: Member,
  subject: LinkSubject,
  event: "embed.made" | "embed.allowed" | "embed.rotated" | "embed.revoked" | "embed.minted",
  after: { key: string } & Record<string, string | number>,
) => record(tx, actor, event, subject, { after });

/** A key of a link that the actor may change. @throws DomainError `not_found`, `forbidden` */
async function findKey(tx: Tx | typeof db, actor: Member, keyId: string) {
  const key = await tx.embedKey.findFirst({
    where: { workspaceId: actor.workspaceId, id: keyId },
    select: {
      ...{ id: true, linkId: true, origins: true, showsTitle: true, expiresAt: true },
      ...{ createdAt: true, revokedAt: true, replacedAt: true },
    },
  });
  if (!key) throw new DomainError("not_found");
  const { subject } = await findLink(tx, actor, key.linkId);
  return { ...key, subject };
}

const demandLiving = ({ revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date }) => {
  if (revokedAt !== null || expiresAt <= now()) throw new DomainError("invalid_state");
};

/**
 * Another key in the place of one, for the same sites and as long; the old one goes on beside it for some hours, so that
 * pages can be changed one after the other.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for one that has ended or was replaced before,
 * `validation_failed` where the workspace does not allow its sites any more
 */
export async function rotateEmbedKey(
  actor: Member,
  keyId: string,
  hours: number,
): Promise<{ keyId: string }> {
  const { workspaceId, memberId } = actor;
  return db.$transaction(async (tx) => {
    const old = await findKey(tx, actor, keyId);
    demandLiving(old);
    await refuseOrigins(tx, workspaceId, old.origins);
    const end = new Date(now().getTime() + hours * 3_600_000);
    // Of two presses at the same time, one makes a successor.
    const { count } = await tx.embedKey.updateMany({
      where: { workspaceId, id: keyId, replacedAt: null },
      data: { replacedAt: now(), expiresAt: end < old.expiresAt ? end : old.expiresAt },
    });
    if (count === 0) throw new DomainError("invalid_state");
    const { keyHash, keyEnc } = aSecret();
    const next = newId();
    const lifeMs = old.expiresAt.getTime() - old.createdAt.getTime();
    await tx.embedKey.createMany({
      data: {
        ...{ workspaceId, id: next, linkId: old.linkId, keyHash, keyEnc, createdBy: memberId },
        ...{ origins: old.origins, showsTitle: old.showsTitle },
        expiresAt: new Date(now().getTime() + lifeMs),
      },
    });
    await note(tx, actor, old.subject, "embed.rotated", { key: keyId, next, hours });
    return { keyId: next };
  });
}

/**
 * Puts one more site on the list of a key, as after a refusal. One that is covered already is no error.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for a key that has ended, `validation_failed` where the
 * workspace does not allow the site, `limit_reached`
 */
export async function allowSite(actor: Member, keyId: string, origin: string): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM embed_key WHERE workspace_id = ${workspaceId}::uuid AND id = ${keyId}::uuid FOR UPDATE`;
    const key = await findKey(tx, actor, keyId);
    demandLiving(key);
    await refuseOrigins(tx, workspaceId, [origin]);
    if (!isCovered(origin, key.origins)) {
      const { length } = key.origins;
      if (length >= MOST_ORIGINS) throw limitReached(MOST_ORIGINS, length);
      await tx.embedKey.updateMany({
        where: { workspaceId, id: keyId },
        data: { origins: { push: origin } },
      });
      await note(tx, actor, key.subject, "embed.allowed", { key: keyId, site: origin });
    }
    await tx.embedRefusal.deleteMany({ where: { workspaceId, keyId, origin } });
  });
}

/** Ends a key, and every token minted from it, for ever. A second time is no error. @throws DomainError `not_found`, `forbidden` */
export async function revokeEmbedKey(actor: Member, keyId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { subject } = await findKey(tx, actor, keyId);
    const { count } = await tx.embedKey.updateMany({
      where: { workspaceId: actor.workspaceId, id: keyId, revokedAt: null },
      data: { revokedAt: now() },
    });
    if (count > 0) await note(tx, actor, subject, "embed.revoked", { key: keyId });
  });
}

/**
 * A key for one reader, that ends by itself soon.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
export async function mintEmbedToken(
  actor: Member,
  { keyId, minutes, label }: MintWish,
): Promise<{ token: string; expiresAt: string }> {
  const { workspaceId, memberId } = actor;
  const { secret: token, keyHash: tokenHash } = aSecret();
  return db.$transaction(async (tx) => {
    const key = await findKey(tx, actor, keyId);
    demandLiving(key);
    const expiresAt = new Date(now().getTime() + minutes * 60_000);
    const tokenId = newId();
    await tx.embedToken.createMany({
      data: {
        ...{ workspaceId, id: tokenId, keyId, tokenHash, label: label ?? null },
        ...{ expiresAt, createdBy: memberId },
      },
    });
    await note(tx, actor, key.subject, "embed.minted", { key: keyId, jti: tokenId, minutes });
    return { token, expiresAt: expiresAt.toISOString() };
  });
}

/** That a key is one of this call's links, or this clip's, as an address says. @throws DomainError `not_found` */
export async function demandKeyOf(
  { workspaceId }: Member,
  subject: LinkSubject,
  keyId: string,
): Promise<void> {
  const found = await db.embedKey.count({
    where: { workspaceId, id: keyId, link: linksTo(subject) },
  });
  if (found === 0) throw new DomainError("not_found");
}

const viewRow = {
  ...{ id: true, linkId: true, keyEnc: true, origins: true, showsTitle: true, expiresAt: true },
  ...{ revokedAt: true, replacedAt: true, views: true, bytes: true, createdAt: true },
} as const;
type ViewRow = {
  id: string;
  linkId: string;
  keyEnc: Uint8Array;
  origins: string[];
  showsTitle: boolean;
  expiresAt: Date;
  revokedAt: Date | null;
  replacedAt: Date | null;
  views: number;
  bytes: bigint;
};

/** Why the player of a link shows nothing, whatever its key; null where it plays, or will. */
function endedBy({ state, shows, embedding }: SharedLink): "link" | "policy" | null {
  if (!shows.embed || embedding.embed === "off") return "policy";
  return isReady({ state }) || state.state === "preparing" ? null : "link";
}

/** A key ends with the link that it plays, so that its end is the earlier one of both. */
function viewOf(row: ViewRow, link: SharedLink, refused: string[]): EmbedKeyView {
  const ended = endedBy(link);
  const endsAt = row.expiresAt < link.endsAt ? row.expiresAt : link.endsAt;
  return {
    keyId: row.id,
    linkId: row.linkId,
    key: unseal(PURPOSE, row.keyEnc),
    title: link.title,
    origins: row.origins,
    showsTitle: row.showsTitle,
    state:
      row.revokedAt !== null
        ? "revoked"
        : row.expiresAt <= now()
          ? "expired"
          : ended !== null
            ? ended
            : row.replacedAt !== null
              ? "replaced"
              : "active",
    endsAt: endsAt.toISOString(),
    endsWithLink: link.endsAt < row.expiresAt,
    refused,
    views: row.views,
    bytes: Number(row.bytes),
  };
}

/** The keys of links of one call or clip, for who may see these links. The newest first. */
export async function listKeysOfLinks(
  workspaceId: string,
  linkIds: readonly string[],
): Promise<EmbedKeyView[]> {
  const found = await db.embedKey.findMany({
    where: { workspaceId, linkId: { in: [...linkIds] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: viewRow,
  });
  return withLinks(workspaceId, found);
}

/** With what each key's link shows and its state; keys without a link left out. */
async function withLinks(workspaceId: string, found: readonly ViewRow[]): Promise<EmbedKeyView[]> {
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ linkId }) => linkId))];
  const [links, refused] = await Promise.all([
    loadLinks({ workspaceId, id: { in: ids } }),
    listRefusedSites(
      workspaceId,
      found.map(({ id }) => id),
    ),
  ]);
  const byId = new Map(links.map((link) => [link.linkId, link]));
  return found.flatMap((row) => {
    const link = byId.get(row.linkId);
    return link ? [viewOf(row, link, refused.get(row.id) ?? [])] : [];
  });
}

/** A key with what its player plays. */
export type OwnEmbedKey = EmbedKeyView & { subject: LinkSubject; subjectTitle: string };

/** Keys that work and that the actor may change, of every call and clip they see; the newest first, at most 200. */
export async function listOwnEmbedKeys(actor: Member): Promise<OwnEmbedKey[]> {
  const { workspaceId, memberId } = actor;
  const found = await db.embedKey.findMany({
    where: {
      ...{ workspaceId, revokedAt: null, expiresAt: { gt: now() } },
      link: {
        revokedAt: null,
        OR: [
          { kind: { in: ["call", "range"] }, call: visible(actor, "call.read") },
          { kind: "clip", clip: visible(actor, "clip.read") },
        ],
      },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 200,
    select: {
      ...viewRow,
      link: {
        select: {
          ...{ createdBy: true, callId: true, clipId: true, libraryId: true },
          clip: { select: { title: true } },
          call: { select: { ...callAccess, title: true } },
        },
      },
    },
  });
  const subjects = new Map(
    found.flatMap(({ id, link }) => {
      const subject = subjectOf(link);
      if (!link.call || !subject) return [];
      // A clip stays when its call lies in the trash, and so do its links.
      const call = link.clip ? { ...link.call, state: "available" as const } : link.call;
      const isOwn = link.createdBy === memberId && can(actor, "link.create", call);
      if (!isOwn && !can(actor, "link.change", call)) return [];
      return [[id, { subject, subjectTitle: (link.clip ?? link.call).title }] as const];
    }),
  );
  const shown = await withLinks(
    workspaceId,
    found.filter(({ id }) => subjects.has(id)),
  );
  return shown.flatMap((key) => {
    const of = subjects.get(key.keyId);
    const isOver = key.state === "link" || key.state === "policy";
    return of && !isOver ? [{ ...key, ...of }] : [];
  });
}

/**
 * The newest key of a link that works and lets a page frame it, for who may know it: the answer of oEmbed. One that no
 * site may frame is for our own pages.
 */
export async function findLivingKey({
  workspaceId,
  linkId,
  embedding,
}: Pick<SharedLink, "workspaceId" | "linkId" | "embedding">): Promise<{
  key: string;
  showsTitle: boolean;
} | null> {
  const found = await db.embedKey.findMany({
    where: { workspaceId, linkId, revokedAt: null, replacedAt: null, expiresAt: { gt: now() } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { keyEnc: true, showsTitle: true, origins: true },
  });
  const framed = found.find(({ origins }) => allowedOrigins(origins, embedding).length > 0);
  return framed ? { key: unseal(PURPOSE, framed.keyEnc), showsTitle: framed.showsTitle } : null;
}

/** One key, for who may change it. @throws DomainError `not_found`, `forbidden` */
export async function getEmbedKey(
  actor: Member,
  keyId: string,
): Promise<EmbedKeyView & { subject: LinkSubject }> {
  const { subject } = await findKey(db, actor, keyId);
  const row = await db.embedKey.findFirst({
    where: { workspaceId: actor.workspaceId, id: keyId },
    select: viewRow,
  });
  const [key] = row ? await withLinks(actor.workspaceId, [row]) : [];
  if (!key) throw new DomainError("not_found");
  return { ...key, subject };
}

/** Tokens that ended a day ago: what was heard by them stands in visits. @returns how many */
export async function deleteEndedTokens(): Promise<number> {
  const { count } = await db.embedToken.deleteMany({
    where: { expiresAt: { lt: new Date(now().getTime() - DAY_MS) } },
  });
  return count;
}
