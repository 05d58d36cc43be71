/**
 * Entry point of the recorder: one process per attempt at one call's room. It hears of everything else over
 * IPC, writes files and a journal into its folder, and outlives its parent (live §6).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DisconnectReason } from "@livekit/rtc-node";
import {
  EXIT_AGAIN,
  EXIT_OVER,
  type RecorderCommand,
  recorderCommand,
  recorderEnv,
} from "./contract.ts";
import { freeBytes, START_BYTES, STOP_BYTES, watchSpace } from "./free-space.ts";
import { openJournal } from "./journal-writer.ts";
import { SOURCES, type Source } from "./journal.ts";
import { Mixer } from "./mixer.ts";
import { widenFrameQueue } from "./native.ts";
import { openParts, type Parts } from "./parts.ts";
import { Pauses } from "./pauses.ts";
import { openPcmFeed } from "./pcm-feed.ts";
import { openRecordedRoom } from "./room.ts";
import type { TrackRoom } from "./track-writer.ts";

/** Five seconds of frames: a frozen recorder loses nothing (live §5). */
const HELD_FRAMES = 500;
const TOKEN_MS = 20_000;
/** The mix is a second behind anyway. */
const MIX_EVERY_MS = 250;
const LOOK_EVERY_MS = 2000;
const LOOKS_PER_STATS = 5;
/** The parent kills after ten. */
const FINISH_MS = 9000;

const env = recorderEnv.parse(process.env); // oxlint-disable-line node/no-process-env -- the entry point of a child
widenFrameQueue(HELD_FRAMES);
const first = env.SPARE ? await wakened() : null;
const now = () => Number(process.hrtime.bigint() - env.T0_MONO_NS) / 1e6;
let isFinishing = false;
let isConnecting = false;

const journal = openJournal({
  dir: env.DIR,
  attempt: env.ATTEMPT,
  now,
  report: (line) => {
    // Without a parent it carries on: the journal is the truth.
    if (process.connected) process.send?.(line, () => undefined);
  },
  onFull: () => diskFull(0),
});
const { emit } = journal;
emit({ type: "start", call: env.CALL, pid: process.pid, boot: bootId() });
if (freeBytes(env.DIR) < START_BYTES) {
  emit({ type: "diskFull", freeBytes: freeBytes(env.DIR) });
  journal.close();
  process.exit(EXIT_AGAIN);
}

let parts = 0;
const pauses = new Pauses();
const feed = openPcmFeed(env.PCM_SOCK, (name, fromMs, toMs) => {
  const at = name.lastIndexOf("/");
  const source = SOURCES.find((one): one is Source => one === name.slice(at + 1)) ?? "unknown";
  emit({ type: "asrDrop", id: name.slice(0, at), source, fromMs, toMs });
});
const partRoom = {
  dir: env.DIR,
  attempt: env.ATTEMPT,
  nextNumber: () => parts++,
  emit,
  isDiskFull: () => {
    const free = freeBytes(env.DIR);
    if (free < STOP_BYTES) diskFull(free);
    return isFinishing;
  },
};
const trackRoom: TrackRoom = { ...partRoom, now, pauses, mix: null, feed };
let mixParts: Parts | null = null;
const room = openRecordedRoom(trackRoom, {
  coaches: env.COACH,
  onGone: (why) => {
    const isOver = why === DisconnectReason.ROOM_DELETED || why === DisconnectReason.ROOM_CLOSED;
    finish(DisconnectReason[why], isOver ? EXIT_OVER : EXIT_AGAIN);
  },
});

// After the poll phase: frames that queued up while the loop was blocked come before the mix goes on.
const mixing = setInterval(() => setImmediate(advanceMix), MIX_EVERY_MS);
let looks = 0;
const looking = setInterval(() => void look(), LOOK_EVERY_MS);
const unwatchSpace = watchSpace(env.DIR, diskFull);
const noToken = setTimeout(() => {
  emit({ type: "connectFailed", error: "no token came" });
  finish("noToken", EXIT_AGAIN);
}, TOKEN_MS);

/** Not before it is in the room: an attempt that is refused leaves no file. */
function beginMix(): void {
  if (env.COACH === "room") return;
  const startMs = now();
  trackRoom.mix = new Mixer(startMs);
  mixParts = openParts("mix", "mix", () => startMs, partRoom);
}

function advanceMix(): void {
  if (trackRoom.mix && !isFinishing) mixParts?.write(trackRoom.mix.flush(now()));
}

function reportLate(): void {
  const late = trackRoom.mix?.takeLate();
  if (late) emit({ type: "mixLate", ...late });
}

async function look(): Promise<void> {
  reportLate();
  const tracks = await room.measure();
  if (++looks % LOOKS_PER_STATS !== 0 || isFinishing) return;
  emit({
    type: "stats",
    rssBytes: process.memoryUsage.rss(),
    late: trackRoom.mix?.late ?? 0,
    tracks,
  });
}

function setPaused(isPaused: boolean): void {
  const atMs = now();
  if (isPaused) {
    if (pauses.pause(atMs)) emit({ type: "pause", atMs });
    return;
  }
  const keptMs = pauses.resume(atMs);
  if (keptMs !== null) emit({ type: "resume", atMs: keptMs });
}

async function connect(token: string): Promise<void> {
  clearTimeout(noToken);
  isConnecting = true;
  try {
    await room.connect(env.LK_URL, token, beginMix);
    emit({ type: "ready", paused: pauses.isPaused });
  } catch (error) {
    emit({ type: "connectFailed", error: error instanceof Error ? error.message : "refused" });
    finish("connectFailed", EXIT_AGAIN);
  }
}

function hear(command: RecorderCommand): void {
  if ("stop" in command) finish("stop", EXIT_OVER);
  else if ("pause" in command) setPaused(command.pause);
  else if ("on" in command) room.skip(command.skip, command.on);
  else if (!isConnecting) {
    if (command.paused) setPaused(true);
    for (const id of command.skip) room.skip(id, true);
    void connect(command.token);
  }
}

function diskFull(free: number): void {
  if (isFinishing) return;
  journal.freeSpare();
  emit({ type: "diskFull", freeBytes: free });
  finish("diskFull", EXIT_AGAIN);
}

function finish(why: string, code: number): void {
  if (isFinishing) return;
  isFinishing = true;
  setTimeout(() => process.exit(code), FINISH_MS); // files are safe at any moment, only the last page is not
  void close(why)
    .catch(() => undefined)
    .then(() => process.exit(code));
}

async function close(why: string): Promise<void> {
  emit({ type: "finishing", why });
  for (const timer of [mixing, looking, noToken]) clearTimeout(timer);
  unwatchSpace();
  await room.stop();
  if (trackRoom.mix) mixParts?.write(trackRoom.mix.drain(now()));
  await Promise.all([room.closed(), mixParts?.end("stop"), feed.end()]);
  reportLate();
  emit({ type: "end", why, late: trackRoom.mix?.late ?? 0 });
  journal.close();
  await room.leave();
}

function bootId(): string {
  try {
    return readFileSync(join("/proc/sys/kernel/random", "boot_id"), "utf8").trim();
  } catch {
    return "";
  }
}

const take = (message: unknown): void => {
  const command = recorderCommand.safeParse(message);
  if (command.success) hear(command.data);
};
process.on("message", take);
process.on("SIGTERM", () => finish("stop", EXIT_OVER));
process.on("SIGINT", () => undefined); // Ctrl-C is for the parent
process.on("unhandledRejection", (error) => {
  // rtc-node rejects what it still waited for when a connection goes.
  if (!isFinishing)
    emit({ type: "fault", error: error instanceof Error ? error.message : "rejection" });
});
process.on("uncaughtException", (error) => {
  if (!isFinishing) emit({ type: "fault", error: error.message });
  finish("fault", EXIT_AGAIN);
});
if (first !== null) take(first);

/** A spare one: everything is loaded, nothing is begun, and without a parent nobody will ever need it. */
function wakened(): Promise<unknown> {
  return new Promise((resolve) => {
    const orphaned = (): void => process.exit(EXIT_OVER);
    process.once("disconnect", orphaned);
    process.once("message", (message) => {
      process.off("disconnect", orphaned);
      resolve(message);
    });
  });
}
