import { AudioResampler, type RemoteTrack } from "@livekit/rtc-node";
import * as z from "zod";

type Message = { message: { case?: string | undefined; value?: unknown } };
/** What rtc-node 1.1.0 has inside and does not offer. */
type Client = {
  request: (request: Message) => unknown;
  waitFor: (
    test: (event: Message) => boolean,
    options: { signal: AbortSignal },
  ) => Promise<unknown>;
  getNextRequestAsyncId: () => bigint;
};

/** @throws Error where rtc-node is not built as expected; a unit test keeps watch */
function client(): Client {
  const found = (globalThis as { _ffiClientInstance?: Client })._ffiClientInstance; // oxlint-disable-line typescript/no-unsafe-type-assertion -- rtc-node keeps it there and types it nowhere
  if (typeof found?.request !== "function") throw new Error("rtc-node has no FFI client");
  return found;
}

/**
 * Lets rtc-node hold this many frames of 10 ms per track while the recorder is frozen. Its own 10 drop the
 * oldest without a word; there is no option for it, only the field in the native call.
 */
export function widenFrameQueue(frames: number): void {
  new AudioResampler(48_000, 16_000, 1).close(); // makes the client
  const native = client();
  const request = native.request.bind(native);
  native.request = (asked) => {
    if (asked.message.case === "newAudioStream" && typeof asked.message.value === "object")
      Object.assign(asked.message.value ?? {}, { queueSizeFrames: frames });
    return request(asked);
  };
}

/** What arrived of one track since its subscription began. */
export type Inbound = {
  receivedSamples: number;
  concealedSamples: number;
  packetsReceived: number;
  packetsLost: number;
  /** Samples that left the jitter buffer, and how long all of them together had waited in it. */
  emittedSamples: number;
  waitedMs: number;
  /** Time since the newest packet; null before the first. */
  idleMs: number | null;
};

const ASK_MS = 1500;
const count = z.coerce.number().catch(0);
const inboundLine = z.object({
  stats: z.object({
    case: z.literal("inboundRtp"),
    value: z.object({
      received: z.object({ packetsReceived: count, packetsLost: count }),
      inbound: z.object({
        totalSamplesReceived: count,
        concealedSamples: count,
        jitterBufferDelay: count,
        jitterBufferEmittedCount: count,
        lastPacketReceivedTimestamp: count,
      }),
    }),
  }),
});
const answer = z.object({ stats: z.array(z.unknown()) });
/** One of twenty; the others are not worth a look. */
const isInbound = (one: unknown) =>
  (one as { stats?: { case?: string } } | null)?.stats?.case === "inboundRtp"; // oxlint-disable-line typescript/no-unsafe-type-assertion -- only asked for what may not be there

/**
 * WebRTC's own figures of a track that is subscribed now; null when it has none yet. A room's figures
 * would not say whose they are.
 */
export async function readInbound(track: RemoteTrack): Promise<Inbound | null> {
  const native = client();
  const requestAsyncId = native.getNextRequestAsyncId();
  const isMine = ({ message }: Message) =>
    message.case === "getStats" &&
    z.object({ asyncId: z.literal(requestAsyncId) }).safeParse(message.value).success;
  const told = native.waitFor(isMine, { signal: AbortSignal.timeout(ASK_MS) });
  const value = { trackHandle: track.ffi_handle.handle, requestAsyncId };
  native.request({ message: { case: "getStats", value } });
  const { stats } = answer.parse(await told);
  for (const one of stats.filter(isInbound)) {
    const line = inboundLine.safeParse(one);
    if (!line.success) continue;
    const { inbound, received } = line.data.stats.value;
    const newest = inbound.lastPacketReceivedTimestamp;
    return {
      ...received,
      receivedSamples: inbound.totalSamplesReceived,
      concealedSamples: inbound.concealedSamples,
      emittedSamples: inbound.jitterBufferEmittedCount,
      waitedMs: inbound.jitterBufferDelay * 1000,
      idleMs: newest === 0 ? null : Math.max(0, Date.now() - newest),
    };
  }
  return null;
}
