import type { Visitor } from "#scripts/demo/door.ts";
import { judge, options, quantile } from "./figures.ts";
import type { Instance } from "./instance.ts";
import type { SignedIn } from "./people.ts";

const ITEMS = 2_000;
const GOAL_MS = 300;
const CALL_MS = 600_000;
const CLIP_MS = 30_000;
/** Who is to hear all of it, each part way through. */
const LISTENERS = 40;

/**
 * The server's time for the whole page of a library with as many items as one may have, by turns a call and a clip: as it
 * is, and as required viewing of 40 people, whose progress the page shows.
 * @param bench that tells it
 */
export async function measureLibrary(
  bench: string,
  instance: Instance,
  { visitor }: SignedIn,
): Promise<void> {
  const path = await makeLibrary(visitor);
  const libraryId = path.split("/").at(-1) ?? "";
  await fill(instance, libraryId);
  await readPages(bench, visitor, path, false);
  await require(instance, libraryId);
  await readPages(bench, visitor, path, true);
}

async function readPages(
  bench: string,
  visitor: Visitor,
  path: string,
  isRequired: boolean,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round <= options.rounds * 4; round++) {
    const from = performance.now();
    const answer = await fetch(`${visitor.origin}${path}?_data=routes%2Fwork%2Flibrary`, {
      headers: { cookie: visitor.cookie },
    });
    const { items, viewings } = (await answer.json()) as {
      items: { kind: string; state: string }[];
      viewings: { people: { heard: number; total: number }[] }[];
    };
    const heard = viewings.flatMap(({ people }) => people).filter((one) => one.heard > 0);
    if (heard.length !== (isRequired ? LISTENERS : 0))
      throw new Error(`${heard.length} of ${LISTENERS} people have heard some of it.`);
    const clips = items.filter(({ kind, state }) => kind === "clip" && state === "ready");
    if (items.length !== ITEMS || clips.length !== ITEMS / 2)
      throw new Error(`The library has ${items.length} items, ${clips.length} of them clips.`);
    if (round > 0) times.push(performance.now() - from); // the first one warms up
  }
  judge({
    bench,
    case: isRequired ? `library-of-${ITEMS}-required` : `library-of-${ITEMS}`,
    unit: "ms",
    of: "p95",
    ours: times,
    value: quantile(times, 0.95),
    goal: { op: "<=", value: GOAL_MS },
    note: isRequired
      ? `the same with the progress of ${LISTENERS} people who are to hear all of it`
      : "rights, rows and JSON of the page's loader, half calls and half clips, over loopback",
  });
}

/** @returns the path of its page */
async function makeLibrary({ origin, cookie }: Visitor): Promise<string> {
  const answer = await fetch(`${origin}/library`, {
    ...{ method: "POST", redirect: "manual" },
    headers: { "sec-fetch-site": "same-origin", cookie },
    body: new URLSearchParams({ intent: "make_library", name: "Long", kind: "workspace" }),
  });
  const made = answer.headers.get("location");
  if (made === null) throw new Error(`The library was refused (${answer.status}).`);
  return new URL(made, origin).pathname;
}

/** Calls of ten minutes; every second one has a clip of half a minute, which is in the library in its place. */
async function fill({ admin }: Instance, libraryId: string): Promise<void> {
  await admin.query(
    `WITH l AS (SELECT * FROM library WHERE id = $1),
      made AS (INSERT INTO call (workspace_id, id, kind, state, title, owner_id, visibility, started_at, duration_ms, version)
        SELECT l.workspace_id, gen_random_uuid(), 'upload', 'available', 'Long ' || n, l.owner_id, 'workspace', now(), $3, 1
        FROM l, generate_series(1, $2::int) n RETURNING workspace_id, id, title)
    INSERT INTO library_item (workspace_id, id, library_id, call_id, title, why, position, added_by_id)
    SELECT made.workspace_id, gen_random_uuid(), l.id, made.id, made.title, 'Listen to the pause', row_number() OVER () - 1, l.owner_id
    FROM made, l`,
    [libraryId, ITEMS, CALL_MS],
  );
  await admin.query(
    `INSERT INTO clip (workspace_id, id, number, call_id, owner_id, title, folded, visibility)
    SELECT i.workspace_id, gen_random_uuid(), 10000 + i.position, i.call_id, i.added_by_id, 'Clip ' || i.position, 'clip ' || i.position, 'workspace'
    FROM library_item i WHERE i.library_id = $1 AND i.position % 2 = 1`,
    [libraryId],
  );
  const ranges = JSON.stringify([{ t0Ms: 60_000, t1Ms: 60_000 + CLIP_MS }]);
  await admin.query(
    `INSERT INTO cut (workspace_id, id, call_id, clip_id, ranges, made, state, duration_ms, lanes, words, words_version)
    SELECT cl.workspace_id, gen_random_uuid(), cl.call_id, cl.id, $2::jsonb, jsonb_build_object('revision', 1, 'ranges', $2::jsonb),
      'ready', $3, '[{"name": "Robin Vale", "side": "R"}]', $4::jsonb, 1
    FROM clip cl JOIN library_item i ON i.workspace_id = cl.workspace_id AND i.call_id = cl.call_id WHERE i.library_id = $1`,
    [libraryId, ranges, CLIP_MS, JSON.stringify(await wordsOfClip())],
  );
  await admin.query(
    `INSERT INTO cut_file (workspace_id, id, cut_id, revision, kind, key, bytes, sha256, mime)
    SELECT k.workspace_id, gen_random_uuid(), k.id, 1, 'mix', 'bench/' || k.id, 1, '\\x00', 'audio/mp4'
    FROM cut k JOIN clip cl ON cl.workspace_id = k.workspace_id AND cl.id = k.clip_id
      JOIN library_item i ON i.workspace_id = cl.workspace_id AND i.call_id = cl.call_id WHERE i.library_id = $1`,
    [libraryId],
  );
  await admin.query(
    `UPDATE library_item i SET clip_id = cl.id, call_id = NULL FROM clip cl
    WHERE i.library_id = $1 AND cl.workspace_id = i.workspace_id AND cl.call_id = i.call_id`,
    [libraryId],
  );
  await admin.query("ANALYZE");
}

/** Colleagues are to play all of it, and have played five minutes of every second call; the calls have a sound of their own. */
async function require({ admin }: Instance, libraryId: string): Promise<void> {
  await admin.query(
    `WITH r AS (INSERT INTO recording (workspace_id, id, call_id, method, state, is_primary, duration_ms)
        SELECT i.workspace_id, gen_random_uuid(), i.call_id, 'upload', 'ready', true, $2
        FROM library_item i WHERE i.library_id = $1 AND i.call_id IS NOT NULL RETURNING workspace_id, id)
    INSERT INTO file (workspace_id, id, recording_id, kind, key, bytes, sha256, mime, spoken)
    SELECT workspace_id, gen_random_uuid(), id, 'mix', 'bench/' || id, 1, sha256(''::bytea), 'audio/mp4', $3 FROM r`,
    [libraryId, CALL_MS, Buffer.alloc(CALL_MS / 8_000, 0xf7)],
  );
  await admin.query(
    `WITH l AS (SELECT * FROM library WHERE id = $1),
      people AS (INSERT INTO member (workspace_id, id, email, name, name_order, role, state)
        SELECT l.workspace_id, gen_random_uuid(), 'listener' || n || '@bench.test', 'Listener ' || n, 'given_first', 'rep', 'active'
        FROM l, generate_series(1, $2::int) n RETURNING workspace_id, id),
      viewing AS (INSERT INTO required_viewing (workspace_id, id, library_id, member_id, by_id, due_on)
        SELECT l.workspace_id, gen_random_uuid(), l.id, l.owner_id, l.owner_id, now() + interval '7 days' FROM l RETURNING id),
      listeners AS (INSERT INTO required_viewer (workspace_id, required_id, member_id)
        SELECT p.workspace_id, v.id, p.id FROM people p, viewing v)
    INSERT INTO call_view (workspace_id, id, call_id, member_id, seen_at, heard, seconds)
    SELECT p.workspace_id, gen_random_uuid(), i.call_id, p.id, now(), $3, 300 FROM people p, library_item i
    WHERE i.library_id = $1 AND i.call_id IS NOT NULL AND i.position % 4 = 0`,
    [libraryId, LISTENERS, Buffer.alloc(CALL_MS / 8_000, 0x0f)],
  );
  await admin.query("ANALYZE");
}

/** What is said in half a minute, as a cut keeps it: every row is drawn with who speaks when. */
async function wordsOfClip() {
  const { wordsOfRanges } = await import("#app/core/domain/cut/words.ts");
  const said = Array.from({ length: 6 }, (_, n) => ({
    ...{ lane: n % 2, t0Ms: n * 5_000, t1Ms: n * 5_000 + 4_500, flags: 0 },
    words: Array.from({ length: 12 }, (__, at) => ({
      ...{ text: `word${at}`, startMs: n * 5_000 + at * 370, endMs: n * 5_000 + at * 370 + 300 },
      ...{ confidence: 90, isSpaced: at > 0 },
    })),
  }));
  const lanes = [
    { name: "Robin Vale", side: "R" as const },
    { name: "Jo Alder", side: "C" as const },
  ];
  return wordsOfRanges(said, [{ t0Ms: 0, t1Ms: CLIP_MS }], lanes, 1);
}
