import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { missingHere } from "./instance.ts";
import { check, listNames } from "./oracle.ts";
import { outcomeOf, publishedFolders, rests, transcoded } from "./pipeline.ts";
import { allGone, familyOf, isAlive, isHalted, until } from "./processes.ts";
import { quietRoom, type Sound } from "./sounds.ts";
import { type Crew, openCrew, say } from "./worker-crew.ts";

/** Long enough for ffmpeg to be met in the middle of its work. */
const QUIET_S = 240;

const missing = missingHere();
let crew: Crew;
let room: Sound;
/** What an undisturbed run makes of it. */
let clean: object[];

beforeAll(async () => {
  if (missing !== null) return;
  crew = await openCrew();
  room = quietRoom(QUIET_S);
  clean = await crew.undisturbed([room]);
});

afterAll(() => crew?.stop());

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

test("a worker that stalls past its heartbeat finds its work done by another, and throws its own away", async () => {
  const { instance, journal, workspaceId, hire, watched, retaken } = crew;
  const [worker] = crew.workers;
  if (!worker) throw new Error("nobody works");
  const second = await hire();
  const stalled = [worker, second];
  // One process stops while its ffmpeg goes on; the other stops with all it started, as a paused machine does.
  const { ticket: publishing, seen: alone } = await watched(
    "stalled alone",
    room,
    4,
    async (ticket) => {
      const hand = await crew.handOf(ticket, stalled);
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
    crew.haltTranscode(ticket, [whole], 0.3, room.durationS),
  );
  const encoders = familyOf(whole.pid).filter(({ name }) => name === "ffmpeg");
  whole.signal("SIGSTOP");
  const since = Date.now();
  await until("both stall", 30_000, () => stalled.every(({ pid }) => isHalted(pid)));
  say("both stalled");

  const fresh = await hire();
  expect(listNames(join(instance.dataDir, "jobs")).length).toBeGreaterThanOrEqual(2);
  await retaken([publishing, frozen], "normalise", 2, since);
  const both = [publishing.recordingId, frozen.recordingId];
  await rests(instance, both, 240_000);
  expect(stalled.map(({ pid }) => isHalted(pid))).toEqual([true, true]);
  const before = await Promise.all(both.map((id) => outcomeOf(instance, id)));

  for (const { pid } of [alone, whole, ...encoders]) process.kill(pid, "SIGCONT");
  say("done by another");
  await allGone(encoders);
  await until(
    "their folders go",
    60_000,
    () => listNames(join(instance.dataDir, "jobs")).length === 0,
  );
  for (const id of both)
    expect(publishedFolders(instance, workspaceId, id)).toEqual(["normalise-2"]);
  expect(await Promise.all(both.map((id) => outcomeOf(instance, id)))).toEqual(before);
  expect(before).toEqual([...clean, ...clean]);
  expect([...stalled, fresh].map(isAlive)).toEqual([true, true, true]);
  expect((await check(instance, journal)).faults).toEqual([]);
});
