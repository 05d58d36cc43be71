import { setTimeout as sleep } from "node:timers/promises";
import {
  AudioStream,
  DisconnectReason,
  dispose,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  TrackKind,
  type TrackPublication,
  TrackSource,
} from "@livekit/rtc-node";
import type { Source, TrackStats } from "./journal.ts";
import { BufferDelay } from "./buffer-delay.ts";
import { LinkWatch } from "./link-watch.ts";
import { readInbound } from "./native.ts";
import { openTrackWriter, type TrackRoom } from "./track-writer.ts";

const FRAME = { sampleRate: 48_000, numChannels: 1, frameSizeMs: 100 }; // 100 ms: a third less CPU than 20
const ALARM_MS = 3000;
const LOST_MS = 1500;
/** A newcomer takes over when it hears everybody who is there, but waits no longer than this. */
const TAKE_OVER_MS = 2000;
const GOODBYE_MS = 3000;
/** A new jitter buffer fills in a burst and drains within two seconds: until then its wait is asked all the time. */
const FIRST_LOOKS_MS = [...Array.from({ length: 18 }, (_, n) => 125 * (n + 1)), 2500, 3000];

const isCoach = (id: string) => id.startsWith("mgr:");

function sourceOf(id: string, publication: TrackPublication): Source {
  if (isCoach(id)) return "coach";
  if (publication.source === TrackSource.SOURCE_MICROPHONE) return "microphone";
  if (publication.source === TrackSource.SOURCE_SCREENSHARE_AUDIO) return "screen_share_audio";
  return "unknown";
}

type Recording = {
  id: string;
  source: Source;
  sid: string;
  track: RemoteTrack;
  link: LinkWatch;
  buffer: BufferDelay;
  wait: (ms: number) => void;
  isMuted: boolean;
  /** Its first frame has come. */
  hasSound: boolean;
  /** Its track must not be touched any more. */
  isOver: boolean;
  /** Stops reading; settles when no frame can come any more. */
  stop: (why: string) => Promise<void>;
  /** The file is closed. */
  closed: Promise<void>;
};

export type RecordedRoom = {
  /**
   * Enters the room; settles when everybody who is there is being recorded, or two seconds later.
   * @param onIn called once it is in the room, before the first track
   * @throws ConnectError
   */
  connect: (url: string, token: string, onIn: () => void) => Promise<void>;
  /** A person who is not recorded: from here on nothing of them is taken, until `on` is false. */
  skip: (id: string, on: boolean) => void;
  /** Looks at the lines of all tracks; @returns what `stats` tells of them */
  measure: () => Promise<TrackStats[]>;
  /** No track is read any more; files are still being closed. */
  stop: () => Promise<void>;
  closed: () => Promise<unknown>;
  /** Leaves, for three seconds at most: offline this may block (live §5). */
  leave: () => Promise<void>;
};

/**
 * Sits in a room, hidden, and records every audio track that somebody publishes.
 * @param onGone LiveKit let the connection go, or the room is over
 */
export function openRecordedRoom(
  tracks: TrackRoom,
  options: { coaches: "keep" | "skip" | "room"; onGone: (why: DisconnectReason) => void },
): RecordedRoom {
  const { emit } = tracks;
  const room = new Room();
  const skipped = new Set<string>();
  const recordings = new Map<string, Recording>();
  const closing = new Set<Promise<void>>();
  const waiting = new Map<string, NodeJS.Timeout>();
  let lost: NodeJS.Timeout | undefined;
  let isStopping = false;

  const isRefused = (id: string) =>
    skipped.has(id) || (options.coaches === "skip" && isCoach(id)) || isStopping;
  const settleAlarm = (sid: string) => {
    clearTimeout(waiting.get(sid));
    waiting.delete(sid);
  };
  const want = (publication: TrackPublication, person: RemoteParticipant | undefined) => {
    const sid = publication.sid ?? "";
    if (publication.kind !== TrackKind.KIND_AUDIO || isStopping) return;
    if (person === undefined) {
      // rtc-node 1.1.0 lost whose it is: only another attempt sees it.
      emit({ type: "notRecording", id: "", source: "unknown", sid, reason: "nobody's" });
      return;
    }
    const id = person.identity;
    if (isRefused(id)) return;
    settleAlarm(sid);
    const source = sourceOf(id, publication);
    const alarm = () => emit({ type: "notRecording", id, source, sid });
    waiting.set(sid, setTimeout(alarm, ALARM_MS));
    remote(publication)?.setSubscribed(true);
  };
  const wantAll = () => {
    for (const person of room.remoteParticipants.values()) {
      for (const publication of person.trackPublications.values()) {
        const isTaken = [...recordings.values()].some(({ sid }) => sid === publication.sid);
        if (!isTaken) want(publication, person);
      }
    }
  };
  const take = (track: RemoteTrack, publication: RemoteTrackPublication, id: string) => {
    const source = sourceOf(id, publication);
    const sid = publication.sid ?? "";
    const key = `${id}/${source}`;
    void recordings.get(key)?.stop("replaced"); // a full reconnect brings a new track of the same source
    const isMuted = publication.muted === true;
    emit({ type: isMuted ? "mute" : "unmute", id, source, sid });
    const recording = record(track, { id, source, sid, isMuted }, tracks);
    const look = () => {
      if (!recording.isOver) void measure(recording, tracks); // else its native side may be gone
    };
    for (const ms of FIRST_LOOKS_MS) setTimeout(look, ms).unref();
    recordings.set(key, recording);
    closing.add(recording.closed);
    void recording.closed.finally(() => {
      closing.delete(recording.closed);
      if (recordings.get(key) === recording) recordings.delete(key);
    });
  };
  const mute = (publication: TrackPublication, id: string, isMuted: boolean) => {
    if (publication.kind !== TrackKind.KIND_AUDIO) return;
    const source = sourceOf(id, publication);
    const recording = recordings.get(`${id}/${source}`);
    if (recording) recording.isMuted = isMuted;
    emit({ type: isMuted ? "mute" : "unmute", id, source, sid: publication.sid ?? "" });
  };

  room
    .on(RoomEvent.ParticipantConnected, ({ identity: id }) => {
      emit({ type: "join", id, here: false });
    })
    .on(RoomEvent.ParticipantDisconnected, ({ identity: id, disconnectReason }) => {
      emit({ type: "leave", id, why: DisconnectReason[disconnectReason ?? 0] ?? "" });
    })
    .on(RoomEvent.TrackPublished, want)
    .on(RoomEvent.TrackUnpublished, ({ sid }) => settleAlarm(sid ?? ""))
    .on(RoomEvent.TrackSubscribed, (track, publication, { identity: id }) => {
      settleAlarm(publication.sid ?? "");
      if (publication.kind !== TrackKind.KIND_AUDIO) return;
      if (isRefused(id)) publication.setSubscribed(false);
      else take(track, publication, id);
    })
    .on(RoomEvent.TrackUnsubscribed, (_, { sid }) => {
      for (const recording of recordings.values())
        if (recording.sid === sid) recording.isOver = true;
    })
    .on(RoomEvent.TrackSubscriptionFailed, (sid, { identity: id }, reason = "refused") => {
      settleAlarm(sid);
      emit({ type: "notRecording", id, source: "unknown", sid, reason });
    })
    .on(RoomEvent.TrackMuted, (publication, { identity }) => mute(publication, identity, true))
    .on(RoomEvent.TrackUnmuted, (publication, { identity }) => mute(publication, identity, false))
    .on(RoomEvent.Reconnecting, () => {
      emit({ type: "reconnecting" });
      lost ??= setTimeout(() => emit({ type: "lost" }), LOST_MS);
    })
    .on(RoomEvent.Reconnected, () => {
      clearTimeout(lost);
      lost = undefined;
      emit({ type: "reconnected" });
      wantAll();
    })
    .on(RoomEvent.Disconnected, options.onGone);

  return {
    async connect(url, token, onIn) {
      await room.connect(url, token, { autoSubscribe: false, dynacast: false });
      onIn();
      for (const id of room.remoteParticipants.keys()) emit({ type: "join", id, here: true });
      wantAll(); // what was there before is not told as an event
      const wanted = [...waiting.keys()];
      const isHeard = (sid: string) =>
        [...recordings.values()].some((one) => one.sid === sid && (one.hasSound || one.isMuted));
      const until = performance.now() + TAKE_OVER_MS;
      while (!isStopping && !wanted.every(isHeard) && performance.now() < until) await sleep(10);
    },
    skip(id, on) {
      if (skipped.has(id) === on) return;
      skipped[on ? "add" : "delete"](id);
      emit({ type: "skip", id, on });
      if (!on) {
        wantAll();
        return;
      }
      for (const recording of recordings.values())
        if (recording.id === id) void recording.stop("skipped");
      for (const publication of room.remoteParticipants.get(id)?.trackPublications.values() ?? []) {
        settleAlarm(publication.sid ?? "");
        if (publication.kind === TrackKind.KIND_AUDIO) remote(publication)?.setSubscribed(false);
      }
    },
    async measure() {
      const running = [...recordings.values()].filter(({ isOver }) => !isOver);
      const lines = await Promise.all(running.map((recording) => measure(recording, tracks)));
      return lines.flat();
    },
    async stop() {
      isStopping = true;
      clearTimeout(lost);
      for (const sid of [...waiting.keys()]) settleAlarm(sid);
      await Promise.all([...recordings.values()].map((recording) => recording.stop("stop")));
    },
    closed: () => Promise.all(closing),
    async leave() {
      const left = room.disconnect().then(() => dispose());
      const late = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
      await Promise.race([left.catch(() => undefined), late]);
    },
  };
}

/** Remote participants have remote publications; the SDK's type says only what all have in common. */
function remote(publication: TrackPublication): RemoteTrackPublication | null {
  return "setSubscribed" in publication ? (publication as RemoteTrackPublication) : null; // oxlint-disable-line typescript/no-unsafe-type-assertion -- told by its method
}

/** One subscription, until its stream ends. */
function record(
  track: RemoteTrack,
  about: Pick<Recording, "id" | "source" | "sid" | "isMuted">,
  room: TrackRoom,
): Recording {
  const { id, source } = about;
  const writer = openTrackWriter(id, source, room);
  const link = new LinkWatch();
  const reader = new AudioStream(track, FRAME).getReader();
  let why = "eos";
  const read = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      writer.take(next.value.data, room.now());
      recording.hasSound = true;
    }
  };
  const fault = (error: unknown) =>
    room.emit({ type: "fault", error: error instanceof Error ? error.message : "track" });
  const ended = Promise.resolve().then(read).catch(fault); // not before `recording` is there
  const closed = ended
    .then(() => {
      recording.isOver = true;
      const dead = link.end(room.now());
      if (dead) room.emit({ type: "gap", id, source, ...dead, samples: 0, cause: "link" });
      return writer.end(why);
    })
    .catch(fault);
  const recording: Recording = {
    ...{ ...about, track, link, closed, hasSound: false, isOver: false },
    ...{ buffer: new BufferDelay(), wait: writer.wait },
    async stop(reason) {
      why = reason;
      recording.isOver = true;
      await reader.cancel().catch(fault);
      await ended;
    },
  };
  return recording;
}

async function measure(recording: Recording, { emit, now }: TrackRoom): Promise<TrackStats[]> {
  const { id, source, track, link } = recording;
  const inbound = await readInbound(track).catch(() => null);
  if (!inbound || recording.isOver) return [];
  const { idleMs, emittedSamples, waitedMs, ...line } = inbound;
  const jitterBufferMs = recording.buffer.see(emittedSamples, waitedMs);
  if (emittedSamples > 0) recording.wait(jitterBufferMs);
  const dead = link.see(now(), idleMs, recording.isMuted);
  if (dead) emit({ type: "gap", id, source, ...dead, samples: 0, cause: "link" });
  return [{ id, source, ...line, jitterBufferMs }];
}
