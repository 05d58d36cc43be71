import { findSpeaker, speak } from "#scripts/demo/speak.ts";
import { importScript } from "#scripts/demo/door.ts";
import { guessLengthS, placeTurns, readScripts, type Script, toVtt } from "#scripts/demo/script.ts";
import { sfuFile } from "#tests/support/sfu.ts";
import { judge, quantile, skip } from "./lib/figures.ts";
import { type Instance, until } from "./lib/instance.ts";
import { openLiveInstance } from "./lib/live-instance.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { hangUp, prepare } from "./lib/prepared-calls.ts";
import { runBench } from "./lib/run.ts";

// Host's End → complete while the summaries of 200 calls are made anew, against the same on an idle installation.
// `npm run bench -- bulk`

const BENCH = "bulk";
const CALLS = 200;
const HANG_UPS = 12;
/** Of the p95 of an idle installation. */
const GOAL = 1.2;

await runBench(async (stack) => {
  const speaker = await findSpeaker();
  if (!speaker || (await sfuFile()) === null) {
    skip(BENCH, "all", speaker ? "there is no livekit-server" : "no voice: flite is not installed");
    return;
  }
  const instance = await openLiveInstance(stack);
  await instance.startWorker();
  const member = await signUp(instance);
  const script = englishScript();
  const spoken = await speak(script, speaker);
  const folder = await prepare(1, spoken, `${instance.dataDir}/prepared`);
  const callIds = await importCalls(instance, member);

  const hangUps = async (name: string): Promise<number[]> => {
    const waits: number[] = [];
    for (let n = 0; n <= HANG_UPS; n++) {
      const { waits: found } = await hangUp(instance, member, folder, `${name} ${n}`);
      if (n > 0) waits.push(found.complete / 1000); // the first warms up
    }
    return waits;
  };
  const idle = await hangUps("Idle");
  let isOver = false;
  let runs = 0;
  const regenerating = (async () => {
    for (; !isOver; runs++) await regenerate(instance, member, callIds);
  })();
  const busy = await hangUps("Busy");
  isOver = true;
  await regenerating;
  const [p95Idle, p95Busy] = [quantile(idle, 0.95), quantile(busy, 0.95)];
  judge({
    bench: BENCH,
    case: `complete-beside-${CALLS}-regenerations`,
    unit: "p95 of idle",
    floor: idle,
    ours: busy,
    value: p95Busy / p95Idle,
    goal: { op: "<=", value: GOAL },
    note: `p95 ${p95Idle.toFixed(2)} s idle, ${p95Busy.toFixed(2)} s busy over ${HANG_UPS} calls each; ${runs} runs of ${CALLS} calls by Highlights went on meanwhile`,
  });
});

function englishScript(): Script {
  const script = readScripts().find(({ language }) => language === "en");
  if (!script) throw new Error("There is no script to speak.");
  return script;
}

async function importCalls({ admin }: Instance, member: SignedIn): Promise<string[]> {
  const script = englishScript();
  const ids: string[] = [];
  for (let n = 0; n < CALLS; n++) {
    const turns = script.turns.slice(n % 7);
    const placed = placeTurns(
      turns,
      turns.map((turn) => guessLengthS(turn, script.language)),
    );
    const named = { ...script, slug: `bulk-${n}`, title: `Bulk ${n}`, turns };
    ids.push(await importScript(member.visitor, named, toVtt(placed, script.names)));
  }
  await until(
    async () => {
      const { rows } = await admin.query<{ n: string }>(
        "SELECT count(*) AS n FROM recording WHERE call_id = ANY($1::uuid[]) AND state IN ('ready', 'ready_partial')",
        [ids],
      );
      return Number(rows[0]?.n) === CALLS;
    },
    "the calls to be ready",
    { waitMs: 600_000, everyMs: 500 },
  );
  return ids;
}

/** One run over all calls, until each has its new summary. */
async function regenerate(
  { admin }: Instance,
  { visitor, workspaceId }: SignedIn,
  callIds: readonly string[],
): Promise<void> {
  const form = new URLSearchParams({ intent: "bulk_regenerate", templateId: "1" });
  for (const callId of callIds) form.append("callIds", callId);
  const answer = await fetch(`${visitor.origin}/recordings`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin", cookie: visitor.cookie },
    body: form,
  });
  if (answer.status >= 400) throw new Error(`The run was refused (${answer.status}).`);
  await until(
    async () => {
      const { rows } = await admin.query<{ open: boolean }>(
        `SELECT EXISTS (SELECT FROM bulk_run WHERE workspace_id = $1 AND state IN ('queued', 'running'))
           OR EXISTS (SELECT FROM summary_run WHERE workspace_id = $1 AND state IN ('queued', 'running')) AS open`,
        [workspaceId],
      );
      return rows[0]?.open === false;
    },
    "the run to end",
    { waitMs: 600_000, everyMs: 250 },
  );
}
