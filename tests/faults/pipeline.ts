import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { withClient } from "#prisma/connection.server.ts";
import { listNames, type Where } from "./oracle.ts";
import { familyOf, until } from "./processes.ts";

export type StageRow = { name: string; state: string; attempt: number; cause: string | null };

export async function ask<R extends object>(
  checkUrl: string,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> {
  return withClient(checkUrl, async (client) => (await client.query<R>(sql, values)).rows);
}

export async function stageOf(
  checkUrl: string,
  recordingId: string,
  name: string,
): Promise<StageRow | undefined> {
  const rows = await ask<StageRow>(
    checkUrl,
    "SELECT name, state, attempt, cause FROM stage WHERE recording_id = $1 AND name = $2",
    [recordingId, name],
  );
  return rows[0];
}

/**
 * Waits until these recordings are at their end and no other one is under way. @param jobsMs what may follow behind a recording that is ready
 * @throws Error with the states where that takes too long
 */
export async function rests(
  where: Where,
  recordingIds: readonly string[],
  limitMs: number,
  jobsMs = 10_000,
): Promise<void> {
  let last = "";
  await until("the pipeline rests", limitMs, async () => {
    const rows = await ask<{ state: string; name: string; stage: string; why: string }>(
      where.checkUrl,
      `SELECT r.state, s.name, s.state AS stage, concat_ws(': ', s.cause, s.detail) AS why FROM recording r JOIN stage s ON s.recording_id = r.id
       WHERE (r.id = ANY($1::uuid[]) AND r.state NOT IN ('ready', 'ready_partial', 'failed')) OR r.state IN ('uploaded', 'processing')`,
      [recordingIds],
    );
    last = rows.map(({ state, name, stage, why }) => `${state} ${name} ${stage} ${why}`).join(", ");
    return rows.length === 0;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${last}`);
  });
  // The job ends a moment after its last commit.
  await until("jobs end", jobsMs, async () => {
    const found = await ask<{ name: string; at: string }>(
      where.checkUrl,
      `SELECT name, started_on::text || ' ' || data::text AS at FROM jobs.job
       WHERE state = 'active' AND name NOT LIKE 'sweep.%' AND name LIKE '%.%'`,
    );
    last = found.map(({ name, at }) => `${name} since ${at}`).join(", ");
    return found.length === 0;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${last}`);
  });
}

/** The folder in which a worker makes a recording's files, once it has begun to. */
const benchOf = (
  where: Where,
  recordingId: string,
  pid: number,
  work: "transcode" | "picture" = "transcode",
): string | undefined =>
  listNames(join(where.dataDir, "jobs")).find(
    (name) => name.startsWith(`${recordingId}-${work}-`) && name.endsWith(`-${pid}`),
  );

/** 8 kHz, 16 bits: the raw sound ffmpeg writes beside the file that is kept tells how far it is. */
const RAW_BYTES_PER_SECOND = 16_000;

/** How much of a recording a worker has transcoded, 0 to 1; null before ffmpeg writes. */
export function transcoded(
  where: Where,
  recordingId: string,
  pid: number,
  durationS: number,
): number | null {
  const bench = benchOf(where, recordingId, pid);
  if (bench === undefined) return null;
  try {
    const { size } = statSync(join(where.dataDir, "jobs", bench, "0", "lane-0.p8"));
    return size / (durationS * RAW_BYTES_PER_SECOND);
  } catch {
    return null;
  }
}

/** Halts a worker's ffmpeg as soon as it has made `share` of the sound: a slow input, at the same place every time. */
export async function haltAt(
  where: Where,
  recordingId: string,
  worker: number,
  durationS: number,
  share: number,
): Promise<number> {
  return until(
    `ffmpeg reaches ${share * 100} %`,
    60_000,
    () => {
      const done = transcoded(where, recordingId, worker, durationS);
      if (done === null || done < share) return null;
      const encoders = familyOf(worker).filter(({ name }) => name === "ffmpeg");
      for (const { pid } of encoders) process.kill(pid, "SIGSTOP");
      return encoders.length > 0 && done;
    },
    5,
  );
}

/** Whether a worker has a recording's transcode, or its picture, in hand. */
export const hasInHand = (
  where: Where,
  recordingId: string,
  pid: number,
  work?: "transcode" | "picture",
): boolean => benchOf(where, recordingId, pid, work) !== undefined;

/** Segments that an attempt has written down so far. */
export function notedSegments(where: Where, recordingId: string): number {
  try {
    const text = readFileSync(join(where.dataDir, "resume", `${recordingId}.jsonl`), "utf8");
    return text.split("\n").length - 2;
  } catch {
    return 0;
  }
}

export const publishedFolders = (where: Where, workspaceId: string, recordingId: string) =>
  listNames(join(where.dataDir, "blobs", workspaceId, recordingId)).filter((name) =>
    name.startsWith("normalise-"),
  );

export async function workspaceOf(where: Where): Promise<string> {
  const [found] = await ask<{ id: string }>(where.checkUrl, "SELECT id FROM workspace");
  if (!found) throw new Error("no workspace");
  return found.id;
}

/** All that a recording has become: its playable files' sound, and its words with their times. */
export async function outcomeOf(where: Where, recordingId: string): Promise<object> {
  const files = await ask<{ kind: string; key: string; ms: number }>(
    where.checkUrl,
    "SELECT kind, key, duration_ms AS ms FROM file WHERE recording_id = $1 AND kind <> 'original' ORDER BY kind",
    [recordingId],
  );
  const sounds = [];
  for (const { kind, key, ms } of files) {
    const path = join(where.dataDir, "blobs", key);
    sounds.push({ kind, ms, sum: kind === "peaks" ? readSum(path) : await decodedSum(path) });
  }
  const lines = await ask<{ t0: number; t1: number; text: string; words: string }>(
    where.checkUrl,
    `SELECT s.t0_ms AS t0, s.t1_ms AS t1, s.text, encode(s.words, 'hex') AS words
     FROM transcript t JOIN segment s ON s.workspace_id = t.workspace_id AND s.base_id = t.base_id
     WHERE t.recording_id = $1 AND t.is_current ORDER BY s.no`,
    [recordingId],
  );
  return { sounds, lines };
}

const readSum = (path: string): string => readFileSync(path).toString("base64").slice(0, 4_000);

/** The sound itself: two encodings of the same samples decode to the same. */
function decodedSum(path: string): Promise<string> {
  return new Promise((done, fail) => {
    const args = ["-nostdin", "-v", "error", "-i", path, "-f", "md5", "-"];
    const child = spawn("ffmpeg", args, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.once("error", fail);
    child.once("close", (code) =>
      code === 0 ? done(said.trim()) : fail(new Error(`ffmpeg does not decode ${path}`)),
    );
  });
}
