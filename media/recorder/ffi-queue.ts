import { AudioResampler } from "@livekit/rtc-node";

type Request = { message?: { case?: string; value?: { queueSizeFrames?: number } } };
type FfiClient = { request: (request: Request) => unknown };

/**
 * Lets rtc-node hold this many frames of 10 ms per track while the recorder is frozen. Its own 10 drop the
 * oldest without a word; version 1.1.0 has no option for it, only the field in its native call.
 * @throws Error where rtc-node is not built as expected
 */
export function widenFrameQueue(frames: number): void {
  new AudioResampler(48_000, 16_000, 1).close(); // makes the client
  const client = (globalThis as { _ffiClientInstance?: FfiClient })._ffiClientInstance;
  if (typeof client?.request !== "function") throw new Error("rtc-node has no FFI client");
  const request = client.request.bind(client);
  client.request = (message) => {
    const inner = message.message;
    if (inner?.case === "newAudioStream" && inner.value) inner.value.queueSizeFrames = frames;
    return request(message);
  };
}
