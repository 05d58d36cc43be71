import type { Member } from "#app/core/domain/access/actor.ts";
import { visible } from "#app/core/domain/access/access.ts";
import { findMemberActor } from "#app/core/domain/account/member-actor.server.ts";
import type { NoticeLine } from "#app/core/domain/notification/email-templates.ts";
import { queueEmail } from "#app/core/domain/notification/outbox.server.ts";
import { unsubscribeUrl } from "#app/core/domain/notification/unsubscribe.server.ts";
import { searchCalls } from "#app/core/domain/search/search.server.ts";
import { nextDue } from "#app/core/domain/view/follow.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { errorFacts } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { paths } from "#app/paths.ts";
import { listConditions } from "./recordings-conditions.server.ts";
import { questionOf } from "./recordings-filters.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";

/** Digests of one round; the next one comes a minute later. */
const MOST_DIGESTS = 200;
/** So many calls stand in one e-mail, the newest; the others are counted. */
const MOST_LINES = 20;

type Key = { workspaceId: string; viewId: string; memberId: string };
type Due = { pace: "daily" | "weekly"; due_at: Date; since: Date };

/**
 * Writes the e-mails of what is new in saved views, to each member by the rights they have now; nothing where nothing is
 * new. Private calls and a demo's invented ones are in none of them, not even in their number.
 * @returns how many were queued
 */
export async function sendDueDigests(): Promise<number> {
  const due = await db.viewDigest.findMany({
    where: { dueAt: { lte: now() } },
    orderBy: { dueAt: "asc" },
    take: MOST_DIGESTS,
    select: { workspaceId: true, viewId: true, memberId: true },
  });
  let sent = 0;
  for (const key of due)
    try {
      sent += Number(await send(key));
    } catch (error) {
      // One that cannot be written holds up no other; it is tried again.
      log.error({ view: key.viewId, err: errorFacts(error) }, "a digest failed");
    }
  return sent;
}

async function send(key: Key): Promise<boolean> {
  const actor = await findMemberActor(key.workspaceId, key.memberId);
  return db.$transaction(async (tx) => {
    const due = await lockDue(tx, key);
    if (!due) return false;
    const view =
      actor &&
      (await tx.savedView.findFirst({
        where: { id: key.viewId, AND: visible(actor, "view.read") },
        select: { name: true, query: true, deletedAt: true },
      }));
    // Whoever has left or may not open it any more is told of it no more; a deleted view may come back.
    if (!actor || !view) {
      await tx.viewDigest.deleteMany({ where: key });
      return false;
    }
    const until = now();
    await tx.viewDigest.updateMany({
      where: key,
      data: { sentAt: until, dueAt: nextDue(due.pace, until, actor.timeZone ?? "UTC") },
    });
    if (view.deletedAt !== null || !canSend()) return false;
    const found = await findNew(tx, actor, view.query, { since: due.since, until });
    if (found.lines.length === 0) return false;
    await queue(tx, actor, { key, due, name: view.name, ...found });
    return true;
  });
}

/** With nothing to write with, what is new stays in the view, and is no e-mail of a later day. */
const canSend = (): boolean => env().SMTP_URL !== undefined || env().hasMailPage;

/** Two workers at the same moment: the second finds nothing. */
async function lockDue(tx: Tx, { workspaceId, viewId, memberId }: Key): Promise<Due | null> {
  const [due] = await tx.$queryRaw<Due[]>(Prisma.sql`
    SELECT pace, due_at, coalesce(sent_at, created_at) AS since FROM view_digest
    WHERE workspace_id = ${workspaceId}::uuid AND view_id = ${viewId}::uuid AND member_id = ${memberId}::uuid AND due_at <= ${now()}
    FOR UPDATE SKIP LOCKED`);
  return due ?? null;
}

type New = { lines: NoticeLine[]; count: number };

/** Calls that came since then and match, the newest first. */
async function findNew(
  tx: Tx,
  actor: Member,
  text: string,
  { since, until }: { since: Date; until: Date },
): Promise<New> {
  const { query } = parseRecordingsQuery(new URLSearchParams(text), actor.timeZone ?? "UTC");
  if (query.show === "deleted") return { lines: [], count: 0 };
  const search = query.q === "" ? null : await searchCalls(actor, questionOf(query));
  const found = await tx.$queryRaw<{ id: string; title: string; owner: string; n: number }[]>(
    Prisma.sql`
    SELECT c.id, c.title, o.name AS owner, (count(*) OVER ())::int AS n FROM call c
    JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary
    JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
    WHERE ${listConditions(actor, query, search && [...search.hits.keys()])} AND c.visibility <> 'private' AND NOT c.is_sample
      AND c.created_at > ${since} AND c.created_at <= ${until}
    ORDER BY c.started_at DESC, c.id DESC LIMIT ${MOST_LINES}`,
  );
  return {
    lines: found.map(({ id, title, owner }) => ({
      kind: "call",
      who: owner,
      call: title,
      url: `${env().appUrl}${paths.playback(id)}`,
    })),
    count: found[0]?.n ?? 0,
  };
}

type Digest = New & { key: Key; due: Due; name: string };

const queue = (tx: Tx, actor: Member, { key, due, name, lines, count }: Digest): Promise<void> =>
  queueEmail(
    tx,
    {
      to: actor.email,
      language: actor.language === "ja" ? "ja" : "en",
      workspaceId: actor.workspaceId,
    },
    {
      name: "view_digest",
      dedupe: `${key.viewId}:${key.memberId}:${due.due_at.toISOString()}`,
      facts: {
        url: `${env().appUrl}${paths.recordings({ view: key.viewId })}`,
        view: name,
        lines,
        more: count - lines.length,
        unsubscribeUrl: unsubscribeUrl(actor, `view:${key.viewId}`),
      },
    },
  );
