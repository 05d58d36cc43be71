import type pg from "pg";
import { encodeWords } from "#app/core/domain/words/words-codec.ts";
import { callVector, segmentVector } from "#app/core/domain/words/tsvector.ts";
import { seeded } from "./figures.ts";
import { prepareIds } from "./seed-ids.ts";

export const SEGMENTS_EACH = 20;
/** Calls share so many conversations: enough that no word but the marks says which. */
const CONVERSATIONS = 1_000;
const VOCABULARY = 20_000;
const WORDS_EACH = 12;

/** Words of the classes of reliability §8.2: each is said in one of `every` segments. */
export const CLASSES = [
  { name: "common", every: 6, en: ["forecast", "pallets"], ja: ["見積書", "納期"] },
  { name: "mid", every: 77, en: ["renewal", "demurrage"], ja: ["更新料", "倉庫"] },
  { name: "rare", every: 830, en: ["escrow", "tarpaulin"], ja: ["供託金", "幌布"] },
  { name: "tail", every: 41_667, en: ["zeppelin", "quagmire"], ja: ["飛行船", "泥沼"] },
] as const;

type Said = { no: number; text: string; words: string; doc: string };

/** Words of a made-up language, the n-th as frequent as 1/n; every other conversation is in Japanese script. */
function makeSpeech(seed: number): { segments: Said[]; docs: { no: number; doc: string }[] } {
  const random = seeded(seed);
  const zipf = (): number => Math.floor(Math.exp(random() * Math.log(VOCABULARY)));
  const latin = (n: number): string => syllables(n);
  const kana = (n: number): string =>
    syllables(n).replace(/[a-z]/g, (letter) =>
      String.fromCharCode(0x3042 + letter.charCodeAt(0) - 97),
    );
  const segments: Said[] = [];
  const docs: { no: number; doc: string }[] = [];
  for (let talk = 0; talk < CONVERSATIONS; talk++) {
    const said: string[] = [];
    for (let k = 0; k < SEGMENTS_EACH; k++) {
      const names = Array.from({ length: WORDS_EACH }, () => (talk % 2 ? kana : latin)(zipf()));
      const spoken = names.map((text, n) => ({
        text,
        startMs: n * 400,
        endMs: n * 400 + 350,
        confidence: 0.9,
        isSpaced: talk % 2 === 0,
      }));
      const { text, bytes } = encodeWords(spoken, 0);
      said.push(text);
      const words = Buffer.from(bytes).toString("hex");
      segments.push({ no: talk * SEGMENTS_EACH + k, text, words, doc: segmentVector(text) });
    }
    docs.push({
      no: talk,
      doc: callVector({
        title: "",
        company: null,
        people: [],
        summary: [],
        comments: [],
        labels: [],
        said,
      }),
    });
  }
  return { segments, docs };
}

/** A pronounceable word for a number, the same every time. */
function syllables(n: number): string {
  let word = "";
  for (let rest = n, at = 0; rest > 0 || at < 2; at++) {
    word += "bdfgklmnprst"[rest % 12] ?? "";
    rest = Math.floor(rest / 12);
    word += "aeiou"[rest % 5] ?? "";
    rest = Math.floor(rest / 5);
    if (at === 3) break;
  }
  return word;
}

/**
 * What was said in seeded calls (`seedCalls`), straight into the tables: 20 segments a call, with search documents as the
 * product writes them, and words of four frequencies in two languages among them.
 * @returns how many segments there are now
 */
export async function seedWords(
  admin: pg.Client,
  workspaces: readonly { workspaceId: string; calls: number }[],
): Promise<number> {
  const { segments, docs } = makeSpeech(7);
  await admin.query("SET session_replication_role = replica");
  await admin.query("SET maintenance_work_mem = '1GB'");
  const { rows } = await admin.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = 'call_search__doc'",
  );
  await admin.query("DROP INDEX call_search__doc");
  await admin.query(
    "CREATE TEMP TABLE speech AS SELECT no, text, decode(words, 'hex') AS words, doc::tsvector AS doc FROM jsonb_to_recordset($1) AS r(no int, text text, words text, doc text)",
    [JSON.stringify(segments)],
  );
  await admin.query("CREATE UNIQUE INDEX ON speech (no)");
  await admin.query(
    "CREATE TEMP TABLE talk AS SELECT no, doc::tsvector AS doc FROM jsonb_to_recordset($1) AS r(no int, doc text)",
    [JSON.stringify(docs)],
  );
  for (const { workspaceId, calls } of workspaces) await seedOne(admin, workspaceId, calls);
  await admin.query(rows[0]?.indexdef ?? "");
  await admin.query("SET session_replication_role = origin");
  return workspaces.reduce((sum, { calls }) => sum + calls * SEGMENTS_EACH, 0);
}

async function seedOne(admin: pg.Client, workspaceId: string, calls: number): Promise<void> {
  const run = (sql: string): Promise<unknown> =>
    admin.query(
      sql.replaceAll(":w", `'${workspaceId}'::uuid`).replaceAll(":k", String(SEGMENTS_EACH)),
    );
  const marks = CLASSES.flatMap(({ every, en, ja }) =>
    [...en, ...ja].map((text, at) => ({
      every,
      offset: at * 2 + 1,
      text,
      doc: segmentVector(text),
    })),
  );
  await admin.query("DROP TABLE IF EXISTS marked");
  await admin.query(
    `CREATE TEMP TABLE marked AS SELECT i, string_agg(' ' || text, '') AS text, string_agg(doc, ' ')::tsvector AS doc
     FROM jsonb_to_recordset($1) AS r(every int, "offset" int, text text, doc text),
       generate_series(r."offset", $2::int - 1, r.every) i GROUP BY i`,
    [JSON.stringify(marks), calls * SEGMENTS_EACH],
  );
  await prepareIds(admin);
  await run("CREATE UNIQUE INDEX ON marked (i)");
  await run(`INSERT INTO transcript (id, workspace_id, call_id, recording_id, number, base_id, origin, language, settings, is_current)
    SELECT pg_temp.id_of('transcript' || :w || n), :w, pg_temp.id_of('call' || :w || n), pg_temp.id_of('recording' || :w || n), 1,
      pg_temp.id_of('transcript' || :w || n), 'engine', 'en', '{}', true FROM generate_series(1, ${calls}) n`);
  await run(`INSERT INTO segment (workspace_id, base_id, no, from_version, participant_id, t0_ms, t1_ms, text, words, doc)
    SELECT :w, pg_temp.id_of('transcript' || :w || n), k, 1, pg_temp.id_of('participant' || :w || n || '-' || k % 2), k * 6000, k * 6000 + 5000,
      s.text || coalesce(m.text, ''), s.words, CASE WHEN m.i IS NULL THEN s.doc ELSE s.doc || m.doc END
    FROM generate_series(1, ${calls}) n CROSS JOIN generate_series(0, :k - 1) k
    JOIN speech s ON s.no = (n % ${CONVERSATIONS}) * :k + k LEFT JOIN marked m ON m.i = (n - 1) * :k + k`);
  await run(`INSERT INTO call_search (workspace_id, call_id, started_at, doc)
    SELECT :w, c.id, c.started_at, CASE WHEN m.doc IS NULL THEN t.doc ELSE t.doc || m.doc END
    FROM generate_series(1, ${calls}) g(n) JOIN call c ON c.workspace_id = :w AND c.id = pg_temp.id_of('call' || :w || g.n)
    JOIN talk t ON t.no = g.n % ${CONVERSATIONS}
    LEFT JOIN (SELECT i / :k + 1 AS n, string_agg(doc::text, ' ')::tsvector AS doc FROM marked GROUP BY 1) m ON m.n = g.n`);
}
