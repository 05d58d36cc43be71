import * as z from "zod";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { besideOf } from "#app/core/domain/transcript/coverage.server.ts";
import type { TranscriptView } from "#app/core/domain/transcript/transcript-views.ts";
import {
  correctSpeakerSchema,
  correctWordsSchema,
  revertTranscriptSchema,
} from "#app/core/domain/transcript/transcript.schema.ts";
import { editTranscript } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { command } from "./playback-part.server.ts";
import type { PlaybackSource, VersionRow } from "./playback-source.server.ts";

/** What is known of the words of a call, which themselves come page by page, and how they are corrected. */
export const transcriptPart = {
  load,
  commands: {
    correct_words: command({
      schema: correctWordsSchema,
      needs: "transcript.update",
      run: (actor, input, { callId }) => editTranscript(actor, callId, input),
    }),
    correct_speaker: command({
      schema: correctSpeakerSchema,
      needs: "transcript.update",
      run: (actor, input, { callId }) => editTranscript(actor, callId, input),
    }),
    revert_transcript: command({
      schema: revertTranscriptSchema,
      needs: "transcript.update",
      run: (actor, input, { callId }) => editTranscript(actor, callId, input),
    }),
  },
};

async function load({ call, versions, current }: PlaybackSource): Promise<TranscriptView | null> {
  if (!current) return null;
  const { workspaceId } = call;
  const base = versions.find(({ id }) => id === current.baseId) ?? current;
  const by = versions.flatMap(({ createdBy }) => (createdBy === null ? [] : [createdBy]));
  const [authors, counted] = await Promise.all([
    by.length === 0
      ? []
      : db.member.findMany({
          where: { workspaceId, id: { in: by } },
          select: { id: true, name: true },
        }),
    rows<{ n: number }>(Prisma.sql`
      SELECT count(*)::int AS n FROM segment WHERE workspace_id = ${workspaceId}::uuid AND base_id = ${current.baseId}::uuid
        AND from_version <= ${current.number} AND (to_version IS NULL OR to_version > ${current.number})`),
  ]);
  const { engine } = base;
  return {
    number: current.number,
    origin: current.origin,
    engine,
    model: base.model,
    language: current.language,
    isBasic: engine === "pocketsphinx",
    isImported: base.origin === "import",
    notice: noticeOf(base),
    beside:
      versions
        .filter(({ number }) => number > current.number)
        .map(({ settings }) => besideOf(settings))
        .find((why) => why !== null) ?? null,
    words: current.words,
    segments: counted[0]?.n ?? 0,
    versions: versions.map(({ createdAt, createdBy, ...version }) => ({
      number: version.number,
      origin: version.origin,
      engine: version.engine,
      by: authors.find(({ id }) => id === createdBy)?.name ?? null,
      at: createdAt.toISOString(),
      isCurrent: version.isCurrent,
    })),
  };
}

/** Mean confidence of the built-in engine under 0.7 is doubtful, under 0.5 mostly wrong (speech §1.3, measured in §4.3). */
function noticeOf({ engine, confidence, spread, settings }: VersionRow): string | null {
  const timing = z.object({ timing: z.string() }).safeParse(settings).data?.timing;
  if (timing === "made_up" || timing === "between") return `times_${timing}`;
  if (engine === "pocketsphinx" && confidence !== null && confidence < 0.5) return "unreliable";
  if (engine === "pocketsphinx" && confidence !== null && confidence < 0.7) return "doubtful";
  return spread !== null && spread > 0.05 ? "times_estimated" : null;
}
