/**
 * Entry point of a child that joins rooms as people with voices: WAV files or tones, played on the host's clock.
 * The demo's live call, tests and benchmarks speak through it. Asked over IPC, tells over IPC, ends with its parent.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  AudioFrame,
  AudioSource,
  DisconnectReason,
  dispose,
  LocalAudioTrack,
  type LocalTrackPublication,
  type RemoteParticipant,
  Room,
  RoomEvent,
  SimulateScenarioKind,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node";
import { PlayClock } from "./publish-clock.ts";
import type { PublishAsk, PublishSource, PublishTold, Scenario } from "./publish-messages.ts";
import { held, readWav, silence, type Sound, type SoundSpec, tones } from "./publish-sound.ts";

const FRAME_MS = 20;
const LEAD_MS = 60;
/** Bounds how late the native side may ever be: what it holds beyond this is waited for. */
const QUEUE_MS = 60;
const LEAVE_MS = 3_000;
/** A voice sends a packet every 20 ms, silence every 400; a busy machine is late. */
const SENDS_WITHIN_MS = 3_000;
const LOOK_MS = 100;

const SOURCES: Record<PublishSource, TrackSource> = {
  microphone: TrackSource.SOURCE_MICROPHONE,
  screen_share_audio: TrackSource.SOURCE_SCREENSHARE_AUDIO,
};
const SCENARIOS: Record<Scenario, SimulateScenarioKind> = {
  "signal-reconnect": SimulateScenarioKind.SIMULATE_SIGNAL_RECONNECT,
  "full-reconnect": SimulateScenarioKind.SIMULATE_FULL_RECONNECT,
  "node-failure": SimulateScenarioKind.SIMULATE_NODE_FAILURE,
  "server-leave": SimulateScenarioKind.SIMULATE_SERVER_LEAVE,
};

type Join = Extract<PublishAsk, { do: "join" }>;
type Voice = { source: PublishSource; sound: Sound; native: AudioSource; startAt: bigint };
type Person = {
  room: Room;
  hushed: Set<PublishSource>;
  published: Map<PublishSource, LocalAudioTrack>;
  /** It was made to enter anew: its tracks get new names. When only the line breaks they keep them. */
  isRestarting: boolean;
  /** How often the line has come back: only the last time is looked after. */
  rounds: number;
  playing: AbortController;
};
/** One union member's own fields; `Omit` of a union would keep only what all have. */
type PublishEvent<T> = T extends PublishTold ? Omit<T, "atMonoNs"> : never;

const people = new Map<string, Person>();
let isStopping = false;

function report(event: PublishEvent<PublishTold>): void {
  if (process.connected)
    process.send?.({ ...event, atMonoNs: String(process.hrtime.bigint()) }, () => undefined);
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function open(spec: SoundSpec): Sound {
  if (spec.kind === "tones") return tones(spec);
  if (spec.kind === "silence") return silence();
  const { samples, rate } = readWav(readFileSync(spec.file));
  return held(samples, rate, spec.isLooped);
}

async function join(ask: Join): Promise<void> {
  const { id, url, token, receives: receives = false } = ask;
  const room = new Room();
  const playing = new AbortController();
  const person: Person = {
    room,
    hushed: new Set(),
    published: new Map(),
    isRestarting: false,
    rounds: 0,
    playing,
  };
  follow(id, person);
  try {
    await room.connect(url, token, { autoSubscribe: receives, dynacast: false });
  } catch (error) {
    report({ type: "refused", id, why: reason(error) });
    return;
  }
  people.set(id, person);
  report({ type: "joined", id, identity: room.localParticipant?.identity ?? "" });
  for (const { source, sound } of ask.tracks)
    await publish(id, person, source, open(sound), BigInt(ask.startAtMonoNs));
}

async function publish(
  id: string,
  person: Person,
  source: PublishSource,
  sound: Sound,
  startAt: bigint,
): Promise<void> {
  const native = new AudioSource(sound.rate, 1, QUEUE_MS);
  const track = LocalAudioTrack.createAudioTrack(source, native);
  void play(id, person, { source, sound, native, startAt });
  try {
    await putOut(person, source, track);
    reportPublished(id, person, source);
  } catch (error) {
    report({ type: "failed", id, why: reason(error) });
  }
}

/** @throws Error when the server does not take it */
async function putOut(
  { room, published }: Person,
  source: PublishSource,
  track: LocalAudioTrack,
): Promise<void> {
  const options = new TrackPublishOptions({ source: SOURCES[source] });
  await room.localParticipant?.publishTrack(track, options);
  published.set(source, track);
}

const reportPublished = (id: string, { room }: Person, source: PublishSource): void =>
  report({ type: "published", id, source, sid: publicationOf(room, source)?.sid ?? "" });

/** What the SDK has given up; @returns whether there was any */
async function putOutLost(id: string, person: Person): Promise<boolean> {
  const lost = [...person.published].filter(([source]) => !publicationOf(person.room, source));
  for (const [source, track] of lost)
    await putOut(person, source, track).catch((error: unknown) =>
      report({ type: "failed", id, why: reason(error) }),
    );
  return lost.length > 0;
}

/** So many packets have gone out, by stream. */
async function packetsOut({ room }: Person): Promise<Map<number, bigint>> {
  const { publisherStats } = await room.getRtcStats();
  const found = new Map<number, bigint>();
  for (const { stats } of publisherStats)
    if (stats.case === "outboundRtp")
      found.set(stats.value.stream?.ssrc ?? 0, stats.value.sent?.packetsSent ?? 0n);
  return found;
}

/** Whether packets go out, as soon as they do; false after three seconds without one. */
async function isSending(person: Person, isOver: () => boolean): Promise<boolean> {
  let before: Map<number, bigint> | null = null;
  const until = performance.now() + SENDS_WITHIN_MS;
  while (!isOver() && performance.now() < until) {
    const now = await packetsOut(person).catch(() => null);
    if (now && before && [...now].some(([ssrc, n]) => n > (before?.get(ssrc) ?? 0n))) return true;
    before ??= now;
    await sleep(LOOK_MS);
  }
  return false;
}

/**
 * After a full reconnect and after a server's death the SDK publishes anew, once, and tells nothing when that fails. A
 * name that the server gave is no proof: on a busy machine 14 of 187 full reconnects left a session whose track was
 * never negotiated, whatever was published on it later, and from which a second full reconnect did not come back. So
 * what goes out is looked at, and such a session is left, as by a page that is loaded again.
 * @param isAnew its tracks have new names now, which are told once they are heard
 */
async function speakAgain(id: string, person: Person, isAnew: boolean): Promise<void> {
  const round = ++person.rounds;
  const isOver = (): boolean => person.playing.signal.aborted || person.rounds !== round;
  if (person.published.size === 0) return;
  let isSent = await isSending(person, isOver);
  if (isOver()) return;
  const isLost = !isSent && (await putOutLost(id, person));
  if (isLost) isSent = await isSending(person, isOver);
  if (isOver()) return;
  if (isSent) {
    if (isAnew || isLost)
      for (const source of person.published.keys()) reportPublished(id, person, source);
    return;
  }
  person.playing.abort();
  people.delete(id);
  void person.room.disconnect().catch(() => undefined); // it may hang; who comes back is let in nevertheless
  report({ type: "disconnected", id, why: "nothing goes out" });
}

/** Hands over what is due until the sound is over or the person has left. */
async function play(
  id: string,
  { hushed, playing }: Person,
  { source, sound, native, startAt }: Voice,
): Promise<void> {
  const clock = new PlayClock(sound.rate, FRAME_MS, LEAD_MS);
  const isOver = (): boolean => playing.signal.aborted;
  let isTold = false;
  while (!isOver()) {
    const step = clock.step(Number(process.hrtime.bigint() - startAt) / 1e6);
    if (step.kind === "wait") {
      await sleep(Math.max(1, step.ms));
      continue;
    }
    if (step.skipped > 0) {
      native.clearQueue();
      report({ type: "skipped", id, source, ms: Math.round((step.skipped / sound.rate) * 1000) });
    }
    const pcm = new Int16Array(clock.frame);
    if (!hushed.has(source)) sound.read(step.from, pcm);
    try {
      await native.captureFrame(new AudioFrame(pcm, sound.rate, 1, pcm.length));
    } catch (error) {
      if (!isOver()) report({ type: "failed", id, why: reason(error) });
      return;
    }
    if (!isTold && step.from >= sound.length) {
      isTold = true; // the microphone stays open: people do not hang up at their last word
      report({ type: "over", id, source });
    }
  }
}

function follow(id: string, person: Person): void {
  const { room, playing } = person;
  // Types promise a participant; at 1.1.0 some events come without one (live §5).
  const nameOf = (person: RemoteParticipant | undefined): string => person?.identity ?? "";
  room
    .on(RoomEvent.ParticipantConnected, (who) => report({ type: "met", id, identity: nameOf(who) }))
    .on(RoomEvent.ParticipantDisconnected, (who) =>
      report({ type: "lost", id, identity: nameOf(who) }),
    )
    .on(RoomEvent.TrackSubscribed, (_, publication, who) =>
      report({
        type: "heard",
        id,
        identity: nameOf(who),
        source: TrackSource[publication.source ?? TrackSource.SOURCE_UNKNOWN],
      }),
    )
    .on(RoomEvent.DataReceived, (payload, who) =>
      report({
        type: "data",
        id,
        identity: who?.identity ?? null,
        text: new TextDecoder().decode(payload),
      }),
    )
    .on(RoomEvent.Reconnecting, () => report({ type: "reconnecting", id }))
    .on(RoomEvent.Reconnected, () => {
      report({ type: "reconnected", id });
      void speakAgain(id, person, person.isRestarting);
      person.isRestarting = false;
    })
    .on(RoomEvent.Disconnected, (why) => {
      if (playing.signal.aborted) return; // it has left, and may be back as another one by now
      playing.abort();
      people.delete(id);
      report({ type: "disconnected", id, why: DisconnectReason[why] });
    });
}

async function leave(id: string): Promise<void> {
  const person = people.get(id);
  if (!person) return;
  people.delete(id);
  person.playing.abort();
  await Promise.race([person.room.disconnect().catch(() => undefined), sleep(LEAVE_MS)]);
  report({ type: "left", id });
}

async function unpublish({ room, published }: Person, source: PublishSource): Promise<void> {
  published.delete(source);
  const sid = publicationOf(room, source)?.sid;
  if (sid !== undefined) await room.localParticipant?.unpublishTrack(sid);
}

function publicationOf(room: Room, source: PublishSource): LocalTrackPublication | undefined {
  return [...(room.localParticipant?.trackPublications.values() ?? [])].find(
    (publication) => publication.source === SOURCES[source],
  );
}

async function sendData(id: string, { room }: Person, text: string): Promise<void> {
  try {
    await room.localParticipant?.publishData(new TextEncoder().encode(text), { reliable: true });
    report({ type: "dataSent", id });
  } catch {
    report({ type: "dataRefused", id });
  }
}

async function take(ask: PublishAsk): Promise<void> {
  if (ask.do === "stop") return stop();
  if (ask.do === "join") return join(ask);
  if (ask.do === "leave") return leave(ask.id);
  const person = people.get(ask.id);
  if (!person) {
    report({ type: "failed", id: ask.id, why: "not in a room" });
    return;
  }
  switch (ask.do) {
    case "hush":
      person.hushed[ask.on ? "add" : "delete"](ask.source);
      return;
    case "unpublish":
      return unpublish(person, ask.source);
    case "scenario":
      person.isRestarting = ask.scenario === "full-reconnect";
      return person.room.simulateScenario(SCENARIOS[ask.scenario]);
    case "data":
      return sendData(ask.id, person, ask.text);
    case "roster":
      report({
        type: "roster",
        id: ask.id,
        identities: [...person.room.remoteParticipants.keys()],
      });
  }
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([...people.keys()].map(leave));
  await Promise.race([dispose().catch(() => undefined), sleep(LEAVE_MS)]);
  process.exit(0);
}

process.on("message", (ask: PublishAsk) => {
  take(ask).catch((error: unknown) => {
    report({ type: "failed", id: "id" in ask ? ask.id : "", why: reason(error) });
  });
});
process.on("SIGTERM", () => void stop());
process.on("disconnect", () => void stop());
