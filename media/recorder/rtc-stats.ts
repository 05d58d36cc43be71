import type { Room } from "@livekit/rtc-node";

export type Inbound = {
  receivedSamples: number;
  concealedSamples: number;
  packetsReceived: number;
  packetsLost: number;
  jitterBufferMs: number;
};

/** What arrived of each audio track, by its sid. Empty where there is no connection to ask. */
export async function readInbound(room: Room): Promise<Map<string, Inbound>> {
  const lines = new Map<string, Inbound>();
  const stats = await room.getRtcStats().catch(() => null);
  for (const { stats: one } of stats?.subscriberStats ?? []) {
    if (one.case !== "inboundRtp" || one.value.stream?.kind !== "audio") continue;
    const { inbound, received } = one.value;
    if (!inbound) continue;
    const emitted = Number(inbound.jitterBufferEmittedCount ?? 0n);
    lines.set(inbound.trackIdentifier ?? "", {
      receivedSamples: Number(inbound.totalSamplesReceived ?? 0n),
      concealedSamples: Number(inbound.concealedSamples ?? 0n),
      packetsReceived: Number(received?.packetsReceived ?? 0n),
      packetsLost: Number(received?.packetsLost ?? 0n),
      jitterBufferMs: emitted === 0 ? 0 : ((inbound.jitterBufferDelay ?? 0) * 1000) / emitted,
    });
  }
  return lines;
}
