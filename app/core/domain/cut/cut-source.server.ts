import { db } from "#app/core/platform/db.server.ts";
import type { System } from "../access/actor.ts";
import { isBleed } from "../words/flags.ts";
import type { RangeMs } from "../views.ts";
import { decodeWords } from "../words/words-codec.ts";
import type { CutLane, CutMask } from "./cut.ts";
import { isMasked, MASKED } from "./masks.ts";
import type { SaidSegment } from "./words.ts";

/** A voice that may leave the house: where its sound lies, on the clock of the call. */
export type CutTrack = CutLane & {
  participantId: string | null;
  key: string;
  offsetMs: number;
  durationMs: number | null;
};

/** A coach is heard by their colleague alone, and never outside. */
const MAY_LEAVE = {
  isExcludedFromShares: false,
  source: { not: "coach" as const },
  NOT: { participant: { role: "coach" as const } },
};

/**
 * The voices of a call that may be heard outside, by lane.
 * @returns empty where the call has no sound, or not any more
 */
export async function findCutTracks({ workspaceId }: System, callId: string): Promise<CutTrack[]> {
  const recording = await db.recording.findFirst({
    where: {
      workspaceId,
      callId,
      isPrimary: true,
      mediaRemovedAt: null,
      state: { not: "discarded" },
    },
    select: {
      tracks: {
        where: MAY_LEAVE,
        orderBy: { lane: "asc" },
        select: {
          ...{ source: true, offsetMs: true, durationMs: true },
          participantId: true,
          participant: { select: { name: true, side: true } },
          files: { where: { kind: "track" }, select: { key: true } },
        },
      },
    },
  });
  const tracks = recording?.tracks ?? [];
  return tracks
    .filter(({ source }) => source !== "mix" || tracks.length === 1)
    .flatMap(({ participantId, participant, offsetMs, durationMs, files: [file] }) =>
      file
        ? [
            {
              participantId,
              name: participant?.name ?? "",
              side: participant?.side ?? null,
              key: file.key,
              offsetMs,
              durationMs,
            },
          ]
        : [],
    );
}

export type CutTranscript = { number: number; said: SaidSegment[]; lanes: CutLane[] };

/**
 * What the current transcript says in these ranges, and who; null before there is one. What a microphone picked up of
 * the other side is left out: there it is read already.
 * @param masks of the voices as they are heard (`asHeard`): their words are ■
 */
export async function findCutTranscript(
  { workspaceId }: System,
  callId: string,
  ranges: readonly RangeMs[],
  masks: readonly CutMask[] = [],
): Promise<CutTranscript | null> {
  const transcript = await db.transcript.findFirst({
    where: { workspaceId, callId, isCurrent: true },
    select: { number: true, baseId: true },
  });
  if (!transcript) return null;
  const [people, found] = await Promise.all([
    db.participant.findMany({
      where: { workspaceId, callId },
      orderBy: [{ lane: "asc" }, { id: "asc" }],
      select: { id: true, name: true, side: true, role: true },
    }),
    db.segment.findMany({
      where: {
        ...{ workspaceId, baseId: transcript.baseId, toVersion: null, isFinal: true },
        OR: ranges.map(({ t0Ms, t1Ms }) => ({ t0Ms: { lt: t1Ms }, t1Ms: { gt: t0Ms } })),
      },
      orderBy: [{ t0Ms: "asc" }, { no: "asc" }],
      select: { participantId: true, t0Ms: true, t1Ms: true, text: true, words: true, flags: true },
    }),
  ]);
  const coaches = new Set(people.filter(({ role }) => role === "coach").map(({ id }) => id));
  const spoken = found.filter(
    ({ participantId, flags }) =>
      !isBleed(flags) && (participantId === null || !coaches.has(participantId)),
  );
  const speakers = people.filter(({ id }) =>
    spoken.some(({ participantId }) => participantId === id),
  );
  const lanes: CutLane[] = speakers.map(({ name, side }) => ({ name, side }));
  // Words of nobody in particular are one more lane without a name.
  if (spoken.some(({ participantId }) => participantId === null))
    lanes.push({ name: "", side: null });
  const laneOf = (id: string | null) =>
    id === null ? lanes.length - 1 : speakers.findIndex((person) => person.id === id);
  return {
    number: transcript.number,
    lanes,
    said: spoken.map(({ participantId, t0Ms, t1Ms, text, words, flags }) => ({
      ...{ lane: laneOf(participantId), t0Ms, t1Ms, flags },
      words: decodeWords(words, text, t0Ms).map((word) =>
        isMasked(word, participantId, masks) ? { ...word, text: MASKED } : word,
      ),
    })),
  };
}
