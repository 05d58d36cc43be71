import { CheckStatus, ConnectionCheck, Room, RoomEvent } from "livekit-client";
import type { JoinToken } from "#app/core/domain/live/live-views.ts";

/** The ways to the media server (live §15), in the order they are tried. */
export type Way = "websocket" | "udp" | "tcp" | "turn";
/** `none`: the server offers no such way. */
export type WayState = "running" | "ok" | "failed" | "none";

const CONNECT_MS = 12_000;
const SWITCH_MS = 12_000;

/**
 * Tries each way to the media server from this browser, one after the other.
 * @param onWay called when a way begins and when its answer is there
 */
export async function testConnection(
  { url, token }: JoinToken,
  onWay: (way: Way, state: WayState) => void,
): Promise<void> {
  const check = new ConnectionCheck(url, token);
  onWay("websocket", "running");
  const signal = await check.checkWebsocket();
  onWay("websocket", signal.status === CheckStatus.SUCCESS ? "ok" : "failed");
  if (signal.status !== CheckStatus.SUCCESS) {
    // Without it nothing else can be asked for.
    for (const way of ["udp", "tcp", "turn"] as const) onWay(way, "failed");
    return;
  }
  await testMedia(url, token, onWay);
  onWay("turn", "running");
  const relay = await check.checkTURN();
  onWay("turn", turnState(relay.status));
}

function turnState(status: CheckStatus): WayState {
  if (status === CheckStatus.SKIPPED) return "none";
  return status === CheckStatus.SUCCESS ? "ok" : "failed";
}

/** UDP is what a room takes by itself where it can; TCP is asked for in the same room. */
async function testMedia(
  url: string,
  token: string,
  onWay: (way: Way, state: WayState) => void,
): Promise<void> {
  const room = new Room();
  onWay("udp", "running");
  try {
    await within(room.connect(url, token, { maxRetries: 0 }), CONNECT_MS);
    const taken = await protocolOf(room);
    onWay("udp", taken === "udp" ? "ok" : "failed");
    onWay("tcp", "running");
    onWay("tcp", taken === "tcp" || (await switchToTcp(room)) ? "ok" : "failed");
  } catch {
    // Neither came through: a room that is not connected took no way at all.
    onWay("udp", "failed");
    onWay("tcp", "failed");
  } finally {
    await room.disconnect();
  }
}

async function switchToTcp(room: Room): Promise<boolean> {
  const again = new Promise<void>((resolve, reject) => {
    room.once(RoomEvent.Reconnected, () => resolve());
    room.once(RoomEvent.Disconnected, () => reject(new Error("disconnected")));
  });
  await room.simulateScenario("force-tcp");
  try {
    await within(again, SWITCH_MS);
    return (await protocolOf(room)) === "tcp";
  } catch {
    return false;
  }
}

/** The transport of the pair of candidates that is in use. */
async function protocolOf(room: Room): Promise<string | null> {
  for (let tries = 0; tries < 20; tries++) {
    const report = await room.engine.pcManager?.publisher.getStats();
    const protocol = report === undefined ? null : chosenProtocol(report);
    if (protocol !== null) return protocol;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return null;
}

type PairStats = { type: string; nominated?: boolean; state?: string; localCandidateId?: string };

/** Read from the statistics of a connection: `udp`, `tcp`, or null before a pair was chosen. */
function chosenProtocol(report: RTCStatsReport): string | null {
  for (const entry of report.values()) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reports are untyped in lib.dom
    const pair = entry as PairStats;
    const isChosen =
      pair.type === "candidate-pair" && pair.nominated === true && pair.state === "succeeded";
    if (!isChosen || pair.localCandidateId === undefined) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const local = report.get(pair.localCandidateId) as { protocol?: string } | undefined;
    if (local?.protocol !== undefined) return local.protocol;
  }
  return null;
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
