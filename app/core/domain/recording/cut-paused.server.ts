import type { Tx } from "#app/core/platform/db.server.ts";
import type { Span } from "#app/core/platform/ranges.ts";
import { segmentVector } from "../words/tsvector.ts";
import { rowOf } from "../transcript/publish.server.ts";
import type { Word } from "../words/words.ts";
import { decodeWords } from "../words/words-codec.ts";

/** An engine's times are so exact; a word that reaches further into a pause was said in it. */
const EDGE_MS = 100;

/** Words of which no more than their edge lies in one of the spans. */
function wordsOutside(words: readonly Word[], spans: readonly Span[]): Word[] {
  const most = ({ startMs, endMs }: Word): number => Math.min(EDGE_MS, (endMs - startMs) / 2);
  const kept = words.filter((word) =>
    spans.every(
      ({ fromMs, toMs }) =>
        Math.min(word.endMs, toMs) - Math.max(word.startMs, fromMs) <= most(word),
    ),
  );
  const [first, ...others] = kept;
  return first ? [{ ...first, isSpaced: false }, ...others] : [];
}

/**
 * Takes the words that were said in a pause out of a live transcript: an order is on its way for a moment, and what was
 * begun before it was heard to the end. Pieces that keep none go.
 */
export async function cutPaused(
  tx: Tx,
  workspaceId: string,
  baseId: string,
  paused: readonly Span[],
): Promise<void> {
  if (paused.length === 0) return;
  const touched = await tx.segment.findMany({
    where: {
      ...{ workspaceId, baseId, fromVersion: 1 },
      OR: paused.map(({ fromMs, toMs }) => ({
        t0Ms: { lt: Math.ceil(toMs) },
        t1Ms: { gt: Math.floor(fromMs) },
      })),
    },
    select: {
      ...{ no: true, participantId: true, trackId: true, t0Ms: true, t1Ms: true, timing: true },
      ...{ text: true, words: true, raw: true, rawWords: true, flags: true },
    },
  });
  for (const row of touched) {
    const words = decodeWords(row.words, row.text, row.t0Ms);
    const kept = wordsOutside(words, paused);
    if (kept.length === words.length) continue;
    const [first, last] = [kept[0], kept.at(-1)];
    if (!first || !last) {
      await tx.segment.deleteMany({ where: { workspaceId, baseId, no: row.no, fromVersion: 1 } });
      continue;
    }
    const rawWords =
      row.raw !== null && row.rawWords
        ? wordsOutside(decodeWords(row.rawWords, row.raw, row.t0Ms), paused)
        : null;
    const cut = rowOf(
      {
        ...{ participantId: row.participantId, trackId: row.trackId, flags: row.flags },
        ...{ t0Ms: first.startMs, t1Ms: last.endMs, words: kept, rawWords },
        timing: row.timing ?? "engine",
      },
      row.no,
      1,
    );
    await tx.$executeRaw`
      UPDATE segment SET t0_ms = ${cut.t0Ms}, t1_ms = ${cut.t1Ms}, text = ${cut.text}, words = ${cut.words}, raw = ${cut.raw},
        raw_words = ${cut.rawWords}, confidence = ${cut.confidence}::int, doc = ${segmentVector(cut.text)}::tsvector
      WHERE workspace_id = ${workspaceId}::uuid AND base_id = ${baseId}::uuid AND no = ${row.no} AND from_version = 1`;
  }
}
