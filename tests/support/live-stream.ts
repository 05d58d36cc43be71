import { setTimeout as sleep } from "node:timers/promises";
import type { SegEvent } from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";
import type { Visitor } from "#scripts/demo/door.ts";

/** What a page was told, with this process's clock. */
export type Heard = { event: string; data: unknown; at: number };
export type LiveStream = {
  heard: () => readonly Heard[];
  segments: () => (SegEvent & { at: number })[];
  /** How often the line had to be opened again. */
  reopened: () => number;
  close: () => void;
};

const AGAIN_MS = 500;

/** Follows a call as its page does: again after every break, from the last number on (live §9). */
export function followCall({ origin, cookie }: Visitor, callId: string): LiveStream {
  const stop = new AbortController();
  const heard: Heard[] = [];
  let after = 0;
  let opened = 0;
  const take = (block: string): void => {
    const field = (name: string): string | undefined =>
      new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
    const text = field("data");
    if (text === undefined) return;
    const seq = Number(field("id"));
    if (seq > after) after = seq;
    heard.push({ event: field("event") ?? "message", data: JSON.parse(text), at: Date.now() });
  };
  const read = async (): Promise<void> => {
    const response = await fetch(origin + paths.callStream(callId, { after }), {
      headers: { cookie, accept: "text/event-stream" },
      signal: stop.signal,
    });
    if (!response.ok || response.body === null) throw new Error(`stream: ${response.status}`);
    let text = "";
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      text += part;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) take(block);
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      opened += 1;
      await read().catch(() => undefined);
      await sleep(AGAIN_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  void run();
  return {
    heard: () => heard,
    segments: () =>
      heard.flatMap(({ event, data, at }) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's own type; the test fails where it is something else
        event === "seg" ? [{ ...(data as SegEvent), at }] : [],
      ),
    reopened: () => opened - 1,
    close: () => stop.abort(),
  };
}
