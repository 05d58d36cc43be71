import { hostname } from "node:os";
import { claimRecorder, listRecorders } from "#app/core/domain/live/recorder-lease.server.ts";
import { birthTick, bootId } from "#app/core/platform/boot.server.ts";
import { livekit } from "#app/core/platform/livekit.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { type LiveCallSupervisor, openLiveCallSupervisor } from "./live-call-supervisor.ts";
import { singleFlight } from "./single-flight.ts";
import { reconcile } from "./reconcile.ts";
import type { WorkerContext } from "../context.ts";

/** A call that no NOTIFY told of, or whose worker is gone, is found by then. */
const SWEEP_MS = 10_000;

export type CallSupervision = {
  /** How many live calls this worker has. */
  count: () => number;
  /** Recorders, for tests and health. */
  pids: () => number[];
  /** `finish`: recordings end and their files are closed; `leave`: they go on for the next worker. */
  stop: (how: "finish" | "leave") => Promise<void>;
};

/** Keeps the live calls of this installation: claims those that nobody has, and lets go of those that end. */
export function superviseCalls(context: WorkerContext, stopping: AbortSignal): CallSupervision {
  const supervisors = new Map<string, LiveCallSupervisor>();
  const boot = bootId();
  const owner = `${hostname()}|${boot}|${process.pid}|${birthTick(process.pid) ?? ""}`;
  const server = livekit();
  const closing = new AbortController();
  const reconciler = reconcile(server, () => [...supervisors.values()], closing.signal);
  const isOver = () => stopping.aborted || closing.signal.aborted;

  const claim = singleFlight("claims", async () => {
    for (const { owner: holder, isFree, ...ref } of await listRecorders()) {
      if (isOver() || supervisors.has(ref.callId)) continue;
      const dead = !isFree && holder !== null && isDead(holder, boot) ? holder : null;
      if (!isFree && dead === null && holder !== owner) continue;
      const lease = await claimRecorder(ref, owner, dead);
      if (!lease) continue;
      const supervisor = await openLiveCallSupervisor(lease, {
        ...{ owner, boot, context, livekit: server },
        isServerDown: reconciler.isServerDown,
        onTrouble: reconciler.look,
        callCount: () => supervisors.size,
        onGone: (callId) => supervisors.delete(callId),
      });
      if (supervisor) supervisors.set(ref.callId, supervisor);
    }
  });
  const sweep = (): void => {
    if (isOver()) return;
    void claim();
    for (const supervisor of supervisors.values()) supervisor.wake();
  };
  listen(
    "call_event",
    (payload) => {
      const [callId = ""] = payload.split(":");
      const supervisor = supervisors.get(callId);
      if (supervisor) supervisor.wake();
      else if (!isOver()) void claim();
    },
    sweep,
    closing.signal,
  );
  const timer = setInterval(sweep, SWEEP_MS);
  sweep();
  return {
    count: () => supervisors.size,
    pids: () => [...supervisors.values()].flatMap((supervisor) => supervisor.pids()),
    async stop(how) {
      clearInterval(timer);
      closing.abort();
      await claim(); // whatever was being claimed just now is kept, and let go with the others
      await Promise.all([...supervisors.values()].map((supervisor) => supervisor.stop(how)));
    },
  };
}

/** An owner on this very boot whose process is gone need not be waited for. */
function isDead(owner: string, boot: string): boolean {
  const [host, born, pid, since] = owner.split("|");
  if (host !== hostname() || born !== boot || boot === "") return false;
  return birthTick(Number(pid)) !== since;
}
