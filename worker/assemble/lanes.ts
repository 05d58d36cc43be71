import type { AssembledPart, AssembleSource } from "#app/core/domain/recording/assemble.server.ts";
import { findSpeaker } from "#app/core/domain/live/recorder-orders.server.ts";
import type { PartFile, Recovered } from "#media/recorder/assemble.ts";
import { PACKET_MS } from "#media/recorder/concat.ts";
import type { Source } from "#media/recorder/journal.ts";

export type LaneSource = "microphone" | "screen_audio" | "coach";
/** Everything one person sent by one source, by whatever identities: a second tab is another one. */
export type Lane = {
  participantId: string | null;
  /** Whose browser may have kept a safety copy. */
  memberId: string | null;
  source: LaneSource;
  ids: string[];
};

const SOURCES: Record<Source, LaneSource | "mix"> = {
  microphone: "microphone",
  unknown: "microphone",
  screen_share_audio: "screen_audio",
  coach: "coach",
  mix: "mix",
};
const ORDER: LaneSource[] = ["microphone", "screen_audio", "coach"];

export const isOfLane = (lane: Lane, track: { id: string; source: Source }): boolean =>
  SOURCES[track.source] === lane.source && lane.ids.includes(track.id);

/** The lanes of a call in the order people see them: microphones as their people stand, shared sound, coaches. */
export async function lanesOf(recovered: Recovered, source: AssembleSource): Promise<Lane[]> {
  const { ref, people } = source;
  const lanes: (Lane & { place: number })[] = [];
  for (const part of recovered.parts) {
    const kind = SOURCES[part.source];
    if (kind === "mix" || part.packets === 0) continue;
    if (lanes.some((lane) => isOfLane(lane, part))) continue;
    const who = await findSpeaker(ref, part.id);
    const participantId = who?.participantId ?? null;
    const same = lanes.find(
      (lane) =>
        lane.source === kind && participantId !== null && lane.participantId === participantId,
    );
    if (same) {
      same.ids.push(part.id);
      continue;
    }
    const place = people.findIndex((person) => person.participantId === participantId);
    const memberId = people[place]?.memberId ?? null;
    lanes.push({ participantId, memberId, source: kind, ids: [part.id], place });
  }
  return lanes
    .sort(
      (a, b) =>
        ORDER.indexOf(a.source) - ORDER.indexOf(b.source) || place(a.place) - place(b.place),
    )
    .map(({ place: _, ...lane }) => lane);
}

const place = (at: number): number => (at < 0 ? Number.MAX_SAFE_INTEGER : at);

/** The parts of a lane, with how long they truly are. */
export const partsOf = (recovered: Recovered, lane: Lane): (PartFile & { packets: number })[] =>
  recovered.parts
    .filter((part) => isOfLane(lane, part))
    .map(({ dir, file, startMs, packets }) => ({ dir, file, startMs, packets }));

/** Every part as a row. */
export function partRows(recovered: Recovered, lanes: readonly Lane[]): AssembledPart[] {
  return recovered.parts.map(({ id, source, attempt, n, file, startMs, packets, endCause }) => ({
    participantId: lanes.find((lane) => isOfLane(lane, { id, source }))?.participantId ?? null,
    ...{ identity: id, source: SOURCES[source], attempt, n, file, endCause },
    startMs: Math.max(0, Math.round(startMs)),
    durationMs: packets * PACKET_MS,
  }));
}
