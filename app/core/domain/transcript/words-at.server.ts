import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { RangeMs } from "../views.ts";
import { UNSPACED } from "../words/fold.ts";
import { joinWords, type Word } from "../words/words.ts";
import { decodeWords } from "../words/words-codec.ts";
import { FLAGS } from "../words/flags.ts";
import { LOW_CONFIDENCE } from "./wire-encode.ts";

/** Where somebody said something: of whom and when, ms from the start of the call. */
export type Place = RangeMs & { participantId: string | null };
/** A version of a transcript as its segments are stored: the base they belong to and the version's number. */
export type StoredVersion = { workspaceId: string; baseId: string; number: number };
/** `text` is empty where no word is left at the place; `unsure` is the share, 0–1, of words the recogniser doubts. */
export type WordsAt = { text: string; unsure: number };

type Line = { participant_id: string | null; t0_ms: number; text: string; words: Buffer };

/** The words of a version at each of the places, in the order of the places; what is bleed is none of them. */
export async function findWordsAt(
  { workspaceId, baseId, number }: StoredVersion,
  places: readonly Place[],
): Promise<WordsAt[]> {
  if (places.length === 0) return [];
  const wanted = JSON.stringify(
    places.map(({ participantId, t0Ms, t1Ms }) => ({ participantId, t0Ms, t1Ms })),
  );
  const lines = await rows<Line>(Prisma.sql`
    SELECT s.participant_id, s.t0_ms, s.text, s.words FROM segment s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.base_id = ${baseId}::uuid AND s.is_final
      AND s.flags & ${FLAGS.bleed} = 0 AND s.from_version <= ${number} AND (s.to_version IS NULL OR s.to_version > ${number})
      AND EXISTS (
        SELECT 1 FROM jsonb_to_recordset(${wanted}::jsonb) AS p("participantId" uuid, "t0Ms" int, "t1Ms" int)
        WHERE p."participantId" IS NOT DISTINCT FROM s.participant_id AND s.t0_ms < p."t1Ms" AND s.t1_ms > p."t0Ms")
    ORDER BY s.t0_ms, s.no`);
  const spoken = Map.groupBy(
    lines.map(({ participant_id, t0_ms, text, words }) => ({
      of: participant_id,
      words: decodeWords(words, text, t0_ms),
    })),
    ({ of }) => of,
  );
  return places.map((place) => {
    const said = (spoken.get(place.participantId) ?? [])
      .map(({ words }) => words.filter((word) => isInside(word, place)))
      .filter((words) => words.length > 0);
    const all = said.flat();
    const unsure = all.filter(({ confidence }) => (confidence ?? 100) < LOW_CONFIDENCE);
    return {
      text: said.map(joinWords).reduce(joinTexts, ""),
      unsure: all.length === 0 ? 0 : unsure.length / all.length,
    };
  });
}

/** By its middle: stored times are rounded to ticks, and a place may begin inside one. */
const isInside = (word: Word, { t0Ms, t1Ms }: RangeMs): boolean => {
  const middle = (word.startMs + word.endMs) / 2;
  return middle >= t0Ms && middle <= t1Ms;
};

const joinTexts = (text: string, more: string): string => {
  if (text === "") return more;
  const isTight = UNSPACED.test(text.slice(-1)) || UNSPACED.test(more.charAt(0));
  return `${text}${isTight ? "" : " "}${more}`;
};
