import { findSpeaker, type Speaker } from "#app/core/domain/live/recorder-orders.server.ts";
import { noteRecorder, type RecorderRef } from "#app/core/domain/live/recorder-lease.server.ts";
import {
  type LiveRef,
  type RecorderReport,
  reportMissing,
  reportRecorder,
  reportState,
  type TrackSource,
} from "#app/core/domain/live/report.server.ts";
import type { JournalEvent, Source } from "#media/recorder/journal.ts";
import { openRetryingQueue } from "./retrying-queue.ts";
import { openServerOutage } from "./server-outage.ts";
import type { RecorderEvent } from "./recorders.ts";

/** A recorder is missed after this (product §20.9). */
const ABSENT_MS = 10_000;
/** A dead recorder is replaced within a second, a signalling line that blinks is back sooner. */
const LOST_MS = 1_500;
/** The recorder gives the alarm after 3 s; people see it after 5 (product §20.9). */
const MISSING_MS = 2_000;
const SEEN_EVERY_MS = 3_000;

const SOURCES: Record<Source, TrackSource> = {
  microphone: "microphone",
  unknown: "microphone",
  screen_share_audio: "screen_audio",
  coach: "coach",
  mix: "mix",
};
const SAMPLES_PER_MS = 48;

type Attempt = { isInRoom: boolean; isPaused: boolean };
/** A track that is being written: where its sound ended when its recorder died. */
type Writing = { a: number; endedMs: number | null };

export type CallEvents = {
  take: (event: RecorderEvent) => void;
  /** Looks at what only time tells: a recorder that stays away. Once a second. */
  look: () => void;
  speaker: (identity: string) => Promise<Speaker | null>;
  /** Whether some recorder is in the room and not told to pause. */
  readonly isRecording: boolean;
  /** Some recorder keeps sound though the call is paused, or the other way round. */
  differs: (isPaused: boolean) => boolean;
  /** All rows are written. */
  idle: (withinMs: number) => Promise<boolean>;
  close: () => void;
};

/**
 * Turns the news of a call's recorders into rows, in order, also when the database was away meanwhile.
 * @param isServerDown without a media server nothing is recorded, whatever a recorder believes
 */
export function openCallEvents(
  ref: LiveRef,
  room: string,
  nowMs: () => number,
  isServerDown: () => boolean,
): CallEvents {
  const recorder: RecorderRef = { workspaceId: ref.workspaceId, callId: ref.callId, room };
  let isClosed = false;
  const queue = openRetryingQueue("recorder news", () => isClosed);
  const attempts = new Map<number, Attempt>();
  const writing = new Map<string, Writing>();
  const speakers = new Map<string, Promise<Speaker | null>>();
  const missing = new Map<string, NodeJS.Timeout | null>();
  let lastRecordingAt = performance.now();
  let seenAt = Number.NEGATIVE_INFINITY;

  const speaker = (identity: string): Promise<Speaker | null> => {
    const known = speakers.get(identity);
    if (known) return known;
    const asked = findSpeaker(ref, identity);
    speakers.set(identity, asked);
    // A stranger may be somebody whose row is being written just now.
    asked.then(
      (found) => found ?? speakers.delete(identity),
      () => speakers.delete(identity),
    );
    return asked;
  };
  const report = (make: () => Promise<RecorderReport | null>): void =>
    queue.add(async () => {
      const made = await make();
      if (made) await reportRecorder(ref, made);
    });
  const about = (identity: string, make: (who: Speaker | null) => RecorderReport | null): void =>
    report(async () => make(await speaker(identity)));

  const outage = openServerOutage((fromMs, toMs) =>
    report(() =>
      Promise.resolve({ kind: "gap", participantId: null, fromMs, toMs, cause: "server" }),
    ),
  );
  const hasVoice = (): boolean => [...writing.keys()].some((key) => !key.endsWith("/mix"));
  const outageBegins = (atMs: number): void => {
    if (hasVoice()) outage.began(atMs);
  };

  const inRoom = (): Attempt[] =>
    isServerDown() ? [] : [...attempts.values()].filter((one) => one.isInRoom);
  const publishState = (): void => {
    const present = inRoom();
    if (present.length > 0) {
      lastRecordingAt = performance.now();
      const state = present.every(({ isPaused }) => isPaused) ? "paused" : "recording";
      queue.add(() => reportState(ref, state), "state");
      return;
    }
    const lostMs = performance.now() - lastRecordingAt;
    if (lostMs >= ABSENT_MS) queue.add(() => reportState(ref, "absent"), "state");
    else if (lostMs >= LOST_MS) queue.add(() => reportState(ref, "starting"), "state");
  };
  const attempt = (a: number): Attempt => {
    const known = attempts.get(a) ?? { isInRoom: false, isPaused: false };
    attempts.set(a, known);
    return known;
  };
  const publishMissing = (): void => {
    const ids = [...missing].flatMap(([id, timer]) => (timer === null ? [id] : []));
    queue.add(async () => {
      const found = await Promise.all(ids.map(speaker));
      await reportMissing(
        ref,
        found.flatMap((who) => (who?.isRecorded === true ? [who.participantId] : [])),
      );
    }, "missing");
  };
  const miss = (id: string): void => {
    if (id === "" || missing.has(id)) return;
    missing.set(
      id,
      setTimeout(() => {
        missing.set(id, null);
        publishMissing();
      }, MISSING_MS),
    );
  };
  const found = (id: string): void => {
    const timer = missing.get(id);
    if (timer === undefined) return;
    clearTimeout(timer ?? undefined);
    missing.delete(id);
    publishMissing();
  };

  const part = (line: JournalEvent<"seg" | "segStart" | "segEnd">): void => {
    const key = `${line.id}/${line.source}`;
    if (line.type === "segEnd") {
      if (writing.get(key)?.a === line.a) writing.delete(key); // else another one has taken over already
    } else {
      found(line.id);
      const before = writing.get(key);
      if (line.type === "segStart" && before?.endedMs != null && before.a !== line.a) {
        const [fromMs, toMs] = [before.endedMs, line.startMs];
        if (!outage.covers({ toMs }))
          about(line.id, (who) => ({
            ...{
              kind: "gap",
              participantId: who?.participantId ?? null,
              fromMs,
              toMs,
              cause: "recorder",
            },
          }));
      }
      if (line.type === "segStart" && line.source !== "mix") outage.newPart(line.startMs);
      if (line.type === "segStart" || before?.endedMs == null)
        writing.set(key, { a: line.a, endedMs: null });
    }
    const { id: identity, a, n, file, startMs, samples } = line;
    const isOver = line.type === "segEnd";
    about(identity, (who) => ({
      ...{
        kind: "part",
        identity,
        participantId: who?.participantId ?? null,
        attempt: a,
        n,
        file,
        startMs,
      },
      source: SOURCES[line.source],
      durationMs: isOver ? samples / SAMPLES_PER_MS : null,
      endCause: isOver ? line.why : null,
    }));
  };
  const exited = (a: number): void => {
    attempts.delete(a);
    for (const one of writing.values())
      if (one.a === a && one.endedMs === null) one.endedMs = nowMs();
  };

  const take = (event: RecorderEvent): void => {
    switch (event.type) {
      case "forked":
        queue.add(() =>
          noteRecorder(recorder, { attempt: event.a, pid: event.pid, state: "starting" }),
        );
        break;
      case "ready":
        Object.assign(attempt(event.a), { isInRoom: true, isPaused: event.paused });
        queue.add(() => noteRecorder(recorder, { state: "ready", isSeen: true }));
        break;
      case "reconnecting":
        outageBegins(event.t);
        attempt(event.a).isInRoom = false;
        break;
      case "finishing":
        attempt(event.a).isInRoom = false;
        break;
      case "reconnected":
        attempt(event.a).isInRoom = true;
        break;
      case "pause":
      case "resume":
        attempt(event.a).isPaused = event.type === "pause";
        break;
      case "exit":
        exited(event.a);
        break;
      case "join":
        about(
          event.id,
          (who) =>
            who && {
              kind: "join",
              identity: event.id,
              participantId: who.participantId,
              atMs: event.t,
            },
        );
        break;
      case "leave":
        found(event.id);
        report(() => Promise.resolve({ kind: "leave", identity: event.id, atMs: event.t }));
        break;
      case "mute":
      case "unmute":
        if (event.source !== "microphone") break;
        report(() =>
          Promise.resolve({ kind: "mute", identity: event.id, isMuted: event.type === "mute" }),
        );
        break;
      case "seg":
      case "segStart":
      case "segEnd":
        part(event);
        break;
      case "gap":
        if (event.cause === "link" && outage.covers(event)) {
          outage.lineBack(event.toMs);
          break;
        }
        about(event.id, (who) => ({
          ...{
            kind: "gap",
            participantId: who?.participantId ?? null,
            fromMs: event.fromMs,
            toMs: event.toMs,
          },
          cause: event.cause,
        }));
        break;
      case "notRecording":
        miss(event.id);
        break;
      case "skip":
        if (event.on) found(event.id);
        break;
      case "diskFull":
        queue.add(() => noteRecorder(recorder, { state: "disk_full" }));
        break;
      case "start":
      case "connectFailed":
      case "lost":
      case "stats":
      case "mixLate":
      case "asrDrop":
      case "fault":
      case "end":
        break;
    }
    publishState();
  };
  return {
    take,
    speaker,
    look() {
      publishState();
      if (isServerDown()) outageBegins(nowMs());
      outage.look({ nowMs: nowMs(), isBack: inRoom().length > 0, goesOn: hasVoice() });
      if (inRoom().length === 0 || performance.now() - seenAt < SEEN_EVERY_MS) return;
      seenAt = performance.now();
      queue.add(() => noteRecorder(recorder, { isSeen: true }), "seen");
    },
    get isRecording() {
      return inRoom().length > 0;
    },
    differs: (isPaused) => inRoom().some((one) => one.isPaused !== isPaused),
    idle: (withinMs) => queue.idle(withinMs),
    close() {
      isClosed = true;
      for (const timer of missing.values()) clearTimeout(timer ?? undefined);
    },
  };
}
