import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { endCall, type EndReason } from "#app/core/domain/live/end.server.ts";
import { checkListeners } from "#app/core/domain/live/listeners.server.ts";
import { reportRoom, type RoomSeen } from "#app/core/domain/live/report.server.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { env } from "#app/core/platform/env.server.ts";
import { LivekitUnavailable, type Livekit } from "#app/core/platform/livekit.server.ts";
import { isPerson } from "#app/core/platform/livekit-names.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import type { LiveCallSupervisor } from "./live-call-supervisor.ts";

const EVERY_MS = 10_000;
/** After the last member has gone, or after the media server is back without them (product §5.1). */
const EMPTY_MS = 120_000;
/** Nobody ever came: as long as the media server keeps an empty room. */
const NOBODY_MS = 300_000;
const HOUR_MS = 3_600_000;
/** How often the media server is looked at while calls run, and how often it is asked for rooms while it is away. */
const WATCH_MS = 1_000;
const AWAY_MS = 200;

export type Reconciler = {
  /** A recorder lost its connection: is the server there, and are our rooms? */
  look: () => void;
  isServerDown: () => boolean;
};

/**
 * The backstop of every live call of this worker: presence as the media server has it, rooms that a restarted
 * server has forgotten, calls that everybody has left (live §4, product §20.10).
 */
export function reconcile(
  livekit: Livekit,
  supervisors: () => readonly LiveCallSupervisor[],
  stopping: AbortSignal,
): Reconciler {
  const running = () => supervisors().filter((supervisor) => !supervisor.isClosing());
  const server = watchServer(livekit, () => running().map(({ lease }) => lease.room), stopping);
  let isBusy = false;
  const round = async (): Promise<void> => {
    for (const supervisor of running()) await settle(livekit, supervisor, server.upForMs());
  };
  const timer = setInterval(() => {
    if (isBusy || server.isDown()) return;
    isBusy = true;
    round()
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error) || error instanceof LivekitUnavailable) server.look();
        else log.error({ name: errorName(error) }, "reconciling");
      })
      .finally(() => (isBusy = false));
  }, EVERY_MS);
  stopping.addEventListener("abort", () => clearInterval(timer));
  return { look: server.look, isServerDown: server.isDown };
}

/** One look at one call. @param upForMs how long the media server has answered without a break */
export async function settle(
  livekit: Livekit,
  supervisor: LiveCallSupervisor,
  upForMs: number,
): Promise<EndReason | null> {
  const { lease, nowMs } = supervisor;
  const present = await livekit.listParticipants(lease.room);
  const people = present
    .filter(({ identity }) => isPerson(identity))
    .map(({ identity, tracks }) => ({
      identity,
      isMuted: tracks.find(({ source }) => source === "microphone")?.isMuted ?? null,
    }));
  const { removed } = supervisor.orders();
  const staying = people.filter(({ identity }) => !removed.includes(identity));
  const seen = await reportRoom(lease, staying, nowMs());
  for (const identity of seen.unknown) supervisor.found(identity);
  for (const { identity } of people)
    if (removed.includes(identity)) await supervisor.throwOut(identity);
  await checkListeners(
    lease,
    present.map(({ identity }) => identity),
  );
  const hasMember = staying.some(({ identity }) => identity.startsWith("rep:"));
  const why = whyOver(seen, hasMember, nowMs(), upForMs);
  if (why === null) return null;
  log.info({ callId: lease.callId, why }, "a live call is over");
  await endCall(null, lease, why);
  return why;
}

/** Why a call is over; null while it goes on. */
export function whyOver(
  seen: Pick<RoomSeen, "memberMsAgo" | "ageMs">,
  hasMember: boolean,
  callMs: number,
  upForMs: number,
): EndReason | null {
  if (callMs > env().LIMIT_UPLOAD_HOURS * HOUR_MS) return "too_long";
  if (hasMember) return null;
  if (seen.memberMsAgo === null) return seen.ageMs > NOBODY_MS ? "nobody_came" : null;
  return Math.min(seen.memberMsAgo, upForMs) > EMPTY_MS ? "nobody_left" : null;
}

type ServerWatch = { isDown: () => boolean; upForMs: () => number; look: () => void };

/**
 * Sees the media server go within a moment, by a connection of its own that breaks with it, and makes the rooms
 * of running calls as soon as it is back: whoever then retries finds a room and heals by itself (live §4).
 */
function watchServer(livekit: Livekit, rooms: () => string[], stopping: AbortSignal): ServerWatch {
  let isDown = false;
  let upSince = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let door: Socket | null = null;

  const openDoor = (): void => {
    if (door || stopping.aborted || rooms().length === 0) return;
    const { hostname, port, protocol } = new URL(livekit.address.url);
    const usual = protocol === "wss:" || protocol === "https:" ? 443 : 80;
    const fresh = connect(port === "" ? usual : Number(port), hostname.replace(/^\[|\]$/g, ""));
    door = fresh;
    fresh.on("error", () => undefined); // closes next
    fresh.on("close", () => {
      door = null;
      look();
    });
    fresh.unref();
  };
  const restore = async (): Promise<void> => {
    const wanted = rooms();
    if (wanted.length === 0) return;
    const open = await livekit.listRooms(wanted);
    const lost = wanted.filter((room) => !open.includes(room));
    await Promise.all(lost.map((room) => livekit.createRoom(room)));
    if (lost.length > 0) upSince = performance.now();
  };
  const lookNow = async (): Promise<void> => {
    for (;;) {
      try {
        await restore();
        if (isDown) upSince = performance.now();
        isDown = false;
        return;
      } catch (error) {
        if (!(error instanceof LivekitUnavailable)) throw error;
        if (!isDown) log.warn({}, "the media server is away");
        isDown = true;
        if (stopping.aborted || rooms().length === 0) return;
        await sleep(AWAY_MS);
      }
    }
  };
  const look = (): void => {
    if (isLooking || stopping.aborted) return;
    isLooking = true;
    lookNow()
      .catch((error: unknown) => log.error({ name: errorName(error) }, "rooms"))
      .finally(() => (isLooking = false));
  };
  const timer = setInterval(() => {
    openDoor();
    if (rooms().length > 0) look();
  }, WATCH_MS);
  stopping.addEventListener("abort", () => {
    clearInterval(timer);
    door?.destroy();
  });
  return { isDown: () => isDown, upForMs: () => performance.now() - upSince, look };
}
