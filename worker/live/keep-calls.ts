import { hostname } from "node:os";
import { claimRecorder, listRecorders } from "#app/core/domain/live/recorder-lease.server.ts";
import { birthTick, bootId } from "#app/core/platform/boot.server.ts";
import { livekit } from "#app/core/platform/livekit.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { type CallKeeper, keepCall } from "./call-keeper.ts";
import { coalesce } from "./coalesce.ts";
import { reconcile } from "./reconcile.ts";
import type { Workshop } from "../workshop.ts";

/** A call that no NOTIFY told of, or whose worker is gone, is found by then. */
const SWEEP_MS = 10_000;

export type CallKeeping = {
  /** How many live calls this worker has. */
  count: () => number;
  /** Recorders, for tests and health. */
  pids: () => number[];
  /** `finish`: recordings end and their files are closed; `leave`: they go on for the next worker. */
  stop: (how: "finish" | "leave") => Promise<void>;
};

/** Keeps the live calls of this installation: claims those that nobody has, and lets go of those that end. */
export function keepCalls(workshop: Workshop, stopping: AbortSignal): CallKeeping {
  const keepers = new Map<string, CallKeeper>();
  const boot = bootId();
  const owner = `${hostname()}|${boot}|${process.pid}|${birthTick(process.pid) ?? ""}`;
  const server = livekit();
  const closing = new AbortController();
  const reconciler = reconcile(server, () => [...keepers.values()], closing.signal);
  const isOver = () => stopping.aborted || closing.signal.aborted;

  const claim = coalesce("claims", async () => {
    for (const { owner: holder, isFree, ...ref } of await listRecorders()) {
      if (isOver() || keepers.has(ref.callId)) continue;
      const dead = !isFree && holder !== null && isDead(holder, boot) ? holder : null;
      if (!isFree && dead === null && holder !== owner) continue;
      const lease = await claimRecorder(ref, owner, dead);
      if (!lease) continue;
      const keeper = await keepCall(lease, {
        ...{ owner, boot, workshop, livekit: server },
        isServerDown: reconciler.isServerDown,
        onTrouble: reconciler.look,
        callCount: () => keepers.size,
        onGone: (callId) => keepers.delete(callId),
      });
      if (keeper) keepers.set(ref.callId, keeper);
    }
  });
  const sweep = (): void => {
    if (isOver()) return;
    void claim();
    for (const keeper of keepers.values()) keeper.wake();
  };
  listen(
    "call_event",
    (payload) => {
      const [callId = ""] = payload.split(":");
      const keeper = keepers.get(callId);
      if (keeper) keeper.wake();
      else if (!isOver()) void claim();
    },
    sweep,
    closing.signal,
  );
  const timer = setInterval(sweep, SWEEP_MS);
  sweep();
  return {
    count: () => keepers.size,
    pids: () => [...keepers.values()].flatMap((keeper) => keeper.pids()),
    async stop(how) {
      clearInterval(timer);
      closing.abort();
      await claim(); // whatever was being claimed just now is kept, and let go with the others
      await Promise.all([...keepers.values()].map((keeper) => keeper.stop(how)));
    },
  };
}

/** An owner on this very boot whose process is gone need not be waited for. */
function isDead(owner: string, boot: string): boolean {
  const [host, born, pid, since] = owner.split("|");
  if (host !== hostname() || born !== boot || boot === "") return false;
  return birthTick(Number(pid)) !== since;
}
