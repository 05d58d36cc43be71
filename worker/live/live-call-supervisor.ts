import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  claimRecorder,
  rebaseRecorder,
  type RecorderLease,
  releaseRecorder,
  renewRecorder,
} from "#app/core/domain/live/recorder-lease.server.ts";
import { findOrders, type RecorderOrders } from "#app/core/domain/live/recorder-orders.server.ts";
import { recorderFolder } from "#app/core/domain/live/recorder-folder.server.ts";
import { publishMeter } from "#app/core/domain/live/meter.server.ts";
import { dropDrafts } from "#app/core/domain/live/segments.server.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { env } from "#app/core/platform/env.server.ts";
import type { Livekit } from "#app/core/platform/livekit.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { followJournal, readCallJournal } from "./call-journal.ts";
import { openCallEvents } from "./call-events.ts";
import { singleFlight } from "./single-flight.ts";
import { openPcmRouter } from "./pcm-router.ts";
import { createLiveMeters } from "./live-meters.ts";
import { openLiveSpeech } from "./live-speech.ts";
import { openPcmSocket } from "./pcm-socket.ts";
import { pcmPath } from "./pcm-path.ts";
import { findOrphans, isRecorderOf, type RecorderEvent, superviseCall } from "./recorders.ts";
import { openSpeechLog, readSpeechLog } from "./speech-log.ts";
import type { WorkerContext } from "../context.ts";

const RENEW_MS = 10_000;
const METER_MS = 500;
const LOOK_MS = 1_000;
/** More than this many live calls per core: drafts are left out (speech §8). */
const DRAFT_CALLS = 2;
/** More than this many live calls per core: no recorder waits for the death of another, 60 MB each. */
const SPARE_CALLS = 3;
/** A recorder obeys within a few milliseconds; a busy machine gets this long. */
const SKIP_MS = 1_000;
/** What a worker that is told to stop gives to the last words. */
const LEAVE_MS = 4_000;

export type LiveCallSupervisorDeps = {
  /** Of this process, as leases name it. */
  owner: string;
  boot: string;
  context: Pick<WorkerContext, "choose" | "engines">;
  livekit: Livekit;
  isServerDown: () => boolean;
  /** A recorder has trouble with the media server: look at once. */
  onTrouble: () => void;
  /** Live calls that this worker keeps. */
  callCount: () => number;
  onGone: (callId: string) => void;
};
export type LiveCallSupervisor = {
  lease: RecorderLease;
  /** Its rows have changed. */
  wake: () => void;
  orders: () => RecorderOrders;
  /** Somebody is in the room of whom no recorder has told. */
  found: (identity: string) => void;
  throwOut: (identity: string) => Promise<void>;
  nowMs: () => number;
  /** Its room is closed, or another worker's: nobody may make it again. */
  isClosing: () => boolean;
  pids: () => number[];
  /** `finish`: the recording ends; `leave`: it goes on, for the next worker to adopt. The call itself goes on. */
  stop: (how: "finish" | "leave") => Promise<void>;
};

/**
 * Everything one live call needs of this worker: recorder, recognition, meters, orders (live §6).
 * @returns null when the call is over already
 */
export async function openLiveCallSupervisor(
  lease: RecorderLease,
  deps: LiveCallSupervisorDeps,
): Promise<LiveCallSupervisor | null> {
  const orders = await findOrders(lease.callId);
  if (!orders?.isLive) {
    await releaseRecorder(lease, deps.owner);
    return null;
  }
  return runLiveCallSupervisor(await onThisClock(lease, deps.boot), orders, deps);
}

/** Another boot, or another host, has another monotonic clock. */
async function onThisClock(lease: RecorderLease, boot: string): Promise<RecorderLease> {
  if (lease.boot === boot || boot === "") return lease;
  const t0MonoNs = process.hrtime.bigint() - BigInt(Math.round(lease.ageMs * 1e6));
  await rebaseRecorder(lease, boot, t0MonoNs);
  return { ...lease, boot, t0MonoNs };
}

type Room = Awaited<ReturnType<typeof openRoom>>;

/** What is open as long as the call is kept, beside its recorder. */
async function openRoom(
  lease: RecorderLease,
  orders: RecorderOrders,
  deps: LiveCallSupervisorDeps,
) {
  const { callId, workspaceId } = lease;
  const dir = recorderFolder(lease.dir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const nowMs = () => Number(process.hrtime.bigint() - lease.t0MonoNs) / 1e6;
  const notes = openSpeechLog(dir);
  const meters = createLiveMeters((id, span) => notes.write({ type: "voice", id, ...span }));
  for (const { id, span } of (await readSpeechLog(dir)).voices) meters.restore(id, span);
  await dropDrafts(lease);
  const speech = await openLiveSpeech(
    { workspaceId, callId, language: orders.language },
    {
      context: deps.context,
      notes,
      meters,
      mayDraft: () => deps.callCount() <= DRAFT_CALLS * availableParallelism(),
    },
  );
  const ref = { workspaceId, callId, recordingId: orders.recordingId };
  const events = openCallEvents(ref, lease.room, nowMs, deps.isServerDown);
  const socketPath = await pcmPath(dir, callId);
  const socket = await openPcmSocket(socketPath, openPcmRouter(events.speaker, meters, speech));
  return { dir, nowMs, notes, meters, speech, events, socketPath, socket };
}

async function runLiveCallSupervisor(
  lease: RecorderLease,
  first: RecorderOrders,
  deps: LiveCallSupervisorDeps,
): Promise<LiveCallSupervisor> {
  const { callId, room } = lease;
  const { owner, livekit } = deps;
  const open = await openRoom(lease, first, deps);
  const { dir, events, nowMs } = open;
  const before = await readCallJournal(dir);
  const orphans = await findOrphans(before.processes, deps.boot, callId);
  let orders = first;
  let closing: Promise<void> | null = null;

  const supervisor = superviseCall(
    {
      ...{ callId, dir, url: livekit.address.url, t0MonoNs: lease.t0MonoNs, coach: "keep" },
      ...{ pcmSocket: open.socketPath, searchPath: env().PATH },
      compileCache: join(env().cacheDir, "compiled"),
      attempt: Math.max(lease.attempt, before.attempt),
      orphans: orphans.map(({ pid }) => pid),
      mostRssKb: env().LIMIT_RECORDER_MB * 1_000,
    },
    {
      token: async (attempt) => (await livekit.recorderToken(callId, attempt)).token,
      isPaused: () => orders.isPaused,
      skipped: () => orders.skipped,
      isServerDown: deps.isServerDown,
      maySpare: () => deps.callCount() <= SPARE_CALLS * availableParallelism(),
      onEvent: (one) => take(one),
    },
  );
  if (orphans.length > 0)
    for (const line of before.callRole) {
      supervisor.heard(line);
      events.take(line);
    }
  const unfollow = followJournal(dir, before.bytes, (line) => {
    if (line.a > before.attempt) return;
    supervisor.heard(line);
    take(line);
  });

  const awaited = new Map<string, () => void>();
  /** The recorder has said that it takes nothing of them any more; one that is silent keeps nobody in the room. */
  const heardSkips = async (ids: readonly string[]): Promise<void> => {
    const all = ids.map((id) => new Promise<void>((done) => awaited.set(id, done)));
    if (all.length > 0) await Promise.race([Promise.all(all), sleep(SKIP_MS)]);
    for (const id of ids) awaited.delete(id);
  };
  const take = (one: RecorderEvent): void => {
    events.take(one);
    if (one.type === "skip" && one.on) awaited.get(one.id)?.();
    if (one.type === "join") void joined(one.id);
    if (one.type === "ready" && one.paused !== orders.isPaused) supervisor.pause(orders.isPaused);
    if (one.type === "lost" || one.type === "reconnecting" || one.type === "connectFailed")
      deps.onTrouble();
    if (one.type !== "exit" || closing) return;
    log.warn({ callId, attempt: one.a, code: one.code }, "a recorder ended");
    // "The call is over", says the media server; the rows may know better.
    if (one.code === 0) void refresh().then(() => setTimeout(() => supervisor.again(), LOOK_MS));
  };
  /** Whoever was removed is out again before they are heard; who is not recorded is never subscribed. */
  const joined = async (identity: string): Promise<void> => {
    if (orders.removed.includes(identity)) await throwOut(livekit, room, identity);
    if (orders.skippedPrefixes.some((prefix) => identity.startsWith(prefix)))
      supervisor.skip(identity, true);
    await refresh();
    open.speech.renew();
  };
  const refresh = singleFlight("orders", async () => {
    const found = await findOrders(callId);
    if (closing) return;
    if (!found?.isLive) return finish();
    const old = orders;
    orders = found;
    // Skip first: what is said before the door closes must not be recorded.
    const leaving = found.removed.filter((id) => !old.removed.includes(id));
    const obeyed = heardSkips(leaving);
    for (const id of found.skipped) if (!old.skipped.includes(id)) supervisor.skip(id, true);
    for (const id of old.skipped) if (!found.skipped.includes(id)) supervisor.skip(id, false);
    if (found.isPaused !== old.isPaused || events.differs(found.isPaused))
      supervisor.pause(found.isPaused);
    if (found.language !== old.language) open.speech.speak(found.language);
    if (leaving.length > 0) await obeyed;
    for (const id of leaving) await throwOut(livekit, room, id);
  });

  const close = (end: () => Promise<void>, isOver: boolean): Promise<void> => {
    closing ??= (async () => {
      for (const timer of timers) clearInterval(timer);
      await end();
      unfollow();
      await closeRoom(open, isOver);
      await releaseRecorder(lease, owner).catch(() => undefined);
      deps.onGone(callId);
    })();
    return closing;
  };
  /** The call is over: files are closed first, then the room, then the last words are written. */
  const finish = (): Promise<void> =>
    close(async () => {
      await supervisor.stop();
      livekit.deleteRoom(room).catch(() => undefined);
    }, true);
  const leave = (): Promise<void> =>
    close(() => {
      supervisor.leave();
      return Promise.resolve();
    }, false);
  const renew = async (): Promise<void> => {
    try {
      if (closing || (await renewRecorder(lease, owner)) || (await claimRecorder(lease, owner)))
        return;
      log.warn({ callId }, "another worker has the call");
      await leave();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error; // the recording goes on without the database
    }
  };
  const look = (): void => {
    events.look();
    open.speech.look();
    for (const { a, pid } of [...orphans])
      void isRecorderOf(pid, callId).then((isAlive) => {
        if (isAlive || !orphans.some((one) => one.a === a)) return;
        orphans.splice(
          orphans.findIndex((one) => one.a === a),
          1,
        );
        events.take({ type: "exit", a, code: null, isCrash: false });
      });
  };
  const timers = [
    setInterval(() => void renew(), RENEW_MS),
    setInterval(look, LOOK_MS),
    setInterval(() => {
      const meter = open.meters.take(nowMs());
      const behindMs = open.speech.behindMs(nowMs());
      if (meter) publishMeter(callId, { ...meter, behindMs }).catch(() => undefined); // the next one comes in half a second
    }, METER_MS),
  ];
  log.info({ callId, adopted: orphans.length }, "a live call is kept");
  return {
    lease,
    wake: () => void refresh(),
    orders: () => orders,
    found: (id) => take({ type: "join", a: 0, t: nowMs(), wall: Date.now(), id, here: true }),
    // Whose skip is awaited is thrown out when it is heard, not sooner.
    throwOut: async (identity) => {
      if (!awaited.has(identity)) await throwOut(livekit, room, identity);
    },
    nowMs,
    isClosing: () => closing !== null,
    pids: () => supervisor.pids(),
    stop: (how) => (how === "leave" ? leave() : close(() => supervisor.stop(), false)),
  };
}

/** @param isOver the call is: the last words take as long as they take, and then nothing more comes */
async function closeRoom(open: Room, isOver: boolean): Promise<void> {
  const { socket, speech, events, notes } = open;
  if (isOver) await socket.idle(1_000);
  await socket.close();
  const spoken = speech.close();
  await (isOver ? spoken : Promise.race([spoken, sleep(LEAVE_MS, undefined, { ref: false })]));
  await events.idle(LEAVE_MS);
  events.close();
  if (isOver) notes.write({ type: "end" });
  await notes.flush();
}

async function throwOut(livekit: Livekit, room: string, identity: string): Promise<void> {
  try {
    await livekit.removeParticipant(room, identity);
  } catch (error) {
    log.warn({ name: errorName(error) }, "a guest could not be thrown out");
  }
}
