import { expect } from "vitest";
import type { Visitor } from "#scripts/demo/door.ts";
import { begin, sendFile, type Ticket } from "./client.ts";
import { type Instance, type Program, startInstance } from "./instance.ts";
import { type Journal, openJournal } from "./oracle.ts";
import { haltAt, hasInHand, outcomeOf, rests, stageOf, workspaceOf } from "./pipeline.ts";
import { allGone, familyOf, isAlive, until } from "./processes.ts";
import { type Sound, variant } from "./sounds.ts";

/** N3: a dead worker's stage is taken over. */
const TAKEN_OVER_MS = 60_000;

type Watched<T> = { ticket: Ticket; seen: T };

/** An instance with a rep signed in, and its workers. */
export type Crew = {
  instance: Instance;
  journal: Journal;
  workspaceId: string;
  /** All that were ever started. */
  workers: readonly Program[];
  hire: () => Promise<Program>;
  /** Uploads bytes, with an eye on what happens from the first moment on. */
  begun: <T>(
    title: string,
    bytes: Buffer,
    watch: (ticket: Ticket) => Promise<T>,
  ) => Promise<Watched<T>>;
  /** The same with variant `n` of a sound. */
  watched: <T>(
    title: string,
    sound: Sound,
    n: number,
    watch: (ticket: Ticket) => Promise<T>,
  ) => Promise<Watched<T>>;
  /** What becomes of sounds when nothing disturbs. */
  undisturbed: (sounds: readonly Sound[]) => Promise<object[]>;
  /** Which of some workers takes a recording. */
  handOf: (ticket: Ticket, workers: readonly Program[]) => Promise<Program>;
  /** Halts the ffmpeg of a recording at a share of its work. @returns the share it was met at */
  haltTranscode: (
    ticket: Ticket,
    workers: readonly Program[],
    share: number,
    durationS: number,
  ) => Promise<number>;
  /** A later attempt has the stage, soon enough after `since`. */
  retaken: (
    tickets: readonly Ticket[],
    stage: string,
    attempt: number,
    since: number,
  ) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts the instance with one worker and the web. */
export async function openCrew(): Promise<Crew> {
  const instance = await startInstance();
  say("database and people");
  const journal = openJournal(instance.dataDir);
  const workers: Program[] = [];
  const hire = async (): Promise<Program> => {
    const hired = await instance.startWorker();
    workers.push(hired);
    return hired;
  };
  await Promise.all([hire(), instance.startWeb()]);
  say("web and worker");
  const visitor = await instance.signIn();
  const upload = uploader(visitor, journal);
  const begun: Crew["begun"] = async (title, bytes, watch) => {
    let seen: ReturnType<typeof watch> | undefined;
    const ticket = await upload(title, bytes, (announced) => {
      seen = watch(announced);
      seen.catch(() => undefined);
    });
    if (!seen) throw new Error("nothing was begun");
    return { ticket, seen: await seen };
  };
  const handOf: Crew["handOf"] = ({ recordingId }, some) =>
    until(
      "a worker takes it",
      TAKEN_OVER_MS,
      () => some.find(({ pid }) => hasInHand(instance, recordingId, pid)),
      5,
    );
  return {
    instance,
    journal,
    workspaceId: await workspaceOf(instance),
    workers,
    hire,
    begun,
    watched: (title, { wav }, n, watch) => begun(title, variant(wav, n), watch),
    async undisturbed(sounds) {
      const tickets: Ticket[] = [];
      for (const [n, { wav }] of sounds.entries())
        tickets.push(await upload(`undisturbed ${n}`, variant(wav, 0)));
      const ids = tickets.map(({ recordingId }) => recordingId);
      await rests(instance, ids, 240_000);
      say("done undisturbed");
      return Promise.all(ids.map((id) => outcomeOf(instance, id)));
    },
    handOf,
    async haltTranscode(ticket, some, share, durationS) {
      const { pid } = await handOf(ticket, some);
      return haltAt(instance, ticket.recordingId, pid, durationS, share);
    },
    async retaken(tickets, stage, attempt, since) {
      for (const ticket of tickets)
        await until(`attempt ${attempt}`, TAKEN_OVER_MS, async () => {
          const found = await stageOf(instance.checkUrl, ticket.recordingId, stage);
          return found !== undefined && found.attempt >= attempt;
        });
      const tookMs = Date.now() - since;
      say(`taken over ${(tookMs / 1000).toFixed(1)} s after the kill`);
      expect(tookMs).toBeLessThan(TAKEN_OVER_MS);
    },
    async stop() {
      journal.close();
      await instance.stop();
    },
  };
}

const uploader =
  (visitor: Visitor, journal: Journal) =>
  async (title: string, bytes: Buffer, onBegun?: (ticket: Ticket) => void): Promise<Ticket> => {
    const ticket = await begin(visitor, journal, title, bytes.length);
    onBegun?.(ticket);
    await sendFile(visitor, journal, ticket, bytes, { partBytes: 8 << 20 });
    return ticket;
  };

/** Ends workers as the kernel does, with the proof: they and everything they had started are gone. */
export async function kill(
  workers: readonly Program[],
  mustHave: readonly string[],
): Promise<void> {
  const families = workers.flatMap(({ pid }) => familyOf(pid));
  for (const name of mustHave) expect(families.map((child) => child.name)).toContain(name);
  for (const one of workers) one.signal("SIGKILL");
  await Promise.all(workers.map(({ ended }) => ended));
  expect(workers.filter(isAlive)).toEqual([]);
  await allGone(families);
}

const began = Date.now();
/** Tells how far a test has come. */
export const say = (line: string): void =>
  console.log(`${((Date.now() - began) / 1000).toFixed(1)} s: ${line}`);
