import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { readPorts } from "#scripts/ports.ts";
import { password } from "#scripts/postgres-files.ts";
import { COMPARE_RATE, findSound } from "#tests/support/find-sound.ts";
import { decode } from "#tests/support/tones.ts";
import type { Microphone, Sentence } from "./live-voices.ts";

/** A sentence on the call's clock. */
export type Said = Sentence & { name: string };
/** Pieces of a sentence this long are looked for: long enough to be its own, short enough to be wholly inside. */
const PIECE_MS = 800;
/** What is the same sound, after microphone processing, Opus, a jitter buffer and Opus again. */
export const ALIKE = 0.65;
const MEDIA = /\.(ogg|opus|webm|m4a|mp4|mka|wav)$/;

export const dataDir = (): string => {
  const dir = process.env["E2E_DATA"];
  if (dir === undefined) throw new Error("The instance has told no folder.");
  return dir;
};

/** What a program needs to work on the database of the instance with the domain's own functions. */
export const ownDatabase = (): Record<string, string> => {
  const secret = password(dataDir(), "postgres");
  const port = readPorts(dataDir())["postgres"] ?? 0;
  return {
    NODE_ENV: "production",
    PARLEY_DATA: dataDir(),
    DATABASE_URL: `postgres://postgres:${secret}@127.0.0.1:${port}/parley`,
  };
};

/** The whole database, past every policy. */
export async function withDatabase<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port: readPorts(dataDir())["postgres"] ?? 0,
    user: "postgres",
    password: password(dataDir(), "postgres"),
    database: "parley",
  });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Every file with sound in it under the data folder, scratch folders included. */
export function mediaFiles(): string[] {
  return readdirSync(dataDir(), { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile() && (MEDIA.test(entry.name) || isStored(entry.parentPath)))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Stored objects, safety chunks among them, need no ending to be media. */
const isStored = (folder: string): boolean => folder.includes("/blobs/");

/** The same sentences on another clock. */
export const onClock = ({ sentences }: Microphone, name: string, openedAtMs: number): Said[] =>
  sentences.map((one) => ({
    ...one,
    name,
    startMs: one.startMs + openedAtMs,
    endMs: one.endMs + openedAtMs,
  }));

/** The part of a sentence that is looked for, on the clock of `said`. */
export const pieceOf = ({ startMs, endMs }: Sentence): { fromMs: number; toMs: number } => {
  const fromMs = (startMs + endMs - PIECE_MS) / 2;
  return { fromMs, toMs: fromMs + PIECE_MS };
};

/** Looks for the middle of a sentence in a sound. @param microphone its file, decoded at COMPARE_RATE */
export function look(pcm: Int16Array, microphone: Int16Array, sentence: Sentence) {
  const { fromMs, toMs } = pieceOf(sentence);
  const at = (ms: number): number => Math.round((ms * COMPARE_RATE) / 1000);
  return findSound(pcm, microphone.subarray(at(fromMs), at(toMs)));
}

/** Null for a file that holds no sound ffmpeg can find. */
export const soundOf = (file: string): Promise<Int16Array | null> =>
  decode(file, COMPARE_RATE).catch(() => null);

/** Every place in the database where a word stands, however it is stored as text. */
export async function placesOf(word: string): Promise<string[]> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const hits = await client.query(`SELECT 1 FROM ${name} x WHERE x::text ILIKE $1 LIMIT 1`, [
        `%${word}%`,
      ]);
      if ((hits.rowCount ?? 0) > 0) found.push(name);
    }
    return found;
  });
}
