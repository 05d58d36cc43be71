import { createHash } from "node:crypto";
import { closeSync, createReadStream, fsyncSync, openSync, readdirSync, writeSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { withClient } from "#prisma/connection.server.ts";

/** What a client was told. `begun` and `imported` carry a title of their own, so that copies can be counted. */
export type Acked =
  | { op: "begun"; title: string; callId: string; recordingId: string }
  | { op: "sent"; uploadId: string; recordingId: string; bytes: number; sha256: string }
  | { op: "imported"; title: string; callId: string; segments: number };

export type Journal = {
  /** Before a request: whether it was done is known only if it is acknowledged. */
  tried: (title: string) => void;
  acked: (entry: Acked) => void;
  entries: () => readonly Acked[];
  titles: () => readonly string[];
  close: () => void;
};

/** The client's own memory, on disk before it counts (reliability §5). */
export function openJournal(dataDir: string): Journal {
  const fd = openSync(join(dataDir, "journal.jsonl"), "a");
  const entries: Acked[] = [];
  const titles: string[] = [];
  const write = (line: object): void => {
    writeSync(fd, `${JSON.stringify(line)}\n`);
    fsyncSync(fd);
  };
  return {
    tried(title) {
      write({ op: "tried", title });
      titles.push(title);
    },
    acked(entry) {
      write(entry);
      entries.push(entry);
    },
    entries: () => entries,
    titles: () => titles,
    close: () => closeSync(fd),
  };
}

export type Where = { dataDir: string; checkUrl: string };
/** What the checker looked at, so that an empty look is no success. */
export type Findings = { faults: string[]; acks: number; recordings: number; files: number };

/** Numbers of 64 bits come as text. */
type Ask = <R extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<R[]>;

/** Holds everything against what was acknowledged (N0, N2, N3, N6); call it when the pipeline rests. */
export async function check(where: Where, journal: Journal): Promise<Findings> {
  return withClient(where.checkUrl, async (client) => {
    const ask: Ask = async <R extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await client.query<R>(sql, values)).rows;
    const faults = [
      ...(await lostAcks(ask, journal)),
      ...(await halfVisible(ask, journal)),
      ...(await limbo(ask)),
      ...(await publishedTwice(ask)),
      ...leftFolders(where.dataDir),
    ];
    const files = await disagreements(ask, where.dataDir);
    const [count] = await ask<{ n: number }>("SELECT count(*)::int AS n FROM recording");
    return {
      faults: [...faults, ...files.faults],
      acks: journal.entries().length,
      recordings: count?.n ?? 0,
      files: files.count,
    };
  });
}

async function lostAcks(ask: Ask, journal: Journal): Promise<string[]> {
  const faults: string[] = [];
  for (const entry of journal.entries()) {
    if (entry.op === "sent") {
      const found = await ask<{ sum: string; bytes: string; state: string }>(
        `SELECT encode(f.sha256, 'hex') AS sum, f.bytes, u.state FROM upload u JOIN file f ON f.workspace_id = u.workspace_id AND f.key = u.key
         WHERE u.id = $1 AND f.kind = 'original'`,
        [entry.uploadId],
      );
      const [one] = found;
      if (found.length !== 1 || one?.state !== "complete")
        faults.push(`sent file ${entry.uploadId}: ${found.length} rows, ${one?.state ?? "none"}`);
      else if (one.sum !== entry.sha256 || Number(one.bytes) !== entry.bytes)
        faults.push(`sent file ${entry.uploadId} has other bytes`);
      continue;
    }
    const found = await ask<{ id: string }>("SELECT id FROM call WHERE title = $1", [entry.title]);
    if (found.length !== 1 || found[0]?.id !== entry.callId)
      faults.push(`${entry.op} ${entry.title}: ${found.length} calls`);
    if (entry.op === "imported") {
      const [kept] = await ask<{ n: number }>(SEGMENTS, [entry.callId]);
      if (kept?.n !== entry.segments)
        faults.push(`${entry.title}: ${kept?.n ?? 0} of ${entry.segments} lines`);
    }
  }
  return faults;
}

const SEGMENTS = `SELECT count(s.*)::int AS n FROM transcript t JOIN segment s ON s.workspace_id = t.workspace_id AND s.base_id = t.base_id
  WHERE t.call_id = $1 AND t.is_current`;

/** What was tried and never answered is there as a whole, or not at all. */
async function halfVisible(ask: Ask, journal: Journal): Promise<string[]> {
  const faults: string[] = [];
  for (const title of journal.titles()) {
    const found = await ask<{ id: string; recordings: number; stages: number }>(
      `SELECT c.id, (SELECT count(*)::int FROM recording r WHERE r.call_id = c.id) AS recordings,
         (SELECT count(*)::int FROM recording r JOIN stage s ON s.recording_id = r.id WHERE r.call_id = c.id) AS stages
       FROM call c WHERE c.title = $1`,
      [title],
    );
    if (found.length > 1) faults.push(`${title} is there ${found.length} times`);
    for (const { recordings, stages } of found)
      if (recordings !== 1 || stages === 0) faults.push(`${title} is half there`);
  }
  return faults;
}

async function limbo(ask: Ask): Promise<string[]> {
  const stuck = await ask<{
    id: string;
    state: string;
    name: string;
    stage: string;
    why: string;
  }>(
    `SELECT r.id, r.state, s.name, s.state AS stage, concat_ws(': ', s.cause, s.detail) AS why FROM recording r JOIN stage s ON s.workspace_id = r.workspace_id AND s.recording_id = r.id
     WHERE r.state NOT IN ('receiving', 'interrupted', 'discarded') AND s.name <> 'crm'
       AND (r.state IN ('uploaded', 'processing') OR s.state = 'running' OR (s.state = 'waiting' AND r.state <> 'failed'))`,
  );
  const jobs = await ask<{ name: string; n: number }>(
    `SELECT name, count(*)::int AS n FROM jobs.job WHERE state = 'active' AND name LIKE '%.%' AND name NOT LIKE 'sweep.%' GROUP BY name`,
  );
  return [
    ...stuck.map(
      ({ id, state, name, stage, why }) => `recording ${id} is ${state}, ${name} ${stage} ${why}`,
    ),
    ...jobs.map(({ name, n }) => `${n} jobs of ${name} are still at work`),
  ];
}

/**
 * Each stage ended well at most once (a live call's gaps are filled afterwards, into its next version), and what plays lies in the folder
 * of the attempt that did.
 */
async function publishedTwice(ask: Ask): Promise<string[]> {
  const twice = await ask<{ id: string; stage: string; n: number }>(
    `SELECT l.recording_id AS id, l.stage, count(*)::int AS n FROM stage_log l JOIN recording r ON r.workspace_id = l.workspace_id AND r.id = l.recording_id
     WHERE l.state = 'done' AND r.method <> 'room' GROUP BY 1, 2 HAVING count(*) > 1`,
  );
  // A picture that had to be encoded has a stage of its own; all else that plays is made by `normalise`.
  const folders = await ask<{
    id: string;
    name: string;
    state: string;
    attempt: number;
    folders: string[];
  }>(
    `SELECT r.id, s.name, s.state, s.attempt, array_agg(DISTINCT split_part(f.key, '/', 3)) AS folders
     FROM recording r JOIN file f ON f.recording_id = r.id AND f.kind IN ('track', 'mix', 'peaks', 'video')
       JOIN stage s ON s.recording_id = r.id
         AND s.name = CASE WHEN f.kind = 'video' AND f.key LIKE '%/picture-%' THEN 'picture' ELSE 'normalise' END::stage_name
     GROUP BY 1, 2, 3, 4`,
  );
  const current = await ask<{ id: string; n: number }>(
    `SELECT call_id AS id, count(*)::int AS n FROM transcript GROUP BY 1 HAVING count(*) FILTER (WHERE is_current) <> 1
       OR count(DISTINCT number) <> count(*)
       OR count(*) FILTER (WHERE origin = 'engine' AND recording_id IN (SELECT id FROM recording WHERE method <> 'room')) > 1`,
  );
  return [
    ...twice.map(({ id, stage, n }) => `${stage} of ${id} was published ${n} times`),
    ...current.map(({ id, n }) => `call ${id} has ${n} transcripts`),
    ...folders
      .filter(
        ({ name, state, attempt, folders: named }) =>
          state !== "done" || named.join() !== `${name}-${attempt}`,
      )
      .map(({ id, attempt, folders: named }) => `${id}: attempt ${attempt} names ${named.join()}`),
  ];
}

/** Rows without objects, or with other ones. */
async function disagreements(
  ask: Ask,
  dataDir: string,
): Promise<{ faults: string[]; count: number }> {
  const rows = await ask<{ key: string; bytes: string; sum: string }>(
    "SELECT key, bytes, encode(sha256, 'hex') AS sum FROM file",
  );
  const faults: string[] = [];
  for (const { key, bytes, sum } of rows) {
    const path = join(dataDir, "blobs", key);
    const found = await stat(path).catch(() => null);
    if (!found) faults.push(`no object for ${key}`);
    else if (found.size !== Number(bytes) || (await sumOf(path)) !== sum)
      faults.push(`${key} has other bytes than its row`);
  }
  return { faults, count: rows.length };
}

export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Folders of attempts end with their attempt; the notes of a recognition with its recording. */
function leftFolders(dataDir: string): string[] {
  return ["jobs", "resume"].flatMap((name) =>
    listNames(join(dataDir, name)).map((left) => `${name}/${left} is left`),
  );
}

export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
