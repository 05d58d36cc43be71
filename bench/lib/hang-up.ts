import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { monoIn, openPublisher } from "#media/recorder/publisher.ts";
import type { Spoken } from "#scripts/demo/speak.ts";
import { act, seatGuest, startCall, tokenOf } from "#tests/support/live-people.ts";
import { waitForCall, type Waits } from "./door.ts";
import { judge, quantile } from "./figures.ts";
import { type Instance, until } from "./instance.ts";
import type { SignedIn } from "./people.ts";
import { hangUp, prepare, type Prepared } from "./prepared-calls.ts";

// From the host's End to a call that plays, and to one that is complete (live §16, figure 1).

const PLAYABLE_S = 2;
const COMPLETE_S = 5;
/** Lengths may not matter by more. */
const DIFFERENCE_S = 0.5;
const MINUTES = [1, 10, 60];

type Setting = { bench: string; instance: Instance; member: SignedIn; spoken: Spoken };

function reportWaits({ bench }: Setting, name: string, waits: readonly Waits[]): void {
  for (const [what, of, goal] of [
    ["playable", (one: Waits) => one.playable, PLAYABLE_S],
    ["complete", (one: Waits) => one.complete, COMPLETE_S],
  ] as const) {
    const seconds = waits.map((one) => of(one) / 1000);
    judge({
      bench,
      case: `${name}-${what}`,
      unit: "s after the end of the call",
      of: "p95",
      ours: seconds,
      value: quantile(seconds, 0.95),
      goal: { op: "<=", value: goal },
      note: `p50 ${quantile(seconds, 0.5).toFixed(2)} s over ${seconds.length} calls; ${[...new Set(waits.map(({ state }) => state))].join()}`,
    });
  }
}

/** Folders as recorders leave them after 1, 10 and 60 minutes. @param runs of each length */
export async function measurePrepared(setting: Setting, runs: number): Promise<void> {
  const { bench, instance, member, spoken } = setting;
  const folders: Prepared[] = [];
  for (const minutes of MINUTES)
    folders.push(await prepare(minutes, spoken, join(instance.dataDir, `prepared-${minutes}`)));
  const waits = new Map<number, Waits[]>(MINUTES.map((minutes) => [minutes, []]));
  for (let run = 0; run <= runs; run++)
    for (const folder of folders) {
      const title = `Prepared ${folder.minutes} ${run}`;
      const { waits: found } = await hangUp(instance, member, folder, title);
      if (run > 0) waits.get(folder.minutes)?.push(found); // the first warms up
    }
  for (const [minutes, found] of waits) reportWaits(setting, `${minutes}-minute-call`, found);
  reportWaits(setting, "prepared-calls", [...waits.values()].flat());
  for (const what of ["playable", "complete"] as const) {
    const medians = [...waits.values()].map(
      (found) =>
        quantile(
          found.map((one) => one[what]),
          0.5,
        ) / 1000,
    );
    judge({
      bench,
      case: `${what}-by-length`,
      unit: "s between the medians of lengths",
      ours: medians,
      value: Math.max(...medians) - Math.min(...medians),
      goal: { op: "<=", value: DIFFERENCE_S },
      note: `medians of ${MINUTES.join(", ")} minutes`,
    });
  }
}

/** Calls that are held: two voices, the recorder, live recognition. */
export async function measureTrueCalls(
  setting: Setting,
  calls: number,
  seconds: number,
): Promise<void> {
  const waits: Waits[] = [];
  for (let n = 0; n < calls; n++) waits.push(await trueCall(setting, n, seconds));
  reportWaits(setting, `true-calls-${seconds}-s`, waits);
}

async function trueCall(
  { instance, member, spoken }: Setting,
  n: number,
  seconds: number,
): Promise<Waits> {
  const callId = await startCall(member.visitor, `True ${n}`);
  const guest = await seatGuest(member.visitor, callId, "Jo Alder");
  const publisher = openPublisher();
  try {
    const folder = mkdtempSync(join(instance.dataDir, "voices-"));
    const startAtMonoNs = monoIn(1500);
    for (const side of ["R", "C"] as const) {
      const file = join(folder, `${side}.wav`);
      writeFileSync(file, spoken.files[side]);
      const visitor = side === "R" ? member.visitor : guest;
      const { url, token } = await tokenOf(visitor, callId, side === "R" ? "bench-tab" : null);
      await publisher.join({
        ...{ id: side, url, token, startAtMonoNs, receives: true },
        tracks: [{ source: "microphone", sound: { kind: "wav", file, isLooped: true } }],
      });
    }
    await sleep(seconds * 1000);
    const endedAt = Date.now();
    await act(member.visitor, callId, "end");
    const recordingId = await recordingOf(instance, callId);
    return await waitForCall(instance.admin, { callId, recordingId, receivedAt: endedAt }, 120_000);
  } finally {
    await publisher.stop();
  }
}

async function recordingOf({ admin }: Instance, callId: string): Promise<string> {
  let id = "";
  await until(async () => {
    const { rows } = await admin.query<{ id: string }>(
      "SELECT id FROM recording WHERE call_id = $1",
      [callId],
    );
    id = rows[0]?.id ?? "";
    return id !== "";
  }, "the recording");
  return id;
}
