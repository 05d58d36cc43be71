import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ticket } from "./client.ts";
import { missingHere, type Program } from "./instance.ts";
import { check } from "./oracle.ts";
import { ask, notedSegments, outcomeOf, publishedFolders, rests } from "./pipeline.ts";
import { familyOf, halt, until } from "./processes.ts";
import { quietRoom, type Sound, spokenCall } from "./sounds.ts";
import { type Crew, kill, openCrew, say } from "./worker-crew.ts";

/** Long enough for ffmpeg to be met at any tenth of its work. */
const QUIET_S = 240;

const missing = missingHere();
let crew: Crew;
let speech: Sound;
let room: Sound;
/** What undisturbed runs make of them. */
let clean: object[];

beforeAll(async () => {
  if (missing !== null) return;
  crew = await openCrew();
  room = quietRoom(QUIET_S);
  // Longer than what tells its voices: words are noted only from there on.
  speech = await spokenCall(5);
  clean = await crew.undisturbed([speech, room]);
});

afterAll(() => crew?.stop());

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

test("a worker killed at 10, 50 and 90 % of a transcode, before its commit, and while it hears words leaves one whole result", async () => {
  const { instance, journal, workspaceId, hire, watched, retaken } = crew;
  const [worker] = crew.workers;
  if (!worker) throw new Error("nobody works");
  const haltAt = (ticket: Ticket, some: readonly Program[], share: number): Promise<number> =>
    crew.haltTranscode(ticket, some, share, room.durationS);
  // First: one recording in recognition, one at 10 %, one at 90 %, on two workers.
  const { ticket: heard, seen: noted } = await watched(
    "killed while it was heard",
    speech,
    1,
    (ticket) => haltHearing(ticket, worker),
  );
  say("hearing halted");
  const other = await hire();
  const two = [worker, other];
  const { ticket: slow, seen: early } = await watched(
    "killed early and in the middle",
    room,
    2,
    (ticket) => haltAt(ticket, two, 0.1),
  );
  const { ticket: late, seen: ninety } = await watched(
    "killed late and before its commit",
    room,
    3,
    (ticket) => haltAt(ticket, two, 0.9),
  );
  expect(early).toBeLessThan(0.5);
  expect(ninety).toBeLessThan(1);
  say("transcodes halted");
  await kill(two, ["ffmpeg", "pocketsphinx_ba"]);
  const firstKill = Date.now();

  // Then: the first at 50 %, the second with all its objects written and its rows not committed.
  const lock = await holdPublishing();
  const pair = await Promise.all([hire(), hire()]);
  const halting = haltAt(slow, pair, 0.5);
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

  await hire();
  await retaken([slow, late], "normalise", 3, secondKill);
  const all = [heard, slow, late].map(({ recordingId }) => recordingId);
  await rests(instance, all, 240_000);
  say("all is done");
  expect(await Promise.all(all.map((id) => outcomeOf(instance, id)))).toEqual([...clean, clean[1]]);
  expect(await check(instance, journal)).toMatchObject({ faults: [], acks: 10, recordings: 5 });
  say(`killed at ${percent(early)}, ${percent(half)}, ${percent(ninety)}, after ${noted} segments`);
});

/** Halts the recognisers as soon as the first words of a recording are noted, with more to come. */
async function haltHearing({ recordingId }: Ticket, worker: Program): Promise<number> {
  return until(
    "recognition is under way",
    60_000,
    () => {
      const noted = notedSegments(crew.instance, recordingId);
      const hearers = familyOf(worker.pid).filter(({ name }) => name === "pocketsphinx_ba");
      if (noted < 1 || hearers.length === 0) return null;
      halt(hearers);
      return noted;
    },
    2,
  );
}

/** Holds every publish of media back, as a database that answers late would. */
async function holdPublishing(): Promise<{
  isAwaited: () => Promise<boolean>;
  end: () => Promise<void>;
}> {
  const client = new pg.Client(crew.instance.checkUrl);
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

/** Rows that would let a recording play. */
async function playableRows({ recordingId }: Ticket): Promise<number> {
  const [found] = await ask<{ n: number }>(
    crew.instance.checkUrl,
    "SELECT count(*)::int AS n FROM file WHERE recording_id = $1 AND kind <> 'original'",
    [recordingId],
  );
  return found?.n ?? -1;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
