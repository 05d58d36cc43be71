import { now } from "#app/core/platform/clock.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { tryOnce } from "#app/core/platform/rate-limit.server.ts";
import type { Origin } from "../access/actor.ts";
import { countTry, limitOf } from "../account/tries.server.ts";
import { addHeard } from "../call/heard.ts";
import { DomainError } from "../errors.ts";
import { findWords } from "../share/visit-access.server.ts";
import { noteView, VISIT_MS, type Visit } from "../share/visit.server.ts";
import { decodeIndex, decodePage, wordsOf, wordText } from "../transcript/wire-decode.ts";
import type { RangeMs } from "../views.ts";
import { type Embed, loadEmbed } from "./embed.server.ts";
import { type Principal, readSignature } from "./signature.server.ts";

export type Playing = { embed: Embed; principal: Principal };

/**
 * What a player may have of a cut, asked for each request: by the signature in its address, and the key's state as of
 * now. No cookie is read.
 * @throws DomainError `forbidden` for a signature that is none, another cut's, or over; `link_ended`; `invalid_state`
 * while the cut is being made
 */
export async function playingOf(cutId: string, signature: string | null): Promise<Playing> {
  const principal = readSignature(cutId, signature);
  if (!principal) throw new DomainError("forbidden");
  const embed = await loadEmbed(principal);
  if (!embed || embed.state === "ended") throw new DomainError("link_ended");
  if (embed.link.cut?.id !== cutId) throw new DomainError("forbidden");
  if (embed.state === "preparing") throw new DomainError("invalid_state");
  return { embed, principal };
}

export type EmbedSound = { key: string; bytes: number; mime: string; etag: string; title: string };

/** The sound of what plays. @throws DomainError `not_found` */
export async function findSound({ embed }: Playing): Promise<EmbedSound> {
  const mix = embed.link.cut?.files.find(({ kind }) => kind === "mix");
  if (!mix) throw new DomainError("not_found");
  const [file] = await rows<{ key: string; bytes: bigint; mime: string; sha256: Buffer }>(
    Prisma.sql`
    SELECT key, bytes, mime, sha256 FROM cut_file
    WHERE workspace_id = ${embed.link.workspaceId}::uuid AND id = ${mix.id}::uuid`,
    { isPrepared: true },
  );
  if (!file) throw new DomainError("not_found");
  const etag = `"${file.sha256.toString("hex")}"`;
  return { key: file.key, bytes: Number(file.bytes), mime: file.mime, etag, title: "" };
}

/** Whether an answer that runs may go on. */
export async function mayPlayOn({ embed, principal }: Playing): Promise<boolean> {
  const current = await loadEmbed(principal);
  return current?.state === "active" && current.link.version === embed.link.version;
}

/** A word of what is said: its text, its start and end in ms, and whether a space stands before it. */
export type PlayerWord = [text: string, t0Ms: number, t1Ms: number, isSpaced: boolean];
export type PlayerSegment = {
  name: string;
  side: "R" | "C" | null;
  t0Ms: number;
  t1Ms: number;
  words: PlayerWord[];
};

/** What is said, on the player's clock. @throws DomainError `not_found` where the key shows no words */
export async function listPlayerWords({ embed }: Playing): Promise<PlayerSegment[]> {
  const wire = await findWords(embed.link);
  if (!wire) throw new DomainError("not_found");
  const table = decodeIndex(wire.index);
  return wire.pages.flatMap((sent, number) => {
    const page = decodePage(table, number, sent);
    return page.text.map((_, at) => {
      const segment = page.first + at;
      const lane = wire.index.lanes[table.lane[segment] ?? 0];
      const [first, end] = wordsOf(page, segment);
      return {
        ...{ name: lane?.name ?? "", side: lane?.side ?? null },
        ...{ t0Ms: table.t0Ms[segment] ?? 0, t1Ms: table.t1Ms[segment] ?? 0 },
        words: Array.from({ length: end - first }, (_unused, n): PlayerWord => {
          const word = first + n;
          const from = page.charStart[word] ?? 0;
          return [
            wordText(page, segment, word),
            ...([page.startMs[word] ?? 0, page.endMs[word] ?? 0] as const),
            n > 0 && from > (page.charEnd[word - 1] ?? 0),
          ];
        }),
      };
    });
  });
}

const visitorOf = ({ playId }: Principal) => hashOf(`embed:${playId}`);

/**
 * Counts a view, once for a player that was drawn: when its first sound leaves.
 * @throws DomainError `rate_limited` where its key is asked too much
 */
export async function noteEmbedView(playing: Playing, origin: Origin): Promise<void> {
  const { embed, principal } = playing;
  const { workspaceId, linkId, version: linkVersion } = embed.link;
  const visitorHash = visitorOf(principal);
  const known = await db.shareVisit.count({ where: { workspaceId, linkId, visitorHash } });
  if (known > 0) return;
  await countTry({ counter: "embed-view", key: embed.keyId });
  const expiresAt = new Date(now().getTime() + VISIT_MS);
  const visitId = crypto.randomUUID();
  const { count } = await db.shareVisit.createMany({
    data: {
      ...{ id: visitId, workspaceId, linkId, visitorHash, linkVersion, expiresAt },
      ...{ grantedAt: now(), embedKeyId: embed.keyId, label: embed.token?.label ?? null },
    },
    skipDuplicates: true,
  });
  if (count === 0) return;
  const visit: Visit = {
    ...{ visitId, hasPassword: false, email: null, codeExpiresAt: null },
    ...{ isGranted: true, isViewed: false, expiresAt },
  };
  await noteView(embed.link, visit, { origin, memberId: null });
  await db.embedKey.updateMany({
    where: { workspaceId, id: embed.keyId },
    data: { views: { increment: 1 } },
  });
}

const MEGABYTE = 1_000_000;

/**
 * Before bytes leave: a key in a public page plays for anyone who has it. Nothing is counted yet: browsers ask for all
 * of a file and take the first seconds.
 * @throws DomainError `rate_limited` once as much has left in the hour as one key may give
 */
export const demandBytes = ({ embed }: Playing): Promise<void> =>
  countTry({ counter: "embed-megabytes", key: embed.keyId, points: 0 });

/** What has left, once it has. */
export async function noteBytes({ embed }: Playing, bytes: number): Promise<void> {
  await tryOnce(limitOf("embed-megabytes"), embed.keyId, Math.ceil(bytes / MEGABYTE));
  await db.embedKey.updateMany({
    where: { workspaceId: embed.link.workspaceId, id: embed.keyId },
    data: { bytes: { increment: BigInt(bytes) } },
  });
}

/** Notes what was heard, in seconds of the cut. Before the first sound nothing was. */
export async function recordEmbedHeard(
  { embed, principal }: Playing,
  ranges: readonly RangeMs[],
): Promise<void> {
  const { workspaceId, linkId, cut } = embed.link;
  await countTry({ counter: "share-pulse", key: principal.playId });
  if (ranges.length === 0 || cut === null) return;
  const visitorHash = visitorOf(principal);
  await db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ id: string; heard: Uint8Array | null }[]>`
      SELECT id, heard FROM share_visit WHERE workspace_id = ${workspaceId}::uuid AND link_id = ${linkId}::uuid
        AND visitor_hash = ${visitorHash} FOR UPDATE`;
    if (!row) return;
    const { bits } = addHeard(row.heard, ranges, cut.durationMs);
    await tx.shareVisit.updateMany({
      where: { workspaceId, id: row.id },
      data: { heard: bits, seenAt: now() },
    });
  });
}
