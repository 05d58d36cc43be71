import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { monoIn, openPublisher } from "#media/recorder/publisher.ts";
import { type Placed, readScripts, type Side } from "#scripts/demo/script.ts";
import { findSpeaker, speak, type Spoken } from "#scripts/demo/speak.ts";
import { act, seatGuest, startCall, tokenOf } from "#tests/support/live-people.ts";
import { followCall, type LiveStream } from "#tests/support/live-stream.ts";
import { sfuFile } from "#tests/support/sfu.ts";
import { judge, quantile, skip } from "./lib/figures.ts";
import { openLiveInstance } from "./lib/live-instance.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { runBench } from "./lib/run.ts";

// End of an utterance → its final words on a member's screen, with drafts before (live §16, figure 2): two voices
// in a real room, the recorder, the recogniser, the database, the page's own stream.
// `npm run bench -- live --seconds 90`

const BENCH = "live";
const FINAL_S = 1.5;
/** Some utterances are so short that their final is there before a draft could be. */
const DRAFTED_SHARE = 0.8;
const DRAFTABLE_MS = 2_000;
/** A recogniser's edges and those of the script. */
const EDGE_MS = 700;
const LAST_WORDS_MS = 15_000;
const SIDES: Side[] = ["R", "C"];

const { values: given } = parseArgs({
  options: { seconds: { type: "string", default: "90" } },
  strict: false,
});

type Utterance = Placed & {
  /** From its end to its final on screen; null: it never came. */
  finalMs: number | null;
  wasDrafted: boolean;
};

/**
 * What a page was told of each utterance of one side.
 * @param startedAt when the script began, ms since 1970
 * @param startMs the same on the call clock
 */
function judgeTurns(
  turns: readonly Placed[],
  stream: LiveStream,
  participantId: string,
  startedAt: number,
  startMs: number,
): Utterance[] {
  const told = stream.segments().filter((one) => one.participantId === participantId);
  const finals = told.filter(({ isFinal, text }) => isFinal && text !== "");
  return turns.map((turn) => {
    const fromMs = startMs + turn.startS * 1000;
    const toMs = startMs + turn.endS * 1000;
    const own = finals.filter(({ t0Ms, t1Ms }) => t1Ms > fromMs && t0Ms < toMs + EDGE_MS);
    // The piece that holds the last words: what comes behind it belongs to the next turn.
    const last = own.toSorted((a, b) => a.t1Ms - b.t1Ms).at(-1);
    const isWhole = last !== undefined && last.t1Ms > toMs - 2 * EDGE_MS;
    return {
      ...turn,
      finalMs: isWhole ? last.at - (startedAt + turn.endS * 1000) : null,
      wasDrafted: told.some(
        ({ isFinal, text, no, at }) => !isFinal && text !== "" && no === last?.no && at < last.at,
      ),
    };
  });
}

type Instance = Awaited<ReturnType<typeof openLiveInstance>>;

async function hold(
  instance: Instance,
  { visitor }: SignedIn,
  spoken: Spoken,
  seconds: number,
): Promise<Utterance[]> {
  const callId = await startCall(visitor, "Words on screen");
  const guest = await seatGuest(visitor, callId, "Jo Alder");
  const stream = followCall(visitor, callId);
  const publisher = openPublisher();
  try {
    const startAtMonoNs = monoIn(2_500);
    const startedAt = Date.now() + 2_500;
    for (const side of SIDES) {
      const file = join(instance.dataDir, `${side}.wav`);
      writeFileSync(file, spoken.files[side]);
      const { url, token } = await tokenOf(
        side === "R" ? visitor : guest,
        callId,
        side === "R" ? "bench-tab" : null,
      );
      await publisher.join({
        ...{ id: side, url, token, startAtMonoNs, receives: true },
        tracks: [{ source: "microphone", sound: { kind: "wav", file, isLooped: false } }],
      });
    }
    await sleep(startedAt + seconds * 1000 - Date.now());
    await sleep(LAST_WORDS_MS);
    const { rows } = await instance.admin.query<{ id: string; side: Side; t0: string }>(
      `SELECT p.id, p.side, r.t0_mono_ns::text AS t0 FROM participant p
       JOIN live_recorder r ON r.call_id = p.call_id AND r.room NOT LIKE '%:coach' WHERE p.call_id = $1`,
      [callId],
    );
    await act(visitor, callId, "end");
    return rows.flatMap(({ id, side, t0 }) => {
      const turns = spoken.placed.filter((turn) => turn.side === side && turn.endS < seconds);
      const startMs = Number(BigInt(startAtMonoNs) - BigInt(t0)) / 1e6;
      return judgeTurns(turns, stream, id, startedAt, startMs);
    });
  } finally {
    stream.close();
    await publisher.stop();
  }
}

await runBench(async (stack) => {
  const speaker = await findSpeaker();
  const script = readScripts().find(({ language }) => language === "en");
  if ((await sfuFile()) === null || !speaker || !script) {
    skip(BENCH, "all", "there is no livekit-server and no Go to build it, or no voice");
    return;
  }
  const instance = await openLiveInstance(stack);
  await instance.startWorker("jobs,recorders");
  const member = await signUp(instance);
  const spoken = await speak(script, speaker);
  const seconds = Math.min(Number(given["seconds"]), Math.floor(spoken.durationS));
  const said = await hold(instance, member, spoken, seconds);
  const waits = said.flatMap(({ finalMs }) => (finalMs === null ? [] : [finalMs / 1000]));
  const missed = said.length - waits.length;
  judge({
    bench: BENCH,
    case: "end-of-utterance-to-final",
    unit: "s",
    of: "p50",
    ours: waits,
    value: waits.length === 0 ? Number.POSITIVE_INFINITY : quantile(waits, 0.5),
    goal: { op: "<=", value: FINAL_S },
    note: `p95 ${quantile(waits, 0.95).toFixed(2)} s over ${waits.length} utterances of two voices in ${seconds} s; ${missed} have no final`,
  });
  const long = said.filter(({ startS, endS }) => (endS - startS) * 1000 >= DRAFTABLE_MS);
  const drafted = long.filter(({ wasDrafted }) => wasDrafted).length / long.length;
  judge({
    bench: BENCH,
    case: "drafts-before-finals",
    unit: "share",
    ours: [drafted],
    value: drafted,
    goal: { op: ">=", value: DRAFTED_SHARE },
    note: `of ${long.length} utterances of two seconds and more`,
  });
});
