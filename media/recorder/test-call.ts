import { type ChildProcess, fork } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AccessToken, RoomServiceClient, TrackSource, type VideoGrant } from "livekit-server-sdk";
import type { Sfu } from "#tests/support/sfu.ts";
import type { RecorderCommand } from "./contract.ts";
import { type JournalEvent, type JournalLine, parseJournal, parseJournalLine } from "./journal.ts";

const MAIN = new URL("main.ts", import.meta.url);

/** A recorder process as its parent sees it. */
export type Attempt = {
  pid: number;
  send: (command: RecorderCommand) => void;
  /** What came over IPC. */
  heard: JournalLine[];
  /** The next line of a type, those heard already included. */
  until: <T extends JournalLine["type"]>(
    type: T,
    test?: (line: JournalEvent<T>) => boolean,
    limitMs?: number,
  ) => Promise<JournalEvent<T>>;
  kill: (signal: NodeJS.Signals) => void;
  /** What the death of the parent does to its channel. */
  disconnect: () => void;
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** A room on a real media server, its folder and its clock. */
export type TestCall = {
  room: string;
  dir: string;
  t0MonoNs: string;
  nowMs: () => number;
  /** Waits for a moment of the call. */
  at: (ms: number) => Promise<void>;
  token: (identity: string, grant?: VideoGrant) => Promise<string>;
  record: (
    attempt: number,
    more?: { paused?: boolean; skip?: string[]; env?: Record<string, string>; token?: string },
  ) => Promise<Attempt>;
  journal: () => JournalLine[];
  /** Every token made so far. */
  tokens: readonly string[];
  /** Mutes a microphone, as its publisher would; the server lets nobody else take that back. */
  mute: (identity: string) => Promise<void>;
  deleteRoom: () => Promise<void>;
  close: () => Promise<void>;
};

let calls = 0;

export async function openTestCall(sfu: Sfu): Promise<TestCall> {
  const room = `c:recorder-test-${process.pid}-${++calls}`;
  const dir = mkdtempSync(join(tmpdir(), "parley-recorder-"));
  const rooms = new RoomServiceClient(sfu.url.replace("ws:", "http:"), sfu.apiKey, sfu.apiSecret);
  await rooms.createRoom({ name: room, emptyTimeout: 60, departureTimeout: 20 });
  const t0 = process.hrtime.bigint();
  const nowMs = () => Number(process.hrtime.bigint() - t0) / 1e6;
  const attempts: Attempt[] = [];
  const tokens: string[] = [];
  const token = async (identity: string, grant: VideoGrant = {}) => {
    const made = new AccessToken(sfu.apiKey, sfu.apiSecret, { identity, ttl: "10m" });
    made.addGrant({ roomJoin: true, room, ...grant });
    tokens.push(await made.toJwt());
    return tokens.at(-1) ?? "";
  };
  return {
    room,
    dir,
    t0MonoNs: String(t0),
    nowMs,
    token,
    at: (ms) => sleep(Math.max(0, ms - nowMs())),
    async record(attempt, { paused = false, skip = [], env = {}, token: given } = {}) {
      const grant = { canSubscribe: true, canPublish: false, canPublishData: false };
      const own = await token(`rec:${room}:${attempt}`, { ...grant, hidden: true, recorder: true });
      const log = openSync(join(dir, "recorder.log"), "a");
      const child = fork(MAIN, [], {
        execArgv: [], // Node runs it as it is, a third sooner than through tsx
        detached: true,
        stdio: ["ignore", log, log, "ipc"],
        env: {
          ...{ CALL: room, ATTEMPT: String(attempt), DIR: dir, LK_URL: sfu.url },
          ...{ T0_MONO_NS: String(t0), PCM_SOCK: "", COACH: "keep", ...env },
          NODE_ENV: "production",
          PATH: process.env["PATH"], // oxlint-disable-line node/no-process-env -- a test's own
        },
      });
      closeSync(log);
      const one = follow(child);
      attempts.push(one);
      one.send({ token: given ?? own, paused, skip });
      return one;
    },
    journal: () => parseJournal(readFileSync(join(dir, "journal.jsonl"), "utf8")).lines,
    tokens,
    async mute(identity) {
      const { tracks } = await rooms.getParticipant(room, identity);
      const [track] = tracks.filter(({ source }) => source === TrackSource.MICROPHONE);
      await rooms.mutePublishedTrack(room, identity, track?.sid ?? "", true);
    },
    deleteRoom: () => rooms.deleteRoom(room),
    async close() {
      for (const attempt of attempts) attempt.kill("SIGKILL");
      await Promise.all(attempts.map(({ exit }) => exit));
      await rooms.deleteRoom(room).catch(() => undefined);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Only microphones and shared screens; a coach has the same. */
export const SPEAKS: VideoGrant = {
  canPublish: true,
  canPublishSources: [TrackSource.MICROPHONE, TrackSource.SCREEN_SHARE_AUDIO],
};

function follow(child: ChildProcess): Attempt {
  const heard: JournalLine[] = [];
  const waiters = new Set<() => void>();
  child.on("message", (message) => {
    const line = parseJournalLine(message);
    if (!line) throw new Error(`not a line of the journal: ${JSON.stringify(message)}`);
    heard.push(line);
    for (const look of waiters) look();
  });
  child.on("error", () => undefined); // IPC to a dead child
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  return {
    pid: child.pid ?? 0,
    send(command) {
      if (child.connected) child.send(command, () => undefined);
    },
    heard,
    until: (type, test = () => true, limitMs = 8000) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiters.delete(look);
          reject(
            new Error(`no ${type} within ${limitMs} ms, only ${heard.map((l) => l.type).join()}`),
          );
        }, limitMs);
        const look = () => {
          const hit = heard.find(
            (line): line is Extract<typeof line, { type: typeof type }> =>
              line.type === type && test(line as never), // oxlint-disable-line typescript/no-unsafe-type-assertion -- of that type, as just compared
          );
          if (!hit) return;
          clearTimeout(late);
          waiters.delete(look);
          resolve(hit);
        };
        waiters.add(look);
        look();
      }),
    kill(signal) {
      if (child.exitCode === null) child.kill(signal);
    },
    disconnect: () => child.disconnect(),
    exit,
  };
}
