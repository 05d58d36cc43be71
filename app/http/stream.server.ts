import type { Member } from "#app/core/domain/access/actor.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";

/** Seconds between heartbeats; proxies and browsers drop quieter streams (data §6). */
const HEARTBEAT_MS = 15_000;
/** A reader this far behind is cut off: it comes back and goes on where it was, instead of filling our memory. */
const MOST_BEHIND_BYTES = 1_000_000;

export type Send = (event: string, data: unknown, id?: string) => void;

/**
 * A server-sent event stream that ends with `closed`.
 * @param start is given `send` and a signal; it subscribes and returns nothing
 * @param recheck asked at every heartbeat; false ends the stream (rights were lost)
 * @param actor asked again at once when something about this member changes
 */
export function eventStream(
  closed: AbortSignal,
  start: (send: Send, signal: AbortSignal) => void,
  recheck: () => Promise<boolean>,
  actor: Member | null = null,
): Response {
  const ended = new AbortController();
  const signal = AbortSignal.any([closed, ended.signal]);
  const text = new TextEncoder();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const write = (lines: string) => {
        if (signal.aborted) return;
        if ((controller.desiredSize ?? 0) < -MOST_BEHIND_BYTES) ended.abort();
        else controller.enqueue(text.encode(lines));
      };
      const send: Send = (event, data, id) =>
        write(
          `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
        );
      const lookAgain = () => {
        recheck().then(
          (isAllowed) => {
            if (!isAllowed) ended.abort();
          },
          () => undefined, // the database is away: rights are asked again at the next beat
        );
      };
      const beat = setInterval(() => {
        send("hb", null);
        lookAgain();
      }, HEARTBEAT_MS);
      if (actor) {
        const ids = [actor.memberId, actor.sessionId, actor.impersonator?.memberId ?? ""].map(
          (id) => `${actor.workspaceId}:${id}`,
        );
        listen("member", (payload) => ids.includes(payload) && lookAgain(), lookAgain, signal);
      }
      signal.addEventListener("abort", () => {
        clearInterval(beat);
        try {
          controller.close();
        } catch {
          // the browser closed first
        }
      });
      write("retry: 2000\n\n");
      start(send, signal);
    },
    cancel: () => ended.abort(),
  };
  const body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
