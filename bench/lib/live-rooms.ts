import { type ChildProcess, fork } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { AccessToken, RoomServiceClient } from "livekit-server-sdk";
import type { RecorderCommand } from "#media/recorder/contract.ts";
import { type JournalLine, parseJournal } from "#media/recorder/journal.ts";
import { monoIn, type Publisher } from "#media/recorder/publisher.ts";
import type { SoundSpec } from "#media/recorder/publish-sound.ts";
import { ROOT } from "#scripts/folders.ts";
import type { Sfu } from "#tests/support/sfu.ts";
import { until } from "./instance.ts";

/** A room with one recorder, without the product around it. */
export type BenchRoom = {
  name: string;
  dir: string;
  recorder: ChildProcess;
  /** CLOCK_MONOTONIC at the call's zero. */
  t0MonoNs: string;
  lines: () => JournalLine[];
  /** Lets a person in who speaks on the call's clock; `token` may be used by others too. */
  enter: (publisher: Publisher, identity: string, sound: SoundSpec) => Promise<void>;
  report: (command: RecorderCommand) => void;
  /** Ends the recording and waits for the process. @returns its exit code */
  finish: () => Promise<number | null>;
};

const READY_MS = 20_000;

export async function tokenFor(
  sfu: Sfu,
  room: string,
  identity: string,
  isRecorder = false,
): Promise<string> {
  const made = new AccessToken(sfu.apiKey, sfu.apiSecret, { identity, ttl: "10m" });
  made.addGrant(
    isRecorder
      ? {
          roomJoin: true,
          room,
          canSubscribe: true,
          canPublish: false,
          hidden: true,
          recorder: true,
        }
      : { roomJoin: true, room, canPublish: true, canSubscribe: true },
  );
  return made.toJwt();
}

export const roomsOf = (sfu: Sfu): RoomServiceClient =>
  new RoomServiceClient(sfu.url.replace("ws:", "http:"), sfu.apiKey, sfu.apiSecret);

/** Opens a room and has it recorded into `dir`. */
export async function openRoom(
  sfu: Sfu,
  name: string,
  dir: string,
  { attempt = 1, t0MonoNs = monoIn(0) } = {},
): Promise<BenchRoom> {
  mkdirSync(dir, { recursive: true });
  await roomsOf(sfu).createRoom({ name, emptyTimeout: 300, departureTimeout: 120 });
  const socket = await silentRecogniser(join(dir, `pcm-${attempt}.sock`));
  const log = openSync(join(dir, "recorder.log"), "a");
  const recorder = fork(join(ROOT, "media/recorder/main.ts"), [], {
    execArgv: ["--disable-warning=ExperimentalWarning"], // as the product starts it
    stdio: ["ignore", log, log, "ipc"],
    detached: true,
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      CALL: name,
      ATTEMPT: String(attempt),
      DIR: dir,
      LK_URL: sfu.url,
      T0_MONO_NS: t0MonoNs,
      PCM_SOCK: socket.path,
      COACH: "keep",
    },
  });
  closeSync(log);
  const exit = new Promise<number | null>((done) => recorder.once("exit", (code) => done(code)));
  void exit.then(socket.close);
  const report = (command: RecorderCommand): void => void recorder.send(command);
  const lines = (): JournalLine[] => {
    try {
      return parseJournal(readFileSync(join(dir, "journal.jsonl"), "utf8")).lines;
    } catch {
      return [];
    }
  };
  report({
    token: await tokenFor(sfu, name, `rec:${name}:${attempt}`, true),
    paused: false,
    skip: [],
  });
  await until(
    () => Promise.resolve(lines().some((line) => line.type === "ready" && line.a === attempt)),
    `the recorder of ${name}`,
    { waitMs: READY_MS, everyMs: 20 },
  );
  return {
    name,
    dir,
    recorder,
    t0MonoNs,
    lines,
    report: report,
    async enter(publisher, identity, sound) {
      await publisher.join({
        id: `${name}/${identity}`,
        url: sfu.url,
        token: await tokenFor(sfu, name, identity),
        startAtMonoNs: t0MonoNs,
        tracks: [{ source: "microphone", sound }],
      });
    },
    finish() {
      if (recorder.connected) report({ stop: true });
      return exit;
    },
  };
}

/** Takes the recogniser's feed and throws it away: the recorder pays for it as it does in a call. */
async function silentRecogniser(path: string): Promise<{ path: string; close: () => void }> {
  const server = createServer((socket) => socket.resume().on("error", () => undefined));
  await new Promise<void>((done) => server.listen(path, done));
  return { path, close: () => void server.close() };
}

/** Clock ticks of user and system time of a process and all it waited for, in seconds of one core. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // utime, stime: 14 and 15 of proc(5); two are before the name's end
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

export function rssMb(pid: number): number {
  try {
    const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(found) / 1024;
  } catch {
    return Number.NaN;
  }
}
