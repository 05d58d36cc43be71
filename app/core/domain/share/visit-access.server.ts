import { now } from "#app/core/platform/clock.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { countTry } from "../account/tries.server.ts";
import { addHeard } from "../call/heard.ts";
import type { CutWords } from "../cut/cut.ts";
import { DomainError } from "../errors.ts";
import type { WireIndex, WirePage } from "../transcript/wire.ts";
import type { RangeMs } from "../views.ts";
import { type LinkRef, loadHotLink, type SharedLink } from "./shared-link.server.ts";
import {
  findVisitRow,
  noteView,
  refuseEnded,
  type VisitFrom,
  type Visit,
  type VisitRow,
  visitOf,
} from "./visit.server.ts";

/** A browser that was let in, and what it was let in to. */
export type Access = { link: SharedLink; visit: Visit };

/**
 * What a browser may have of a cut, asked for each request: by its cookie and the link's state as of now.
 * @throws DomainError `not_found` for who was never let in, `link_ended`, `unauthenticated` when the grant ran out or the
 * password was changed, `invalid_state` while the cut is being made
 */
async function accessTo(ref: LinkRef, secret: string | null): Promise<Access> {
  if (secret === null || secret === "") throw new DomainError("not_found");
  const [link, row] = await Promise.all([loadHotLink(ref), findVisitRow(ref, secret)]);
  return accessOf(link, row);
}

function accessOf(link: SharedLink | null, before: VisitRow | null): Access {
  if (!link || !before?.grantedAt) throw new DomainError("not_found");
  const { email } = before;
  if (email !== null && !link.addresses.includes(email)) throw new DomainError("link_ended");
  const visit = visitOf(link, before);
  refuseEnded(link, visit);
  if (visit?.isGranted !== true) throw new DomainError("unauthenticated");
  if (!isReady(link)) throw new DomainError("invalid_state");
  return { link, visit };
}

/**
 * What a cut was made for: a link of its own, an item of a link's list, or a clip, which any number of links may lead to
 * and any number of lists may hold.
 */
type OfCut = {
  workspaceId: string;
  linkId: string | null;
  itemId: string | null;
  clipId: string | null;
};
const OF_CUT = Prisma.sql`c.workspace_id AS "workspaceId", coalesce(c.link_id, si.link_id) AS "linkId",
  c.share_item_id AS "itemId", c.clip_id AS "clipId"`;
const WITH_ITEM = Prisma.sql`LEFT JOIN share_item si ON si.workspace_id = c.workspace_id AND si.id = c.share_item_id`;

/**
 * The same by what is asked for. Of several links to one clip it is the one that the browser was let in to last and that
 * still leads there.
 * @throws DomainError as `accessTo`
 */
async function accessToCut(cut: OfCut, secret: string | null): Promise<Access> {
  const { workspaceId, linkId, itemId, clipId } = cut;
  if (linkId !== null) return accessTo({ workspaceId, linkId, itemId }, secret);
  if (clipId === null || secret === null || secret === "") throw new DomainError("not_found");
  const found = await rows<LinkRef>(
    Prisma.sql`
    SELECT l.workspace_id AS "workspaceId", l.id AS "linkId", l.item_id AS "itemId" FROM (
      SELECT workspace_id, id, NULL::uuid AS item_id FROM shared_link
      WHERE workspace_id = ${workspaceId}::uuid AND clip_id = ${clipId}::uuid
      UNION ALL SELECT workspace_id, link_id, id FROM share_item
      WHERE workspace_id = ${workspaceId}::uuid AND clip_id = ${clipId}::uuid AND removed_at IS NULL) l
    JOIN share_visit v ON v.workspace_id = l.workspace_id AND v.link_id = l.id AND v.visitor_hash = ${hashOf(secret)}
    WHERE v.granted_at IS NOT NULL ORDER BY v.granted_at DESC`,
    { isPrepared: true },
  );
  let refusal: unknown = new DomainError("not_found");
  for (const ref of found)
    try {
      return await accessTo(ref, secret);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusal = error;
    }
  throw refusal;
}

/** Its files and words can be shown; who has a grant goes on where the views are used up. */
export const isReady = ({ state }: Pick<SharedLink, "state">): boolean =>
  state.state === "active" || state.state === "exhausted";

export type VisitorFile = {
  access: Access;
  kind: "mix" | "peaks";
  key: string;
  bytes: number;
  mime: string;
  etag: string;
  title: string;
};

type FileRow = OfCut &
  Pick<VisitorFile, "kind" | "key" | "mime"> & { bytes: bigint; sha256: Buffer } & (
    | (Omit<VisitRow, "id"> & { visitId: string })
    | { visitId: null }
  );

/**
 * A file of a cut for a browser that was let in. The browser's visit is read with it: sound is asked for by every jump.
 * @throws DomainError as `accessTo`
 */
export async function findVisitorFile(fileId: string, secret: string | null): Promise<VisitorFile> {
  if (secret === null || secret === "") throw new DomainError("not_found");
  const [file] = await rows<FileRow>(
    Prisma.sql`
    SELECT f.kind, f.key, f.bytes, f.mime, f.sha256, ${OF_CUT}, v.id AS "visitId", v.password_at AS "passwordAt", v.email,
      v.code_expires_at AS "codeExpiresAt", v.granted_at AS "grantedAt", v.viewed_at AS "viewedAt", v.expires_at AS "expiresAt",
      v.link_version AS "linkVersion"
    FROM cut_file f JOIN cut c ON c.workspace_id = f.workspace_id AND c.id = f.cut_id ${WITH_ITEM}
    LEFT JOIN share_visit v ON v.visitor_hash = ${hashOf(secret)} AND v.link_id = coalesce(c.link_id, si.link_id)
    WHERE f.id = ${fileId}::uuid AND f.kind IN ('mix', 'peaks')`,
    { isPrepared: true },
  );
  if (!file) throw new DomainError("not_found");
  const { workspaceId, linkId, itemId } = file;
  const access =
    linkId === null
      ? await accessToCut(file, secret)
      : accessOf(
          await loadHotLink({ workspaceId, linkId, itemId }),
          file.visitId === null ? null : { ...file, id: file.visitId },
        );
  return {
    access,
    ...{ kind: file.kind, key: file.key, bytes: Number(file.bytes), mime: file.mime },
    etag: `"${file.sha256.toString("hex")}"`,
    title: access.link.title,
  };
}

/**
 * Whether an answer that runs may go on: the same browser, still let in, to a link that still leads there; a download as
 * long as it is allowed.
 */
export async function mayGoOn({ link, visit }: Access, isDownload: boolean): Promise<boolean> {
  const { workspaceId, version } = link;
  const current = await loadHotLink(link);
  if (current?.version !== version || !isReady(current)) return false;
  if (isDownload && !current.mayDownload) return false;
  const found = await db.shareVisit.count({
    where: { workspaceId, id: visit.visitId, linkVersion: version, expiresAt: { gt: now() } },
  });
  return found > 0 && (visit.email === null || current.addresses.includes(visit.email));
}

/** The words that a link shows; null where it shows none, or there are none. Names are left out where it names nobody. */
export async function findWords({ workspaceId, shows, cut }: SharedLink): Promise<CutWords | null> {
  if (!shows.transcript || !cut?.hasWords) return null;
  const found = await db.cut.findFirst({
    where: { workspaceId, id: cut.id },
    select: { words: true },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `cut.make` wrote it from this very type
  const words = (found?.words ?? null) as CutWords | null;
  if (words === null || shows.names) return words;
  const lanes = words.index.lanes.map((lane) => ({ ...lane, name: "" }));
  return { ...words, index: { ...words.index, lanes } };
}

/** @throws DomainError as `accessTo` */
async function accessByCut(cutId: string, secret: string | null): Promise<Access> {
  const [found] = await rows<OfCut>(
    Prisma.sql`
    SELECT ${OF_CUT} FROM cut c ${WITH_ITEM} WHERE c.id = ${cutId}::uuid`,
    { isPrepared: true },
  );
  if (!found) throw new DomainError("not_found");
  return accessToCut(found, secret);
}

/** @throws DomainError as `accessTo`; `not_found` where the link shows no words, and beyond the last page */
export async function getWordsFor(
  cutId: string,
  secret: string | null,
): Promise<{ access: Access; words: CutWords }> {
  const access = await accessByCut(cutId, secret);
  const words = await findWords(access.link);
  if (words === null) throw new DomainError("not_found");
  return { access, words };
}

/** One page of them, or where each segment starts. @throws DomainError as `getWordsFor` */
export async function getWordsPage(
  cutId: string,
  page: "index" | number,
  secret: string | null,
): Promise<WireIndex | WirePage> {
  const { words } = await getWordsFor(cutId, secret);
  const found = page === "index" ? words.index : words.pages[page];
  if (!found) throw new DomainError("not_found");
  return found;
}

/** What a page says of itself every few seconds. `isOpened`: Play was pressed on it, or the words. */
export type Pulse = { ranges: readonly RangeMs[]; isOpened: boolean };

/**
 * Notes that a visitor's page is open and what was heard there, in seconds of the cut.
 * @throws DomainError as `accessTo`, by which the page learns of an end; `rate_limited`
 */
export async function recordPulse(
  cutId: string,
  { secret, ...from }: VisitFrom & { secret: string | null },
  { ranges, isOpened }: Pulse,
): Promise<void> {
  const { link, visit } = await accessByCut(cutId, secret);
  await countTry({ counter: "share-pulse", key: visit.visitId });
  if (isOpened || ranges.length > 0) await noteView(link, visit, from);
  const { workspaceId, itemId, cut } = link;
  if (ranges.length === 0 || cut === null) return;
  if (itemId !== null) {
    await addHeardOfItem(visit, { workspaceId, itemId }, { ranges, durationMs: cut.durationMs });
    return;
  }
  await db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ heard: Uint8Array | null; granted_at: Date }[]>`
      SELECT heard, granted_at FROM share_visit WHERE workspace_id = ${workspaceId}::uuid AND id = ${visit.visitId}::uuid FOR UPDATE`;
    if (!row) return;
    const heard = addPlausible(row.heard, {
      ranges,
      durationMs: cut.durationMs,
      since: row.granted_at,
    });
    await tx.shareVisit.updateMany({
      where: { workspaceId, id: visit.visitId },
      data: { ...(heard && { heard }), seenAt: now() },
    });
  });
}

/** Seconds of one item of a list; that the visitor was here stands with the visit. */
async function addHeardOfItem(
  { visitId }: Visit,
  { workspaceId, itemId }: { workspaceId: string; itemId: string },
  { ranges, durationMs }: { ranges: readonly RangeMs[]; durationMs: number },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [visited] = await tx.$queryRaw<{ granted_at: Date }[]>`
      SELECT granted_at FROM share_visit WHERE workspace_id = ${workspaceId}::uuid AND id = ${visitId}::uuid FOR UPDATE`;
    if (!visited) return;
    const key = { workspaceId, visitId, itemId };
    const row = await tx.shareHeard.findUnique({
      where: { workspaceId_visitId_itemId: key },
      select: { heard: true },
    });
    const before = row?.heard ?? null;
    const heard = addPlausible(before, { ranges, durationMs, since: visited.granted_at });
    if (heard)
      await tx.shareHeard.upsert({
        where: { workspaceId_visitId_itemId: key },
        create: { ...key, heard },
        update: { heard },
      });
    await tx.shareVisit.updateMany({
      where: { workspaceId, id: visitId },
      data: { seenAt: now() },
    });
  });
}

/** As fast as a player of ours plays, and what clocks and messages are late by. */
const MOST_RATE = 3;
const LATE_SECONDS = 30;

/**
 * What was played before, with what a page says now. Pages of visitors say what they like: more than can have been
 * played since the visit began is not written down, so that the log never says of a minute that an hour was played.
 * @returns null for that
 */
function addPlausible(
  before: Uint8Array | null,
  { ranges, durationMs, since }: { ranges: readonly RangeMs[]; durationMs: number; since: Date },
): Uint8Array<ArrayBuffer> | null {
  const { bits, seconds } = addHeard(before, ranges, durationMs);
  const passed = (now().getTime() - since.getTime()) / 1_000;
  return seconds <= passed * MOST_RATE + LATE_SECONDS ? bits : null;
}
