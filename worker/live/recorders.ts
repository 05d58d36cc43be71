import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { EXIT_AGAIN, EXIT_OVER, type RecorderCommand } from "#media/recorder/contract.ts";
import { type JournalLine, parseJournalLine } from "#media/recorder/journal.ts";
import { forkRecorder, openSpare } from "./fork-recorder.ts";
import { openRelay } from "./relay.ts";

/** Not in the room by then: it hangs. */
const READY_MS = 15_000;
/** Asked to stop, a recorder closes its files within this, or it is killed. */
const STOP_MS = 10_000;
const LOOK_MS = 5_000;
const FIRST_WAIT_MS = 200;
/** A recorder that was in the room this long does not fail by its nature. */
const STEADY_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;
/** While the media server is known to be down, so that it is found within a moment of its return. */
const DOWN_WAIT_MS = 250;
/** A track that no attempt can record must not make attempts without end. */
const AGAIN_AFTER_MS = 30_000;
/** A track that the next one cannot get is not worth two recorders in a room. */
const TAKE_OVER_MS = 5_000;

export type RecorderCall = {
  callId: string;
  /** Folder of all files of the call; it exists. */
  dir: string;
  url: string;
  t0MonoNs: bigint;
  pcmSocket: string;
  coach: "keep" | "skip" | "room";
  searchPath: string;
  /** Folder in which Node keeps what it has compiled. */
  compileCache: string;
  /** The newest attempt so far, 0 before the first. */
  attempt: number;
  /** Recorders that outlived their worker: each is ended once the next attempt is in the room. */
  orphans: readonly number[];
  /** Above this a recorder hands over to the next attempt (live §5). */
  mostRssKb: number;
};
export type RecorderEvent =
  | JournalLine
  | { type: "forked"; a: number; pid: number }
  | { type: "exit"; a: number; code: number | null; isCrash: boolean };
export type RecorderDeps = {
  /** May fail while the media server is away: it is asked again. */
  token: (attempt: number) => Promise<string>;
  isPaused: () => boolean;
  skipped: () => readonly string[];
  isServerDown: () => boolean;
  /** Whether there is room for a process that only waits for another's death. */
  maySpare: () => boolean;
  onEvent: (event: RecorderEvent) => void;
};
export type Supervisor = {
  /** What the journal says of recorders that are no children of this worker. */
  heard: (line: JournalLine) => void;
  pause: (isPaused: boolean) => void;
  skip: (identity: string, isOn: boolean) => void;
  /** Ends the recording for good: files are closed when this settles, 10 s at the latest. */
  stop: () => Promise<void>;
  /** Lets recorders go on without this worker; the next one adopts them. */
  leave: () => void;
  /** An exit that said "the call is over", while it is not. */
  again: () => void;
  pids: () => number[];
};

type Kid = { process: ChildProcess; attempt: number; isReplaced: boolean };

/** Keeps one recorder in the room of a call, as ever new attempts, until it is told to stop (live §6.2). */
export function superviseCall(call: RecorderCall, deps: RecorderDeps): Supervisor {
  const kids = new Set<Kid>();
  const relay = openRelay();
  const spare = openSpare(call);
  let orphans = [...call.orphans];
  /** Orphans whose tracks are being taken over just now. */
  const handing = new Set<number>();
  let attempt = call.attempt;
  let isLive = true;
  let waitMs = FIRST_WAIT_MS;
  let handedOverAt = Number.NEGATIVE_INFINITY;
  let pending: NodeJS.Timeout | undefined;
  let starting = 0;

  const retry = (old?: Kid): void => {
    clearTimeout(pending);
    pending = setTimeout(
      () => {
        if (isLive && starting === 0 && (old ? kids.has(old) : kids.size === 0)) begin(old);
      },
      deps.isServerDown() ? Math.min(waitMs, DOWN_WAIT_MS) : waitMs,
    );
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  };
  const begin = (old?: Kid): void => {
    attempt += 1;
    const mine = attempt;
    starting += 1;
    deps
      .token(mine)
      .then(
        (token) => {
          starting -= 1;
          if (isLive) start(mine, token, old);
        },
        () => {
          starting -= 1;
          throw new Error("no token");
        },
      )
      .catch(() => retry(old && kids.has(old) ? old : undefined)); // or no process, on a machine that is full
  };
  /** The old one goes on until the new one is in the room. */
  const replace = (kid: Kid): void => {
    if (kid.isReplaced || !isLive) return;
    kid.isReplaced = true;
    handedOverAt = performance.now();
    begin(kid);
  };
  /** Who came before goes on until every track it writes is being written by the new one. */
  const ready = (mine: number, old?: Kid): void => {
    waitMs = FIRST_WAIT_MS;
    const former = orphans.splice(0);
    if (!old && former.length === 0) return;
    void relay.taken(mine, TAKE_OVER_MS).then(() => {
      if (old) stopKid(old);
      for (const pid of former) handing.delete(pid);
      for (const pid of former) void endOrphan(pid, call.callId);
    });
    for (const pid of former) handing.add(pid);
  };

  const start = (mine: number, token: string, old?: Kid): void => {
    const process = spare.take(mine) ?? forkRecorder(call, mine);
    const kid: Kid = { process, attempt: mine, isReplaced: false };
    let readyAt = Number.POSITIVE_INFINITY;
    kids.add(kid);
    if (process.pid !== undefined) deps.onEvent({ type: "forked", a: mine, pid: process.pid });
    const hung = setTimeout(() => process.kill("SIGKILL"), READY_MS);
    const look = setInterval(() => {
      void rssKb(process.pid).then((kb) => {
        if (kb > call.mostRssKb) replace(kid);
      });
      // Not at once: joining has the machine to itself.
      if (isLive && performance.now() - readyAt >= STEADY_MS && deps.maySpare())
        spare.keep(attempt + 1);
    }, LOOK_MS);
    process.on("error", () => {
      // IPC to a dead child must not end the worker; one that never came to life has no exit.
      if (process.pid === undefined) exited(null);
    });
    process.on("message", (message) => {
      const line = parseJournalLine(message);
      if (!line) return;
      relay.hear(line);
      if (line.type === "ready") {
        clearTimeout(hung);
        readyAt = performance.now();
        ready(mine, old);
      }
      const isTooSoon = performance.now() - handedOverAt < AGAIN_AFTER_MS;
      if (line.type === "lost" || (line.type === "notRecording" && !isTooSoon)) replace(kid);
      deps.onEvent(line);
    });
    const exited = (code: number | null): void => {
      clearTimeout(hung);
      clearInterval(look);
      if (!kids.delete(kid)) return;
      relay.gone(mine);
      deps.onEvent({ type: "exit", a: mine, code, isCrash: code !== 0 && code !== EXIT_AGAIN });
      if (code === EXIT_OVER || !isLive || kids.size > 0 || starting > 0) return;
      // One that had been recording is replaced at once; what fails again and again is given time.
      if (performance.now() - readyAt >= STEADY_MS) begin();
      else retry();
    };
    process.once("exit", exited);
    // A new attempt must know what the old one was told, before it connects.
    report(kid, { token, paused: deps.isPaused(), skip: [...deps.skipped()] });
  };

  begin();
  return {
    heard: relay.hear,
    pause: (isPaused) => {
      for (const kid of kids) report(kid, { pause: isPaused });
    },
    skip: (identity, isOn) => {
      for (const kid of kids) report(kid, { skip: identity, on: isOn });
    },
    async stop() {
      isLive = false;
      clearTimeout(pending);
      spare.close();
      const ended = [...kids].map((kid) => gone(kid.process));
      for (const kid of kids) stopKid(kid);
      const former = [...orphans.splice(0), ...handing];
      await Promise.all([...ended, ...former.map((pid) => endOrphan(pid, call.callId))]);
    },
    leave() {
      isLive = false;
      clearTimeout(pending);
      spare.close();
      orphans = [];
      for (const { process } of kids) {
        process.removeAllListeners("exit");
        if (process.connected) process.disconnect();
        process.unref();
      }
    },
    again: () => {
      if (isLive && kids.size === 0 && starting === 0) retry();
    },
    pids: () => [...kids].flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid])),
  };
}

function report({ process }: Kid, command: RecorderCommand): void {
  if (process.connected) process.send(command, () => undefined);
}

function stopKid(kid: Kid): void {
  if (kid.process.connected) report(kid, { stop: true });
  else kid.process.kill("SIGTERM");
  const late = setTimeout(() => kid.process.kill("SIGKILL"), STOP_MS);
  kid.process.once("exit", () => clearTimeout(late));
}

const gone = (process: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (process.pid === undefined || process.exitCode !== null || process.signalCode !== null)
      done();
    else process.once("exit", () => done());
  });

async function rssKb(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/**
 * Whether a process is a recorder of this call: a number in a journal may by now be somebody else's.
 * Where the system does not tell, it is not.
 */
export async function isRecorderOf(pid: number, callId: string): Promise<boolean> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const [command, env] = await Promise.all([read("cmdline"), read("environ")]);
  return command.includes("recorder/main.ts") && env.split("\0").includes(`CALL=${callId}`);
}

/** Recorders that outlived their worker. */
export async function findOrphans(
  processes: readonly { a: number; pid: number; boot: string }[],
  boot: string,
  callId: string,
): Promise<{ a: number; pid: number }[]> {
  const alive: { a: number; pid: number }[] = [];
  for (const { a, pid, boot: born } of processes)
    if (born === boot && (await isRecorderOf(pid, callId))) alive.push({ a, pid });
  return alive;
}

/** Asks an orphan to end, waits until its files are closed, kills it after 10 s. */
export async function endOrphan(pid: number, callId: string): Promise<void> {
  const until = performance.now() + STOP_MS;
  let isAsked = false;
  while (await isRecorderOf(pid, callId)) {
    const isLate = performance.now() > until;
    if (!isAsked || isLate) send(pid, isLate ? "SIGKILL" : "SIGTERM");
    isAsked = true;
    if (performance.now() > until + 1_000) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}
