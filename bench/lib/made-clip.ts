import * as z from "zod";
import { wavOf } from "#media/ffmpeg/wav.ts";
import { read, type Visitor } from "#scripts/demo/door.ts";
import type { Script } from "#scripts/demo/script.ts";
import { sendCall, waitForCall } from "./door.ts";
import { judge, options, quantile, report, seeded } from "./figures.ts";
import { type Instance, until } from "./instance.ts";
import type { SignedIn } from "./people.ts";

const GOAL_MS = 300;
const CALL_S = 1_800;
const RATE = 16_000;
/** What a browser asks for first. */
const FIRST_BYTES = 65_536;
const WAIT_MS = 300_000;
/** In another order than they were said. */
const PIECES = [
  { t0Ms: 1_200_000, t1Ms: 1_215_000 },
  { t0Ms: 300_000, t1Ms: 320_000 },
];

const pageSchema = z.object({
  mixUrl: z.string().nullable(),
  isOfCall: z.boolean(),
  clip: z.object({ state: z.string(), cause: z.string().nullable() }),
});

/**
 * From the form that makes a clip to the first bytes of sound for its maker, by what the browser asks for in between: the
 * clip's page, and the address it names. How long its own file takes is told beside it.
 */
export async function measureMadeClip(
  bench: string,
  { admin }: Instance,
  { visitor }: SignedIn,
): Promise<void> {
  const sent = await sendCall(admin, visitor, SCRIPT, { R: noise(1), C: noise(2) });
  await waitForCall(admin, sent, WAIT_MS);
  const [waits, files]: [number[], number[]] = [[], []];
  for (let round = 0; round <= options.rounds * 2; round++) {
    const from = performance.now();
    const path = await makeClip(visitor, sent.callId, `Clip ${round}`);
    const { mixUrl, isOfCall } = await openClip(visitor, path);
    if (mixUrl === null || !isOfCall)
      throw new Error("The clip was not played from its call, which is what is measured.");
    await firstBytes(visitor, mixUrl);
    const waited = performance.now() - from;
    let state = "";
    await until(
      async () => {
        const { clip } = await openClip(visitor, path);
        if (clip.cause !== null) throw new Error(`The clip broke off: ${clip.cause}.`);
        ({ state } = clip);
        return state === "ready";
      },
      "the clip's file",
      { waitMs: WAIT_MS, everyMs: 50 },
    );
    if (round === 0) continue; // warms up
    waits.push(waited);
    files.push(performance.now() - from);
  }
  judge({
    bench,
    case: "made-to-playable",
    unit: "ms",
    of: "p95",
    ours: waits,
    value: quantile(waits, 0.95),
    goal: { op: "<=", value: GOAL_MS },
    note: "the form, the clip's page and the first 64 KB of the call's sound, over loopback",
  });
  report({
    ...{ bench, case: "made-to-file", unit: "ms", of: "p95", ours: files },
    ...{ value: quantile(files, 0.95), result: "passed" },
    note: "queued, rendered and there as a file of its own; looked at every 50 ms",
  });
}

const SCRIPT: Script = {
  ...{ slug: "clipped", title: "Clipped", company: "Bench", language: "en", owner: "", daysAgo: 0 },
  ...{ names: { R: "Robin Vale", C: "Jo Alder" }, turns: [] },
};

/** Half an hour of one voice's room. */
function noise(seed: number): Buffer {
  const next = seeded(options.seed * 10 + seed);
  return wavOf(new Int16Array(CALL_S * RATE).map(() => Math.round((next() - 0.5) * 8_000)));
}

/** @returns the path of its page */
async function makeClip(
  { origin, cookie }: Visitor,
  callId: string,
  title: string,
): Promise<string> {
  const answer = await fetch(`${origin}/playback/${callId}`, {
    ...{ method: "POST", redirect: "manual" },
    headers: { "sec-fetch-site": "same-origin", cookie },
    body: new URLSearchParams({ intent: "make_clip", title, pieces: JSON.stringify(PIECES) }),
  });
  const made = answer.headers.get("location");
  if (made === null) throw new Error(`The clip was refused (${answer.status}).`);
  return new URL(made, origin).pathname;
}

const openClip = (visitor: Visitor, path: string) =>
  read(visitor, `${path}?_data=routes%2Fwork%2Fclip`, pageSchema);

async function firstBytes({ origin, cookie }: Visitor, url: string): Promise<void> {
  const answer = await fetch(origin + url, {
    headers: { cookie, range: `bytes=0-${FIRST_BYTES - 1}` },
  });
  const { byteLength } = await answer.arrayBuffer();
  if (answer.status !== 206 || byteLength !== FIRST_BYTES)
    throw new Error(`The sound answered ${answer.status} with ${byteLength} bytes.`);
}
