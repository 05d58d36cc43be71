import { now } from "#app/core/platform/clock.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { sharing } from "#app/core/platform/share.ts";
import { addressKey, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import type { Origin } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { codeOf } from "../link-code.ts";
import { loadLink, type SharedLink } from "../share/shared-link.server.ts";
import { isReady } from "../share/visit-access.server.ts";
import { allowedOrigins } from "../origins.ts";
import { type Principal, signMedia } from "./signature.server.ts";

/** Keys that open nothing, per sender: an old page asks now and then, a machine guesses. */
const MISSES = { name: "embed-miss", points: 120, seconds: 600 };

/** A key that lets a link play on other sites, with all that is true of it at this moment. */
export type Embed = {
  link: SharedLink;
  keyId: string;
  /** Null: the key itself was used, not a token minted from it. */
  token: { tokenId: string; label: string | null } | null;
  /** Who may frame it, besides our own pages: by the key and by what the workspace says now. */
  origins: string[];
  showsTitle: boolean;
  /** `preparing`: its sound or its words are on their way. `ended`: for whatever cause. */
  state: "active" | "preparing" | "ended";
};

const keyRow = {
  ...{ id: true, workspaceId: true, linkId: true, origins: true, showsTitle: true },
  ...{ expiresAt: true, revokedAt: true },
} as const satisfies Prisma.EmbedKeySelect;
type KeyRow = Prisma.EmbedKeyGetPayload<{ select: typeof keyRow }>;
const tokenRow = { id: true, label: true, expiresAt: true, key: { select: keyRow } } as const;
type TokenRow = Prisma.EmbedTokenGetPayload<{ select: typeof tokenRow }>;

/**
 * The key or token of an address, for this very call or clip. What its state forbids is the caller's.
 * @returns null where there is none, or it is another's @throws DomainError `rate_limited` for who tries many
 */
export async function findEmbed(
  subjectId: string,
  secret: string | null,
  origin: Origin,
): Promise<Embed | null> {
  const code = secret === null ? null : codeOf("embed", secret);
  const found = code === null ? null : await bySecret(code);
  if (found?.link.subject.id === subjectId) return found;
  const wait = await tryOnce(MISSES, addressKey(origin.ip ?? ""));
  if (wait > 0) throw new DomainError("rate_limited", {}, wait);
  return null;
}

async function bySecret(secret: string): Promise<Embed | null> {
  const hash = hashOf(secret);
  const key = await db.embedKey.findFirst({ where: { keyHash: hash }, select: keyRow });
  if (key) return embedOf(key, null);
  const token = await db.embedToken.findFirst({ where: { tokenHash: hash }, select: tokenRow });
  return token && embedOf(token.key, token);
}

const share = sharing();

/**
 * The same by what a signature says, asked with every piece of sound: all who ask about one key at the same time share
 * a reading, which began after each of them asked.
 * @returns null where the key, or the token, is not there any more
 */
export const loadEmbed = (of: Omit<Principal, "playId">): Promise<Embed | null> =>
  share(`${of.keyId} ${of.tokenId ?? ""}`, () => byIds(of));

async function byIds({
  workspaceId,
  keyId,
  tokenId,
}: Omit<Principal, "playId">): Promise<Embed | null> {
  if (tokenId === null) {
    const key = await db.embedKey.findFirst({ where: { workspaceId, id: keyId }, select: keyRow });
    return key && embedOf(key, null);
  }
  const token = await db.embedToken.findFirst({
    where: { workspaceId, id: tokenId, keyId },
    select: tokenRow,
  });
  return token && embedOf(token.key, token);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A signature for ten minutes more, for a player that was drawn with this key.
 * @throws DomainError `forbidden` for a key that is none, or another call's or clip's; `link_ended`; `invalid_state` while the cut
 * is being made anew; `rate_limited`
 */
export async function renewSignature(
  { cutId, subjectId, playId }: { cutId: string; subjectId: string; playId: string | null },
  secret: string | null,
  origin: Origin,
): Promise<string> {
  const embed = await findEmbed(subjectId, secret, origin);
  if (!embed || playId === null || !UUID.test(playId)) throw new DomainError("forbidden");
  if (embed.state === "ended") throw new DomainError("link_ended");
  if (embed.link.cut?.id !== cutId) throw new DomainError("forbidden");
  if (embed.state === "preparing") throw new DomainError("invalid_state");
  const { keyId, token, link } = embed;
  return signMedia(cutId, {
    workspaceId: link.workspaceId,
    keyId,
    tokenId: token?.tokenId ?? null,
    playId,
  });
}

async function embedOf(key: KeyRow, token: TokenRow | null): Promise<Embed | null> {
  const link = await loadLink({ workspaceId: key.workspaceId, id: key.linkId });
  if (!link) return null;
  return {
    ...{ link, keyId: key.id, showsTitle: key.showsTitle },
    token: token && { tokenId: token.id, label: token.label },
    origins: allowedOrigins(key.origins, link.embedding),
    state: stateOf(link, key, token),
  };
}

function stateOf(link: SharedLink, key: KeyRow, token: TokenRow | null): Embed["state"] {
  const at = now();
  const isOver = key.revokedAt !== null || key.expiresAt <= at || (token?.expiresAt ?? at) < at;
  // A condition that came with a new rule blocks the link; one of its own it never has.
  if (isOver || link.embedding.embed === "off" || !link.shows.embed) return "ended";
  if (isReady(link)) return "active";
  return link.state.state === "preparing" ? "preparing" : "ended";
}
