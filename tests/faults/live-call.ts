import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type JournalEvent, type JournalLine, parseJournal } from "#media/recorder/journal.ts";
import { monoIn, openPublisher, type Publisher } from "#media/recorder/publisher.ts";
import type { SoundSpec, ToneLadder } from "#media/recorder/publish-sound.ts";
import type { Visitor } from "#scripts/demo/door.ts";
import { act, seatGuest, startCall, tokenOf } from "#tests/support/live-people.ts";
import type { LiveInstance } from "./live-instance.ts";
import {
  heardSteps,
  type LiveOutcome,
  outcomeOfCall,
  recordingOf,
  type Step,
  type Voice,
} from "./live-oracle.ts";
import { rests } from "./pipeline.ts";
import { bornAt } from "#scripts/processes.ts";
import { familyOf, type Proc, until } from "./processes.ts";

/** The demo's rep, and a guest. */
export const REP_NAME = "Mari Kato";
export const GUEST_NAME = "Jo Alder";
const EVERY_MS = 500;
const ON_MS = 220;
const LADDERS: Record<string, number[]> = {
  [REP_NAME]: [420, 560, 700, 840],
  [GUEST_NAME]: [1000, 1180, 1360, 1540],
};
const RECORDER_MS = 15_000;
/** From a publication to its first recorded sample. */
const SETTLE_MS = 1_000;
/** Pages ask for a new token as long as it takes. */
const AGAIN_MS = 400;

const ladderOf = (name: string): ToneLadder => ({
  hz: LADDERS[name] ?? [],
  everyMs: EVERY_MS,
  onMs: ON_MS,
  peak: 9000,
});
export const VOICES: Voice[] = [REP_NAME, GUEST_NAME].map((name) => ({
  name,
  ladder: ladderOf(name),
}));
export const TONE_MS = ON_MS;

type Person = {
  id: string;
  visitor: Visitor;
  tabId: string | null;
  publisher: Publisher;
  sound: SoundSpec;
};

/** A call between a rep and a guest who are no browsers: each a process of its own, coming back as pages do. */
export type SpokenCall = {
  callId: string;
  title: string;
  guest: Visitor & { guestId: string };
  rep: Publisher;
  customer: Publisher;
  /** CLOCK_MONOTONIC, ns: when sample 0 of both was due. */
  startAt: bigint;
  /** Everything its recorders wrote. */
  journal: () => JournalLine[];
  of: <T extends JournalLine["type"]>(type: T) => JournalEvent<T>[];
  /** The recorder of the newest attempt that is in the room. */
  recorder: () => Proc;
  /** Encoders of one person. */
  encoders: (identity: string) => Proc[];
  /** The call clock now, ms. */
  now: () => number;
  /** Call clock of the script's beginning. */
  startMs: () => number;
  /** Call clock from which both are recorded: they were in, and a moment has passed. */
  settledMs: number;
  speakFor: (seconds: number) => Promise<void>;
  /** Hangs up as the host does. @returns what the call has become */
  hangUp: () => Promise<LiveOutcome>;
  close: () => Promise<void>;
};

export async function openCall(
  instance: LiveInstance,
  host: Visitor,
  title: string,
  sounds: Partial<Record<string, SoundSpec>> = {},
  /** False: the rep is somebody else's browser. */
  hasRep = true,
): Promise<SpokenCall> {
  const callId = await startCall(host, title);
  const guest = await seatGuest(host, callId, GUEST_NAME);
  const dir = join(instance.dataDir, "recorders", callId);
  const journal = (): JournalLine[] => readJournal(join(dir, "journal.jsonl"));
  const of = <T extends JournalLine["type"]>(type: T): JournalEvent<T>[] =>
    journal().filter((line): line is JournalEvent<T> => line.type === type);
  await until("the recorder is in the room", RECORDER_MS, () => of("ready").length > 0);

  const soundOf = (name: string): SoundSpec => sounds[name] ?? { kind: "tones", ...ladderOf(name) };
  const rep: Person = person(REP_NAME, host, "synthetic-tab", soundOf(REP_NAME));
  const customer: Person = person(GUEST_NAME, guest, null, soundOf(GUEST_NAME));
  const startAtMonoNs = monoIn(600);
  const isOver = { value: false };
  await Promise.all(
    (hasRep ? [rep, customer] : [customer]).map((one) => enter(one, callId, startAtMonoNs, isOver)),
  );

  const t0 = await zeroOf(instance, callId);
  const now = (): number => Number(process.hrtime.bigint() - t0) / 1e6;
  const recorder = (): Proc => {
    const ready = of("ready").at(-1);
    const start = of("start").findLast(({ a }) => a === ready?.a);
    const born = start ? bornAt(start.pid) : null;
    if (!start || born === null) throw new Error("no recorder is in the room");
    return { pid: start.pid, born, name: "recorder" };
  };
  return {
    callId,
    title,
    guest,
    rep: rep.publisher,
    customer: customer.publisher,
    startAt: BigInt(startAtMonoNs),
    journal,
    of,
    recorder,
    encoders: (identity) =>
      familyOf(recorder().pid).filter(
        ({ pid, name }) =>
          name === "ffmpeg" && commandOf(pid).includes(identity.replace(/[^\w-]/g, "_")),
      ),
    now,
    settledMs: now() + SETTLE_MS,
    startMs: () => Number(BigInt(startAtMonoNs) - t0) / 1e6,
    speakFor: (seconds) => sleep(seconds * 1000),
    async hangUp() {
      isOver.value = true;
      await act(host, callId, "end");
      const recordingId = await recordingOf(instance, callId);
      await rests(instance, [recordingId], 60_000, 60_000);
      return outcomeOfCall(instance, callId);
    },
    async close() {
      isOver.value = true;
      await Promise.all([rep, customer].map(({ publisher }) => publisher.stop()));
    },
  };
}

const person = (id: string, visitor: Visitor, tabId: string | null, sound: SoundSpec): Person => ({
  id,
  visitor,
  tabId,
  sound,
  publisher: openPublisher(),
});

/** Into the room with a fresh token, and again after every disconnect nobody asked for (live §15). */
async function enter(
  { id, visitor, tabId, publisher, sound }: Person,
  callId: string,
  startAtMonoNs: string,
  isOver: { value: boolean },
): Promise<void> {
  const tries = async (): Promise<void> => {
    const { url, token } = await tokenOf(visitor, callId, tabId);
    await publisher.join({
      id,
      url,
      token,
      startAtMonoNs,
      receives: true,
      tracks: [{ source: "microphone", sound }],
    });
  };
  const again = async (): Promise<void> => {
    while (!isOver.value) {
      if (
        await tries().then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(AGAIN_MS);
    }
  };
  await tries();
  publisher.onTold(({ type }) => {
    if (type === "disconnected" && !isOver.value) void again();
  });
}

async function zeroOf(instance: LiveInstance, callId: string): Promise<bigint> {
  return (await outcomeOfCall(instance, callId)).t0MonoNs;
}

export function readJournal(file: string): JournalLine[] {
  try {
    return parseJournal(readFileSync(file, "utf8")).lines;
  } catch {
    return []; // not begun
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** The tones of both, between two moments of the call's clock. */
export const tonesOf = (
  call: SpokenCall,
  outcome: LiveOutcome,
  fromMs: number,
  toMs: number,
): Promise<Step[]> => heardSteps(outcome, VOICES, call.startMs(), fromMs, toMs);
