import { Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { type Span, totalOfSpans } from "#app/core/platform/ranges.ts";
import { areWordsMissing, type Coverage, coveredMs, isPoorer } from "../words/coverage.ts";
import type { Word } from "../words/words.ts";
import { decodeWords } from "../words/words-codec.ts";
import type { StoredVersion } from "./words-at.server.ts";

/** Where people talk in a track, on the clock of the call, in order and without overlap. */
export type TrackVoice = {
  trackId: string;
  participantId: string | null;
  voice: readonly Span[];
};

type Said = { trackId: string | null; participantId: string | null; words: readonly Word[] };

/** Milliseconds of each track's voice that have words, by track id. */
export function coverTracks(
  tracks: readonly TrackVoice[],
  said: readonly Said[],
): Record<string, number> {
  const ids = new Set(tracks.map(({ trackId }) => trackId));
  return Object.fromEntries(
    tracks.map(({ trackId, participantId, voice }) => {
      const own = said.filter((segment) =>
        segment.trackId !== null && ids.has(segment.trackId)
          ? segment.trackId === trackId
          : // Words that came with a file, or of a track that was made again, belong to who said them.
            participantId === null || segment.participantId === participantId,
      );
      return [
        trackId,
        coveredMs(
          voice,
          own.flatMap(({ words }) => words),
        ),
      ];
    }),
  );
}

/** The same of a stored version, which may have been corrected since. */
export async function coverVersion(
  tx: Tx,
  { workspaceId, baseId, number }: StoredVersion,
  tracks: readonly TrackVoice[],
): Promise<Record<string, number>> {
  const rows = await tx.segment.findMany({
    where: {
      ...{ workspaceId, baseId, isFinal: true, fromVersion: { lte: number } },
      OR: [{ toVersion: null }, { toVersion: { gt: number } }],
    },
    select: { trackId: true, participantId: true, t0Ms: true, text: true, words: true },
  });
  return coverTracks(
    tracks,
    rows.map(({ text, words, t0Ms, ...row }) => ({
      ...row,
      words: decodeWords(words, text, t0Ms),
    })),
  );
}

/**
 * A version of words `t` was written by hand: the dictionary notes itself in those it wrote, and so does a revert, whose
 * words are those of the version it goes back to.
 */
export const IS_CORRECTED = Prisma.sql`EXISTS (SELECT 1 FROM transcript h
  WHERE h.workspace_id = t.workspace_id AND h.base_id = t.base_id
    AND h.number <= CASE WHEN t.settings->'isReverted' IS NULL THEN t.number ELSE (t.settings->>'from')::int END
    AND h.origin = 'edit' AND h.settings->'dictionary' IS NULL AND h.settings->'isReverted' IS NULL)`;

/** Why the words that people read stay, and newly recognised ones are put beside them. */
export const KEPT_FOR = ["fewer", "corrected", "chosen"] as const;
export type KeptFor = (typeof KEPT_FOR)[number];

/** Why a version was put beside the one people read, as its settings note it; null of any other. */
export function besideOf(settings: Prisma.JsonValue): KeptFor | null {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return null;
  return KEPT_FOR.find((one) => one === settings["beside"]) ?? null;
}

type Current = {
  id: string;
  baseId: string;
  number: number;
  isCorrected: boolean;
  isChosen: boolean;
};

/**
 * Whether the words that people read stay when others were recognised: where those were corrected by hand, where they
 * cover more of what is said, and where a person chose them, unless they lack words and the new ones do not. Those that
 * stay are measured by the same voice.
 * @param covered by track id, of the new words
 * @returns null: the new ones take their place
 */
export async function findKept(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
  tracks: readonly TrackVoice[],
  covered: Readonly<Record<string, number>>,
): Promise<KeptFor | null> {
  const [current] = await tx.$queryRaw<Current[]>(Prisma.sql`
    SELECT t.id, t.base_id AS "baseId", t.number, ${IS_CORRECTED} AS "isCorrected",
      t.settings->'isReverted' IS NOT NULL AS "isChosen"
    FROM transcript t WHERE t.workspace_id = ${workspaceId}::uuid AND t.call_id = ${callId}::uuid AND t.is_current`);
  if (!current) return null;
  const before = await coverVersion(tx, { workspaceId, ...current }, tracks);
  const isMended =
    areWordsMissing(measured(tracks, before)) && !areWordsMissing(measured(tracks, covered));
  const kept = current.isCorrected
    ? "corrected"
    : isPoorer(covered, before)
      ? "fewer"
      : current.isChosen && !isMended
        ? "chosen"
        : null;
  if (kept !== null) await keepCovered(tx, workspaceId, current.id, before);
  return kept;
}

/** Writes down how much of what is said a version covers. */
export async function keepCovered(
  tx: Tx,
  workspaceId: string,
  id: string,
  covered: Record<string, number>,
): Promise<void> {
  const coveredMs = Object.values(covered).reduce((sum, ms) => sum + ms, 0);
  await tx.transcript.updateMany({ where: { workspaceId, id }, data: { covered, coveredMs } });
}

const measured = (
  tracks: readonly TrackVoice[],
  covered: Readonly<Record<string, number>>,
): Coverage[] =>
  tracks.map(({ trackId, voice }) => ({
    voiceMs: totalOfSpans(voice),
    coveredMs: covered[trackId] ?? 0,
  }));
