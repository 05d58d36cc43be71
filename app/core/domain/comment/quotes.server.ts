import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { findWordsAt } from "../transcript/words-at.server.ts";
import type { RangeMs } from "../views.ts";
import { joinWords } from "../words/words.ts";
import { decodeWords } from "../words/words-codec.ts";
import type { CommentQuote } from "./comment-views.ts";
import { FLAGS } from "../words/flags.ts";

type Ref = { workspaceId: string; callId: string };
type Line = {
  no: number;
  participant_id: string | null;
  t0_ms: number;
  text: string;
  words: Uint8Array;
};
/** A range over an hour quotes its beginning. */
const MOST = 20;
const OWNER = "comment";

/** Keeps what was said in the range of a comment, a row for each person's run of words. */
export async function keepQuotes(
  tx: Tx,
  { workspaceId, callId }: Ref,
  commentId: string,
  { t0Ms, t1Ms }: RangeMs,
): Promise<void> {
  const current = await tx.transcript.findFirst({
    where: { workspaceId, callId, isCurrent: true },
    select: { baseId: true },
  });
  if (!current) return;
  const { baseId } = current;
  const lines = await tx.$queryRaw<Line[]>`
    SELECT no, participant_id, t0_ms, text, words FROM segment
    WHERE workspace_id = ${workspaceId}::uuid AND base_id = ${baseId}::uuid AND to_version IS NULL AND is_final
      AND flags & ${FLAGS.bleed} = 0
      AND t0_ms < ${t1Ms} AND t1_ms > ${t0Ms} ORDER BY t0_ms, no LIMIT ${MOST}`;
  const said = lines.flatMap(({ no, participant_id: participantId, t0_ms, text, words }) => {
    const inside = decodeWords(words, text, t0_ms).filter((word) => {
      const middle = (word.startMs + word.endMs) / 2;
      return middle >= t0Ms && middle <= t1Ms;
    });
    const [first, last] = [inside[0], inside.at(-1)];
    if (!first || !last) return [];
    const at = { t0Ms: first.startMs, t1Ms: last.endMs };
    return [{ segment: no, participantId, ...at, quote: joinWords(inside) }];
  });
  await tx.evidence.createMany({
    data: said.map((row, ord) => ({
      ...{ id: newId(), workspaceId, ownerKind: OWNER, ownerId: commentId, ord, baseId },
      ...row,
    })),
  });
}

/**
 * The quotes of comments, by comment: as the newest words have them, so that a correction reaches them; where none are
 * left at that place, as they were kept.
 */
export async function quotesOf(
  { workspaceId, callId }: Ref,
  commentIds: readonly string[],
): Promise<Map<string, CommentQuote[]>> {
  if (commentIds.length === 0) return new Map();
  const kept = await db.evidence.findMany({
    where: { workspaceId, ownerKind: OWNER, ownerId: { in: [...commentIds] } },
    orderBy: [{ ownerId: "asc" }, { ord: "asc" }],
    select: { ownerId: true, participantId: true, t0Ms: true, t1Ms: true, quote: true },
  });
  if (kept.length === 0) return new Map();
  const current = await db.transcript.findFirst({
    where: { workspaceId, callId, isCurrent: true },
    select: { baseId: true, number: true },
  });
  const words = current ? await findWordsAt({ workspaceId, ...current }, kept) : [];
  const quotes = new Map<string, CommentQuote[]>();
  for (const [at, { ownerId, quote, ...place }] of kept.entries()) {
    const now = words[at]?.text ?? "";
    const before = quotes.get(ownerId) ?? [];
    quotes.set(ownerId, [...before, { ...place, text: now === "" ? quote : now }]);
  }
  return quotes;
}
