import { paths } from "#app/paths.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { MetricsView } from "#app/core/domain/metrics/metric-views.ts";
import type { RangeMs, Side } from "#app/core/domain/views.ts";
import { givenValue } from "./given-value.ts";
import type { LaneView } from "./playback-views.ts";
import { FLAGS } from "#app/core/domain/words/flags.ts";

type Call = {
  id: string;
  workspaceId: string;
  participants: {
    id: string;
    name: string;
    side: Side;
    lane: number;
    /** The first one, if any. */
    participantPresences: { joinedMs: number }[];
  }[];
};
type Recording = {
  mediaRemovedAt: Date | null;
  tracks: {
    id: string;
    source: string;
    participantId: string | null;
    lane: number;
    offsetMs: number;
  }[];
  files: { id: string; kind: string; trackId: string | null }[];
};

/** Lanes of what was recorded: one a track, with its sound and its waveform. */
export function lanesOfTracks(
  call: Call,
  recording: Recording,
  metrics: MetricsView | null,
): LaneView[] {
  const isGone = recording.mediaRemovedAt !== null;
  return recording.tracks
    .filter(({ source }) => source !== "mix" || recording.tracks.length === 1)
    .map((track) => {
      const person = call.participants.find(({ id }) => id === track.participantId);
      const file = (kinds: string[]) =>
        recording.files.find((row) => row.trackId === track.id && kinds.includes(row.kind));
      const audio =
        file(["track"]) ??
        (recording.tracks.length === 1
          ? recording.files.find(({ kind }) => kind === "mix")
          : undefined);
      const peaks = file(["peaks"]);
      return {
        trackId: track.id,
        participantId: track.participantId,
        name: person?.name ?? "",
        side: person?.side ?? null,
        lane: track.lane,
        offsetMs: track.offsetMs,
        arrivedMs: person?.participantPresences[0]?.joinedMs ?? 0,
        talkShare: person ? shareOf(metrics, person.id) : null,
        audioUrl: audio && !isGone ? paths.media(audio.id) : null,
        peaksUrl: peaks && !isGone ? paths.media(peaks.id) : null,
        spoken: null,
      };
    });
}

type SpokenSql = { participant_id: string | null; t0_ms: number; t1_ms: number };

/** Lanes of a call that cannot be heard, from its words: one a person who speaks, and one for words of nobody in particular. */
export async function lanesOfWords(
  call: Call,
  baseId: string,
  metrics: MetricsView | null,
): Promise<LaneView[]> {
  const found = await rows<SpokenSql>(Prisma.sql`
    SELECT s.participant_id, s.t0_ms, s.t1_ms FROM segment s
    WHERE s.workspace_id = ${call.workspaceId}::uuid AND s.base_id = ${baseId}::uuid
      AND s.to_version IS NULL AND s.is_final AND s.flags & ${FLAGS.bleed} = 0
    ORDER BY s.t0_ms, s.no`);
  const bySpeaker = Map.groupBy(found, (row) => row.participant_id);
  const laneOf = (id: string | null, name: string, side: Side | null): LaneView[] => {
    const said = bySpeaker.get(id);
    if (said === undefined) return [];
    return [
      {
        trackId: id ?? "words",
        participantId: id,
        name,
        side,
        lane: 0,
        offsetMs: 0,
        arrivedMs: 0,
        talkShare: id === null ? null : shareOf(metrics, id),
        audioUrl: null,
        peaksUrl: null,
        spoken: joined(said),
      },
    ];
  };
  const people = call.participants.flatMap(({ id, name, side }) => laneOf(id, name, side));
  return [...people, ...laneOf(null, "", null)].map((view, lane) => ({ ...view, lane }));
}

/** Lanes of a call: what was recorded, and where nobody is on a lane of it, who speaks in its words. */
export function lanesOf(
  tracks: readonly LaneView[],
  spoken: readonly LaneView[],
  isSilent: boolean,
): LaneView[] {
  if (isSilent && spoken.length > 0) return [...spoken];
  const people = isSilent ? [] : spoken.filter(({ participantId }) => participantId !== null);
  return [...tracks, ...people.map((view, at) => ({ ...view, lane: tracks.length + at }))];
}

/** What is nearer than a breath is one stretch: an hour of segments is then a few hundred of them. */
const BREATH_MS = 400;

function joined(said: readonly SpokenSql[]): RangeMs[] {
  const ranges: RangeMs[] = [];
  for (const { t0_ms: t0Ms, t1_ms: t1Ms } of said) {
    const last = ranges.at(-1);
    if (last && t0Ms - last.t1Ms < BREATH_MS) last.t1Ms = Math.max(last.t1Ms, t1Ms);
    else ranges.push({ t0Ms, t1Ms });
  }
  return ranges;
}

function shareOf(metrics: MetricsView | null, person: string): number | null {
  const share = metrics?.metrics.find(
    ({ key, participantId }) => key === "participation" && participantId === person,
  );
  return share ? givenValue(share) : null;
}
