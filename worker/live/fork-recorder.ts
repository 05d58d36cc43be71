import { type ChildProcess, fork } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RecorderCall } from "./recorders.ts";

const PROGRAM = fileURLToPath(new URL("../../media/recorder/main.ts", import.meta.url));

type ForkCall = Omit<RecorderCall, "attempt" | "orphans" | "mostRssKb">;

/** Leads a group of its own: neither Ctrl-C nor the death of this worker reaches it. Its log is a file, since a pipe would break with the worker. */
export function forkRecorder(call: ForkCall, attempt: number, isSpare = false): ChildProcess {
  const log = openSync(join(call.dir, "recorder.log"), "a", 0o600);
  try {
    return fork(PROGRAM, [], {
      // Node reads the types away by itself, in a third of the time: each half second here is one of the call.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
      env: {
        CALL: call.callId,
        ATTEMPT: String(attempt),
        DIR: call.dir,
        LK_URL: call.url,
        T0_MONO_NS: String(call.t0MonoNs),
        PCM_SOCK: call.pcmSocket,
        COACH: call.coach,
        PATH: call.searchPath,
        SPARE: isSpare ? "1" : "",
        NODE_ENV: "production",
        NODE_COMPILE_CACHE: call.compileCache,
      },
    });
  } finally {
    closeSync(log);
  }
}

/**
 * One recorder that has been born and has loaded everything, and waits: to be born takes 0.35 s on an idle machine
 * and seconds on a busy one, each of which the call would lose when its recorder dies.
 */
export function openSpare(call: ForkCall): {
  /** Makes one if there is none. */
  keep: (attempt: number) => void;
  /** Null where there is none that is fit for this attempt. */
  take: (attempt: number) => ChildProcess | null;
  close: () => void;
} {
  let spare: { process: ChildProcess; attempt: number } | null = null;
  const close = (): void => {
    spare?.process.kill("SIGKILL"); // it holds nothing
    spare = null;
  };
  return {
    keep(attempt) {
      if (spare?.attempt === attempt) return;
      close();
      const process = forkRecorder(call, attempt, true);
      const mine = { process, attempt };
      spare = mine;
      const gone = (): void => {
        if (spare === mine) spare = null;
      };
      process.on("error", gone).once("exit", gone);
    },
    take(attempt) {
      if (spare?.attempt !== attempt || !spare.process.connected) return null;
      const { process } = spare;
      spare = null;
      process.removeAllListeners("exit");
      process.removeAllListeners("error");
      return process;
    },
    close,
  };
}
