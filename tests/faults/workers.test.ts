import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "#scripts/demo/door.ts";
import { begin, sendFile, type Ticket } from "./client.ts";
import { type Instance, missingHere, type Program, startInstance } from "./instance.ts";
import { check, type Journal, listNames, openJournal } from "./oracle.ts";
import {
  ask,
  hasInHand,
  haltAt,
  notedSegments,
  outcomeOf,
  publishedFolders,
  rests,
  stageOf,
  transcoded,
  workspaceOf,
} from "./pipeline.ts";
import { allGone, familyOf, halt, isAlive, isHalted, until } from "./processes.ts";
import { quietRoom, type Sound, spokenCall, variant } from "./sounds.ts";

/** N3: a dead worker's stage is taken over. */
const TAKEN_OVER_MS = 60_000;
/** Long enough for ffmpeg to be met at any tenth of its work. */
const QUIET_S = 240;

const missing = missingHere();
let instance: Instance;
let visitor: Visitor;
let journal: Journal;
let speech: Sound;
let room: Sound;
/** What undisturbed runs make of them. */
let clean: { speech: object; room: object };
let worker: Program;
let workspaceId: string;
/** All that were ever started. */
const crew: Program[] = [];

async function hire(): Promise<Program> {
  const hired = await instance.startWorker();
  crew.push(hired);
  return hired;
}

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startInstance();
  say("database and people");
  journal = openJournal(instance.dataDir);
  room = quietRoom(QUIET_S);
  // Longer than what tells its voices: words are noted only from there on.
  speech = await spokenCall(5);
  [worker] = await Promise.all([hire(), instance.startWeb()]);
  say("spoken, web and worker");
  visitor = await instance.signIn();
  workspaceId = await workspaceOf(instance);
  const undisturbed = [await upload("talk", speech, 0), await upload("room", room, 0)];
  const ids = undisturbed.map(({ recordingId }) => recordingId);
  await rests(instance, ids, 120_000);
  const [talked = {}, silent = {}] = await Promise.all(ids.map((id) => outcomeOf(instance, id)));
  clean = { speech: talked, room: silent };
  say("done undisturbed");
});

afterAll(async () => {
  journal?.close();
  await instance?.stop();
});

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

const upload = (
  title: string,
  { wav }: Sound,
  n: number,
  onBegun?: (ticket: Ticket) => void,
): Promise<Ticket> => uploadBytes(title, variant(wav, n), onBegun);

async function uploadBytes(
  title: string,
  bytes: Buffer,
  onBegun?: (ticket: Ticket) => void,
): Promise<Ticket> {
  const ticket = await begin(visitor, journal, title, bytes.length);
  onBegun?.(ticket);
  await sendFile(visitor, journal, ticket, bytes, { partBytes: 8 << 20 });
  return ticket;
}

const watched = <T>(
  title: string,
  { wav }: Sound,
  n: number,
  watch: (ticket: Ticket) => Promise<T>,
): Promise<{ ticket: Ticket; seen: T }> => begun(title, variant(wav, n), watch);

/** Uploads, with an eye on what happens from the first moment on. */
async function begun<T>(
  title: string,
  bytes: Buffer,
  watch: (ticket: Ticket) => Promise<T>,
): Promise<{ ticket: Ticket; seen: T }> {
  let seen: Promise<T> | undefined;
  const ticket = await uploadBytes(title, bytes, (announced) => {
    seen = watch(announced);
    seen.catch(() => undefined);
  });
  if (!seen) throw new Error("nothing was begun");
  return { ticket, seen: await seen };
}

/** Ends workers as the kernel does, with the proof: they and everything they had started are gone. */
async function kill(workers: readonly Program[], mustHave: readonly string[]): Promise<void> {
  const families = workers.flatMap(({ pid }) => familyOf(pid));
  for (const name of mustHave) expect(families.map((child) => child.name)).toContain(name);
  for (const one of workers) one.signal("SIGKILL");
  await Promise.all(workers.map(({ ended }) => ended));
  expect(workers.filter(isAlive)).toEqual([]);
  await allGone(families, 3_000);
}

/** Holds every publish of media back, as a database that answers late would. */
async function holdPublishing(): Promise<{
  isAwaited: () => Promise<boolean>;
  end: () => Promise<void>;
}> {
  const client = new pg.Client(instance.checkUrl);
  client.on("error", () => undefined); // a test that failed ends the server under it
  await client.connect();
  await client.query("BEGIN; LOCK TABLE track IN SHARE ROW EXCLUSIVE MODE");
  return {
    isAwaited: async () => {
      const { rowCount } = await client.query(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'track'::regclass AND mode = 'RowExclusiveLock'",
      );
      return (rowCount ?? 0) > 0;
    },
    end: async () => {
      await client.query("ROLLBACK");
      await client.end();
    },
  };
}

test("a worker killed at 10, 50 and 90 % of a transcode, before its commit, and while it hears words leaves one whole result", async () => {
  // First: one recording in recognition, one at 10 %, one at 90 %, on two workers.
  const { ticket: heard, seen: noted } = await watched(
    "killed while it was heard",
    speech,
    1,
    haltHearing,
  );
  say("hearing halted");
  const other = await hire();
  const two = [worker, other];
  const { ticket: slow, seen: early } = await watched(
    "killed early and in the middle",
    room,
    2,
    (ticket) => haltTranscode(ticket, two, 0.1),
  );
  const { ticket: late, seen: ninety } = await watched(
    "killed late and before its commit",
    room,
    3,
    (ticket) => haltTranscode(ticket, two, 0.9),
  );
  expect(early).toBeLessThan(0.5);
  expect(ninety).toBeLessThan(1);
  say("transcodes halted");
  await kill(two, ["ffmpeg", "pocketsphinx_ba"]);
  const firstKill = Date.now();

  // Then: the first at 50 %, the second with all its objects written and its rows not committed.
  const lock = await holdPublishing();
  const pair = await Promise.all([hire(), hire()]);
  const halting = haltTranscode(slow, pair, 0.5);
  await retaken([slow, late], "normalise", 2, firstKill);
  const half = await halting;
  await until("a publish waits", 60_000, lock.isAwaited);
  expect(publishedFolders(instance, workspaceId, late.recordingId)).toContain("normalise-2");
  expect(await playableRows(late)).toBe(0);
  say("publish waits");
  await kill(pair, ["ffmpeg"]);
  await lock.end();
  expect(await playableRows(late)).toBe(0);
  const secondKill = Date.now();

  worker = await hire();
  await retaken([slow, late], "normalise", 3, secondKill);
  const all = [heard, slow, late].map(({ recordingId }) => recordingId);
  await rests(instance, all, 120_000);
  say("all is done");
  expect(await Promise.all(all.map((id) => outcomeOf(instance, id)))).toEqual([
    clean.speech,
    clean.room,
    clean.room,
  ]);
  expect(await check(instance, journal)).toMatchObject({ faults: [], acks: 10, recordings: 5 });
  say(`killed at ${percent(early)}, ${percent(half)}, ${percent(ninety)}, after ${noted} segments`);
});

/** Halts the recognisers as soon as the first words of a recording are noted, with more to come. */
async function haltHearing({ recordingId }: Ticket): Promise<number> {
  return until(
    "recognition is under way",
    60_000,
    () => {
      const noted = notedSegments(instance, recordingId);
      const hearers = familyOf(worker.pid).filter(({ name }) => name === "pocketsphinx_ba");
      if (noted < 1 || hearers.length === 0) return null;
      halt(hearers);
      return noted;
    },
    2,
  );
}

async function handOf({ recordingId }: Ticket, workers: readonly Program[]): Promise<Program> {
  return until(
    "a worker takes it",
    TAKEN_OVER_MS,
    () => workers.find(({ pid }) => hasInHand(instance, recordingId, pid)),
    5,
  );
}

async function haltTranscode(
  ticket: Ticket,
  workers: readonly Program[],
  share: number,
): Promise<number> {
  const { pid } = await handOf(ticket, workers);
  return haltAt(instance, ticket.recordingId, pid, room.durationS, share);
}

async function retaken(
  tickets: readonly Ticket[],
  stage: string,
  attempt: number,
  since: number,
): Promise<void> {
  for (const ticket of tickets)
    await until(`attempt ${attempt}`, TAKEN_OVER_MS, async () => {
      const found = await stageOf(instance.checkUrl, ticket.recordingId, stage);
      return found !== undefined && found.attempt >= attempt;
    });
  const tookMs = Date.now() - since;
  say(`taken over ${(tookMs / 1000).toFixed(1)} s after the kill`);
  expect(tookMs).toBeLessThan(TAKEN_OVER_MS);
}

test("a worker that stalls past its heartbeat finds its work done by another, and throws its own away", async () => {
  const second = await hire();
  const stalled = [worker, second];
  // One process stops while its ffmpeg goes on; the other stops with all it started, as a paused machine does.
  const { ticket: publishing, seen: alone } = await watched(
    "stalled alone",
    room,
    4,
    async (ticket) => {
      const hand = await handOf(ticket, stalled);
      // Not before its ffmpeg works: a worker that looks at the file has not begun to normalise.
      await until(
        "its ffmpeg works",
        60_000,
        () => transcoded(instance, ticket.recordingId, hand.pid, room.durationS),
        5,
      );
      hand.signal("SIGSTOP");
      return hand;
    },
  );
  const whole = alone === worker ? second : worker;
  const { ticket: frozen } = await watched("stalled with its ffmpeg", room, 5, (ticket) =>
    haltTranscode(ticket, [whole], 0.3),
  );
  const encoders = familyOf(whole.pid).filter(({ name }) => name === "ffmpeg");
  whole.signal("SIGSTOP");
  const since = Date.now();
  await until("both stall", 5_000, () => stalled.every(({ pid }) => isHalted(pid)));
  say("both stalled");

  const fresh = await hire();
  expect(listNames(join(instance.dataDir, "jobs")).length).toBeGreaterThanOrEqual(2);
  await retaken([publishing, frozen], "normalise", 2, since);
  const both = [publishing.recordingId, frozen.recordingId];
  await rests(instance, both, 120_000);
  expect(stalled.map(({ pid }) => isHalted(pid))).toEqual([true, true]);
  const before = await Promise.all(both.map((id) => outcomeOf(instance, id)));

  for (const { pid } of [alone, whole, ...encoders]) process.kill(pid, "SIGCONT");
  say("done by another");
  await allGone(encoders, 20_000);
  await until(
    "their folders go",
    20_000,
    () => listNames(join(instance.dataDir, "jobs")).length === 0,
  );
  for (const id of both)
    expect(publishedFolders(instance, workspaceId, id)).toEqual(["normalise-2"]);
  expect(await Promise.all(both.map((id) => outcomeOf(instance, id)))).toEqual(before);
  expect(before).toEqual([clean.room, clean.room]);
  expect([...stalled, fresh].map(isAlive)).toEqual([true, true, true]);
  expect((await check(instance, journal)).faults).toEqual([]);
});

test("a film is heard and read while its picture is made, and a worker killed at that leaves one picture", async () => {
  const { ticket, seen: hand } = await begun("a film", film(40), ({ recordingId }) =>
    until(
      "its picture is under way",
      60_000,
      () => {
        const found = crew.find(({ pid }) => hasInHand(instance, recordingId, pid, "picture"));
        if (!found) return null;
        // The sound is on its way to the recogniser at the same time.
        const encoders = familyOf(found.pid).filter(
          ({ name, pid }) => name === "ffmpeg" && commandOf(pid).includes("video.mp4"),
        );
        halt(encoders);
        return encoders.length > 0 && found;
      },
      5,
    ),
  );
  say("picture halted");
  const { recordingId } = ticket;
  const kinds = async () =>
    (
      await ask<{ kind: string }>(
        instance.checkUrl,
        "SELECT kind FROM file WHERE recording_id = $1 AND kind <> 'original' ORDER BY 1",
        [recordingId],
      )
    ).map(({ kind }) => kind);
  expect(await stageOf(instance.checkUrl, recordingId, "normalise")).toMatchObject({
    state: "done",
  });
  expect(await kinds()).toEqual(["track", "peaks"]);
  await until("its words are there", 60_000, async () => {
    const summary = await stageOf(instance.checkUrl, recordingId, "summary");
    return summary !== undefined && ["done", "skipped"].includes(summary.state);
  });
  expect(await stageOf(instance.checkUrl, recordingId, "picture")).toMatchObject({
    state: "running",
    attempt: 1,
  });
  await kill([hand], ["ffmpeg"]);
  const since = Date.now();
  await hire();
  await retaken([ticket], "picture", 2, since);
  await rests(instance, [recordingId], 60_000);
  expect(await kinds()).toEqual(["track", "peaks", "video"]);
  expect((await check(instance, journal)).faults).toEqual([]);
});

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

/** A film of a quiet room that no browser shows as it is. */
function film(durationS: number): Buffer {
  const path = join(instance.dataDir, "film.mov");
  const sources = [
    ...["-f", "lavfi", "-i", `testsrc2=size=640x360:rate=15:duration=${durationS}`],
    ...["-f", "lavfi", "-i", `anoisesrc=amplitude=0.001:seed=7:duration=${durationS}`],
  ];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv422p", "-c:a", "aac"];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...sources, ...codecs, path]);
  return readFileSync(path);
}

/** Rows that would let a recording play. */
async function playableRows({ recordingId }: Ticket): Promise<number> {
  const [found] = await ask<{ n: number }>(
    instance.checkUrl,
    "SELECT count(*)::int AS n FROM file WHERE recording_id = $1 AND kind <> 'original'",
    [recordingId],
  );
  return found?.n ?? -1;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const began = Date.now();
const say = (line: string): void =>
  console.log(`${((Date.now() - began) / 1000).toFixed(1)} s: ${line}`);
