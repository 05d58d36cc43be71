import { connect, type Socket } from "node:net";
import { encodePcmBlock } from "./pcm-block.ts";

const RECONNECT_MS = 500;
/** More than this waits for nobody: the recogniser reads the span from the file after the call. */
const MOST_QUEUED_MS = 10_000;
const END_MS = 500;

type Waiting = { id: string; startMs: number; endMs: number; block: Buffer };

export type PcmFeed = {
  /** False without a recogniser: then there is no need to make anything for it. */
  isOn: boolean;
  /** Takes s16 mono at 16 kHz; never waits, never throws. */
  offer: (id: string, startMs: number, pcm: Int16Array) => void;
  /** Sends what waits, for half a second at most. */
  end: () => Promise<void>;
};

/**
 * Feeds the recogniser through its Unix socket, which may come, go and stall as it likes.
 * @param onDrop what the recogniser did not get, told once it is known where the hole ends
 */
export function openPcmFeed(
  path: string,
  onDrop: (id: string, fromMs: number, toMs: number) => void,
): PcmFeed {
  const queue: Waiting[] = [];
  const dropped = new Map<string, { fromMs: number; toMs: number }>();
  let socket: Socket | null = null;
  let isReady = false;
  let isEnding = false;
  let again: NodeJS.Timeout | undefined;

  const open = () => {
    const fresh = connect(path);
    socket = fresh;
    fresh.on("connect", () => {
      isReady = true;
      send();
    });
    fresh.on("drain", () => {
      isReady = true;
      send();
    });
    fresh.on("error", () => undefined); // closes next
    fresh.on("close", () => {
      isReady = false;
      if (!isEnding) again = setTimeout(open, RECONNECT_MS);
    });
    fresh.resume();
  };
  const reportDrop = (id: string) => {
    const span = dropped.get(id);
    if (!span) return;
    dropped.delete(id);
    onDrop(id, span.fromMs, span.toMs);
  };
  const send = () => {
    while (isReady && socket) {
      const next = queue.shift();
      if (!next) return;
      reportDrop(next.id);
      isReady = socket.write(next.block);
    }
  };
  const trim = () => {
    const newest = queue.at(-1)?.endMs ?? 0;
    while ((queue[0]?.startMs ?? newest) < newest - MOST_QUEUED_MS) {
      const old = queue.shift();
      if (!old) return;
      const span = dropped.get(old.id);
      dropped.set(old.id, { fromMs: span?.fromMs ?? old.startMs, toMs: old.endMs });
    }
  };
  if (path !== "") open();

  return {
    isOn: path !== "",
    offer(id, startMs, pcm) {
      if (path === "" || isEnding || pcm.length === 0) return;
      const block = encodePcmBlock({ id, startMs, pcm });
      queue.push({ id, startMs, endMs: startMs + pcm.length / 16, block });
      send();
      trim();
    },
    async end() {
      if (isEnding) return;
      const until = performance.now() + END_MS;
      while (isReady && queue.length > 0 && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      isEnding = true;
      clearTimeout(again);
      for (const { id, startMs, endMs } of queue.splice(0)) {
        const span = dropped.get(id);
        dropped.set(id, { fromMs: span?.fromMs ?? startMs, toMs: endMs });
      }
      for (const id of [...dropped.keys()]) reportDrop(id);
      await finished(socket, Math.max(0, until - performance.now()));
    },
  };
}

function finished(socket: Socket | null, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (!socket || socket.connecting || socket.destroyed) {
      socket?.destroy();
      resolve();
      return;
    }
    const late = setTimeout(() => socket.destroy(), withinMs);
    socket.once("close", () => {
      clearTimeout(late);
      resolve();
    });
    socket.end();
  });
}
