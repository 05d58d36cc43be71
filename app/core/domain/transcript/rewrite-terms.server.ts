import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { type AliasTrie, applyDictionary } from "../dictionary/alias.ts";
import { dictionaryFor } from "../dictionary/dictionary.server.ts";
import { encodeWords } from "../words/words-codec.ts";
import { type Edit, type SegmentRow, segmentWords } from "./edit.ts";
import { FLAGS } from "../words/flags.ts";
import { nextNumber } from "./publish.server.ts";
import { loadSegments } from "./transcript-rows.server.ts";
import { findCurrent, writeVersion } from "./transcript-writes.server.ts";

/** What a person wrote stays as it is. */
function rewritten(row: SegmentRow, trie: AliasTrie, version: number): SegmentRow | null {
  if (row.toVersion !== null || (row.flags & (FLAGS.edited | FLAGS.redacted)) !== 0) return null;
  const { words, replaced } = applyDictionary(segmentWords(row), trie);
  if (replaced === 0) return null;
  const packed = encodeWords(words, row.t0Ms);
  return {
    ...row,
    fromVersion: version,
    ...{ text: packed.text, words: packed.bytes },
    ...{ raw: row.raw ?? row.text, rawWords: row.rawWords ?? row.words },
  };
}

/**
 * Writes a past call with the dictionary as it is now, as a new version. Segments that somebody edited and transcripts
 * that came as a file stay as people wrote them.
 * @returns whether anything was written otherwise
 * @throws DomainError `not_found`, `forbidden`
 */
export async function rewriteTermsIn(tx: Tx, actor: Member, callId: string): Promise<boolean> {
  const { workspaceId } = actor;
  const found = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "transcript.read") },
    select: callAccess,
  });
  authorise(actor, "transcript.update", found);
  const number = await nextNumber(tx, workspaceId, callId);
  const from = await findCurrent(tx, workspaceId, callId);
  if (from === null || from.base === "import") return false;
  const { trie, version } = await dictionaryFor(workspaceId, callId, from.language);
  const rows = await loadSegments(tx, workspaceId, from.baseId);
  const added = rows.flatMap((row) => rewritten(row, trie, number) ?? []);
  if (added.length === 0) return false;
  const edit: Edit = { closed: added.map(({ no }) => no), added };
  await writeVersion(tx, actor, callId, { from, edit, rows, number, dictionary: version });
  await record(
    tx,
    actor,
    "transcript.corrected",
    { kind: "call", id: callId },
    { before: { number: from.number }, after: { number, segments: added.length, what: "terms" } },
  );
  const job = { v: 1, workspaceId, callId, number } as const;
  // One of many: what somebody waits for comes first.
  await enqueue(tx, deriveTranscript, `${callId}:${number}`, job, { priority: -1 });
  return true;
}
