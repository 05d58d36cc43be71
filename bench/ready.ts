import { parseArgs } from "node:util";
import type { BiasTerm } from "#media/speech/engine.ts";
import { findSpeaker, speak, type Speaker, type Spoken } from "#scripts/demo/speak.ts";
import { readScripts, type Script } from "#scripts/demo/script.ts";
import { sendCall, waitForCall, type Waits } from "./lib/door.ts";
import { judge, options, quantile, skip } from "./lib/figures.ts";
import { sfuFile } from "#tests/support/sfu.ts";
import { measurePrepared, measureTrueCalls } from "./lib/hang-up.ts";
import { type Instance, openInstance } from "./lib/instance.ts";
import { openLiveInstance } from "./lib/live-instance.ts";
import { type MediaWork, openMediaWork } from "./lib/media-work.ts";
import { pair } from "./lib/pair.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { runBench } from "./lib/run.ts";
import { wordsOf } from "./lib/transcript.ts";

// Last byte received → playable → complete: a call of two voices through the upload door (speech.md §16, gate 6);
// and host's End → playable → complete of live calls of any length (live §16, figure 1).
// `npm run bench -- ready --only live --runs 10`

const BENCH = "ready";
const { values: given } = parseArgs({
  options: {
    /** `live` or `uploads`; both when left out. */
    only: { type: "string" },
    /** Of each prepared length. */
    runs: { type: "string", default: "10" },
  },
  strict: false,
});
/** Of the call's length: what a sound-only call may take to be heard, and to be read. */
const PLAYABLE_SHARE = 0.02;
const COMPLETE_SHARE = 0.5;

type Call = { script: Script; spoken: Spoken };

/** English turns of all scripts, begun elsewhere each time: the door knows a file that it has seen. */
function scriptOf(seconds: number, nth: number): Script {
  const scripts = readScripts().filter(({ language }) => language === "en");
  const [first] = scripts;
  if (!first) throw new Error("There is no script to speak.");
  const all = scripts.flatMap(({ turns }) => turns).map((turn) => ({ ...turn, isAside: false }));
  const turns: Script["turns"] = [];
  for (let at = nth * 3, words = 0; words < seconds * 2.6; at++) {
    const turn = all[at % all.length];
    if (!turn) break;
    turns.push(turn);
    words += turn.text.split(/\s+/).length;
  }
  return {
    ...first,
    slug: `ready-${seconds}-${nth}`,
    title: `Ready ${seconds} ${nth}`,
    daysAgo: nth,
    turns,
  };
}

async function callOf(speaker: Speaker, seconds: number, nth: number): Promise<Call> {
  const script = scriptOf(seconds, nth);
  return { script, spoken: await speak(script, speaker) };
}

type Setting = { instance: Instance; member: SignedIn; work: MediaWork; speaker: Speaker };

/** Through the product. @returns waits in ms, and the words as a member reads them */
async function throughTheDoor({ instance, member }: Setting, { script, spoken }: Call) {
  const sent = await sendCall(instance.admin, member.visitor, script, spoken.files);
  const waits = await waitForCall(instance.admin, sent, 20_000 + spoken.durationS * 3_000);
  return { ...sent, waits };
}

async function measure(setting: Setting, minutes: number, rounds: number): Promise<void> {
  const { instance, member, work, speaker } = setting;
  const { dictionaryFor } = await import("#app/core/domain/dictionary/dictionary.server.ts");
  const seen: { waits: Waits; durationS: number }[] = [];
  let spokenCalls = 0;
  const speakNext = (): Promise<Call> => callOf(speaker, minutes * 60, spokenCalls++);
  const alone = ({ spoken }: Call, bias: readonly BiasTerm[]) =>
    work.run([spoken.files.R, spoken.files.C], bias);
  let call = await speakNext();
  let bias: readonly BiasTerm[] = [];
  await pair({
    bench: BENCH,
    case: `${minutes}-minutes-complete`,
    unit: "s",
    rounds,
    floor: async () => {
      call = await speakNext();
      return (await alone(call, bias)).seconds;
    },
    ours: async (round) => {
      const { waits } = await throughTheDoor(setting, call);
      if (round > 0) seen.push({ waits, durationS: call.spoken.durationS });
      return waits.complete / 1000;
    },
    same: async () => {
      const { callId } = await throughTheDoor(setting, call);
      // The names of the call's people steer both; they are the same in all calls.
      ({ bias } = await dictionaryFor(member.workspaceId, callId, call.script.language));
      const { text } = await alone(call, bias);
      const ours = await Promise.all(
        Object.values(call.script.names).map((who) => wordsOf(member.visitor, callId, who)),
      );
      return (
        plain(text) ===
        ours
          .flat()
          .map((word) => word.text)
          .join(" ")
      );
    },
    versions: { pg: instance.pgVersion },
    note: "floor: the same programs on the same sound, without upload, queue and database",
  });
  const recent = seen.slice(-rounds);
  const share = (of: (waits: Waits) => number): number[] =>
    recent.map(({ waits, durationS }) => of(waits) / 1000 / durationS);
  const seconds = (of: (waits: Waits) => number): string =>
    recent.map(({ waits }) => (of(waits) / 1000).toFixed(1)).join(", ");
  for (const [what, of, goal] of [
    ["playable", (waits: Waits) => waits.playable, PLAYABLE_SHARE],
    ["complete", (waits: Waits) => waits.complete, COMPLETE_SHARE],
  ] as const)
    judge({
      bench: BENCH,
      case: `${minutes}-minutes-${what}-share`,
      unit: "of duration",
      of: "median",
      ours: share(of),
      value: quantile(share(of), 0.5),
      goal: { op: "<=", value: goal },
      note: `seconds after the last byte: ${seconds(of)}; calls of ${recent.map(({ durationS }) => durationS.toFixed(0)).join(", ")} s`,
    });
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z']+/)
    .filter(Boolean)
    .join(" ");

await runBench(async (stack) => {
  const speaker = await findSpeaker();
  if (!speaker) {
    skip(BENCH, "all", "no voice: flite is not installed");
    return;
  }
  const isLive = (await sfuFile()) !== null;
  const instance = isLive ? await openLiveInstance(stack) : await openInstance(stack);
  const work = await openMediaWork(instance.dataDir, stack);
  if (work.missing !== null) {
    skip(BENCH, "all", work.missing);
    return;
  }
  await instance.startWorker();
  const setting = { instance, member: await signUp(instance), work, speaker };
  if (given["only"] !== "uploads") {
    if (!isLive) skip(BENCH, "live", "there is no livekit-server, and no Go to build it");
    else {
      const { spoken } = await callOf(speaker, 60, 0);
      const hangingUp = { bench: BENCH, instance, member: setting.member, spoken };
      // An hour of people who say the same minute over and over is no hour: every sentence would be like sixty others.
      const long = await callOf(speaker, 900, 0);
      await measurePrepared({ ...hangingUp, spoken: long.spoken }, Number(given["runs"]));
      await instance.startWorker("jobs,recorders");
      await measureTrueCalls(hangingUp, 3, 30);
    }
  }
  if (given["only"] === "live") return;
  await measure(setting, 2, options.rounds);
  await measure(setting, 10, Math.min(2, options.rounds));
});
