import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { poolConfig } from "#prisma/connection.server.ts";
import { missingHere } from "./instance.ts";
import { listNames } from "./oracle.ts";
import { ask, rests } from "./pipeline.ts";
import { familyOf, halt, until } from "./processes.ts";
import { quietRoom } from "./sounds.ts";
import { type Crew, kill, openCrew, say } from "./worker-crew.ts";

/** Long enough that its encoder is met. */
const LENGTH_S = 900;
/** A sweep finds the cut within a minute; a dead worker's is taken over in another. */
const FOUND_MS = 120_000;

const missing = missingHere();
let crew: Crew;
beforeAll(async () => {
  if (missing === null) crew = await openCrew();
});
afterAll(() => crew?.stop());
beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

type Cut = { state: string; attempt: number };
type Row = { key: string; kind: string };

test("a worker killed while it makes a cut leaves one set of files, made by the next one", async () => {
  const { instance, begun, hire, workers, workspaceId } = crew;
  const { wav } = quietRoom(LENGTH_S);
  const { ticket } = await begun("a long silence", wav, () => Promise.resolve());
  await rests(instance, [ticket.recordingId], 240_000);
  const cutId = await aCut(ticket.callId);
  say("a cut waits");
  const stateOf = async (): Promise<Cut | undefined> =>
    (await ask<Cut>(instance.checkUrl, "SELECT state, attempt FROM cut WHERE id = $1", [cutId]))[0];

  const [worker] = workers;
  if (!worker) throw new Error("nobody works");
  await until(
    "its encoder is met",
    FOUND_MS,
    () => {
      const encoders = familyOf(worker.pid).filter(
        ({ name, pid }) => name === "ffmpeg" && commandOf(pid).includes("mix.m4a"),
      );
      halt(encoders);
      return encoders.length > 0;
    },
    5,
  );
  expect(await stateOf()).toEqual({ state: "rendering", attempt: 1 });
  await kill([worker], ["ffmpeg"]);
  say("killed");

  await hire();
  await until("another makes it", FOUND_MS, async () => (await stateOf())?.state === "ready");
  expect(await stateOf()).toEqual({ state: "ready", attempt: 2 });
  const files = await ask<Row>(
    instance.checkUrl,
    "SELECT key, kind FROM cut_file WHERE cut_id = $1 ORDER BY kind",
    [cutId],
  );
  expect(files.map(({ kind }) => kind)).toEqual(["mix", "peaks"]);
  const folder = join(instance.dataDir, "blobs", workspaceId, "cuts", cutId);
  const found = listNames(folder).flatMap((attempt) =>
    listNames(join(folder, attempt)).map(
      (name) => `${workspaceId}/cuts/${cutId}/${attempt}/${name}`,
    ),
  );
  expect(found.toSorted()).toEqual(files.map(({ key }) => key).toSorted());
});

/** Of all but the edges of a call; its job was lost, so that a sweep has to find it. */
async function aCut(callId: string): Promise<string> {
  const { instance, workspaceId } = crew;
  const [linkId, cutId] = [randomUUID(), randomUUID()];
  const ranges = [{ t0Ms: 1_000, t1Ms: LENGTH_S * 1_000 - 1_000 }];
  const client = new pg.Client(poolConfig(instance.checkUrl));
  await client.connect();
  try {
    await client.query(
      "INSERT INTO shared_link (id, workspace_id, kind, call_id, shows, url_hash, url_enc) VALUES ($1, $2, 'range', $3, '{}', $4, $4)",
      [linkId, workspaceId, callId, randomBytes(32)],
    );
    await client.query(
      `INSERT INTO cut (id, workspace_id, call_id, link_id, ranges, duration_ms, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() - interval '10 minutes')`,
      [cutId, workspaceId, callId, linkId, JSON.stringify(ranges), (LENGTH_S - 2) * 1_000],
    );
  } finally {
    await client.end();
  }
  return cutId;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}
