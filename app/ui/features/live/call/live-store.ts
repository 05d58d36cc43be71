import type {
  DoneEvent,
  LiveCallView,
  LiveMark,
  LivePerson,
  LiveStateEvent,
  MarksEvent,
  MeterEvent,
  PeopleEvent,
  SegEvent,
  WaitingEvent,
  WaitingGuest,
} from "#app/core/domain/live/live-views.ts";
import { createStore, type ReadableStore } from "#app/ui/browser/store.ts";
import {
  createLevelTrack,
  type LevelTrack,
  writeLevels,
} from "#app/ui/features/capture/level-track.ts";

/** What the stream of a call has said so far; parts that did not change keep their identity. */
export type LiveNow = {
  state: LiveStateEvent;
  /** Add to this device's clock for the server's. */
  clockOffsetMs: number;
  people: LivePerson[];
  waiting: WaitingGuest[];
  marks: LiveMark[];
  /** By the time they began; a draft gives way to its final in place. */
  segments: SegEvent[];
  meter: MeterEvent | null;
  done: DoneEvent | null;
  /** The stream is open. */
  isHeard: boolean;
};

export type LiveEvent =
  | { type: "state"; data: LiveStateEvent }
  | { type: "people"; data: PeopleEvent }
  | { type: "waiting"; data: WaitingEvent }
  | { type: "seg"; data: SegEvent }
  | { type: "meter"; data: MeterEvent }
  | { type: "note"; data: MarksEvent }
  | { type: "done"; data: DoneEvent };
export const LIVE_EVENTS = ["state", "people", "waiting", "seg", "meter", "note", "done"] as const;

export type LiveStore = ReadableStore<LiveNow> & {
  /** The highest `seq` heard: where a new stream goes on. */
  seq: () => number;
  /** The levels of one person, written in place: what a canvas reads between renders. */
  track: (participantId: string) => LevelTrack;
  apply: (event: LiveEvent, receivedMs: number) => void;
  setHeard: (isHeard: boolean) => void;
};

/** What is known of a call before its stream speaks. */
export type LiveStart = Pick<LiveCallView, "callId" | "state" | "people" | "waiting" | "marks">;

/** Holds one live call for as long as its page is open. */
export function createLiveStore(view: LiveStart): LiveStore {
  const tracks = new Map<string, LevelTrack>();
  let seq = 0;
  const { set, ...held } = createStore<LiveNow>({
    state: view.state,
    clockOffsetMs: 0,
    people: view.people,
    waiting: view.waiting,
    marks: view.marks,
    segments: [],
    meter: null,
    done: null,
    isHeard: true,
  });
  const change = (part: Partial<LiveNow>): void => set({ ...held.get(), ...part });

  function trackOf(participantId: string): LevelTrack {
    const found = tracks.get(participantId) ?? createLevelTrack();
    tracks.set(participantId, found);
    return found;
  }

  return {
    ...held,
    seq: () => seq,
    track: trackOf,
    apply(event, receivedMs) {
      switch (event.type) {
        case "state":
          change({ state: event.data, clockOffsetMs: Date.parse(event.data.at) - receivedMs });
          return;
        case "people":
          change({ people: event.data.people });
          return;
        case "waiting":
          change({ waiting: event.data.waiting });
          return;
        case "seg":
          seq = Math.max(seq, event.data.seq);
          change({ segments: withSegment(held.get().segments, event.data) });
          return;
        case "meter":
          for (const person of event.data.people)
            writeLevels(trackOf(person.participantId), event.data.nowMs, person.levels);
          change({ meter: event.data });
          return;
        case "note":
          change({ marks: event.data.marks });
          return;
        case "done":
          change({ done: event.data });
          return;
      }
    },
    setHeard(isHeard) {
      if (isHeard !== held.get().isHeard) change({ isHeard });
    },
  };
}

/** The list with one segment's newest text; an older revision, replayed late, changes nothing. */
export function withSegment(segments: readonly SegEvent[], next: SegEvent): SegEvent[] {
  const at = segments.findIndex(({ no }) => no === next.no);
  const before = segments[at];
  if (before !== undefined && before.rev > next.rev) return [...segments];
  const rest = before === undefined ? [...segments] : segments.toSpliced(at, 1);
  // A draft that came to nothing is a final without words.
  if (next.isFinal && next.text.trim() === "") return rest;
  const place = rest.findLastIndex((one) => isBefore(one, next)) + 1;
  return rest.toSpliced(place, 0, next);
}

const isBefore = (a: SegEvent, b: SegEvent): boolean =>
  a.t0Ms === b.t0Ms ? a.no < b.no : a.t0Ms < b.t0Ms;

/** Milliseconds since the call began, by the server's clock; null before it has. */
export function elapsedMs(now: LiveNow, deviceMs: number): number | null {
  if (now.state.startedAt === null) return null;
  return Math.max(0, deviceMs + now.clockOffsetMs - Date.parse(now.state.startedAt));
}

/** Our part of all speech, from the shares of the people on our side; null before anybody spoke. */
export function ourShareOf(
  meter: MeterEvent | null,
  people: readonly LivePerson[],
  span: "share5" | "share",
): number | null {
  const shares = (meter?.people ?? []).flatMap((line) => {
    const share = line[span];
    const person = people.find(({ participantId }) => participantId === line.participantId);
    return share === null || person === undefined || person.role === "coach"
      ? []
      : [{ share, isOurs: person.side === "R" }];
  });
  const all = shares.reduce((sum, { share }) => sum + share, 0);
  if (all === 0) return null;
  return shares.reduce((sum, { share, isOurs }) => sum + (isOurs ? share : 0), 0) / all;
}

/** How a monologue is judged (product §20.2). */
export function monologueTone(ms: number): "plain" | "warn" | "danger" {
  if (ms >= 150_000) return "danger";
  return ms >= 90_000 ? "warn" : "plain";
}
