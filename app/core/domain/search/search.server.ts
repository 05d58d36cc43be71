import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { Snippet } from "./search-views.ts";
import { decodeWords } from "../words/words-codec.ts";
import { parseQuery, type QueryNote } from "./grammar.ts";
import { asQuery, residualSql, saidIn, saysAny } from "./residual.server.ts";
import { makeSnippet, type Mark, marksIn } from "./snippet.ts";
import { estimateCalls, lexemesOf, planSearch, type SearchPlan } from "./tsquery.ts";

export type SearchHit = { snippets: Snippet[] };
/** Codes of the `recordings` catalogue: how the question was read, or why it was not. */
export type SearchNote = QueryNote | "too_long" | "too_many_terms" | "nothing_to_search" | "refine";
export type SearchResult = {
  /** Newest first; at most 1,000 calls (250 where segments had to be read). Snippets of the first 50. */
  hits: Map<string, SearchHit>;
  note: SearchNote | null;
};

/** product §6: results / 1,000, then "refine". */
const MAX_RESULTS = 1_000;
/** Phrases, near and speakers read the segments of each call left: 105 ms for a common phrase (reliability §8.2). */
const MAX_READ = 250;
const SNIPPETS_FOR = 50;
const SNIPPETS_EACH = 3;
/** Between 48 and 2,400 hits both shapes are fast (reliability §8.2); above, the newest calls are walked. */
const FREQUENT = 1_000;

async function isFrequent(workspaceId: string, { prefilter }: SearchPlan): Promise<boolean> {
  if (!prefilter) return true;
  const found = await rows<{ lexeme: string; calls: number }>(
    Prisma.sql`SELECT lexeme, calls FROM lexeme WHERE workspace_id = ${workspaceId}::uuid AND lexeme = ANY(${lexemesOf(prefilter)})`,
  );
  const calls = new Map(found.map(({ lexeme, calls: count }) => [lexeme, count]));
  return estimateCalls(prefilter, (lexeme) => calls.get(lexeme) ?? 0) >= FREQUENT;
}

/**
 * C walks calls from the newest and tests each; E collects all by the word index first, which the
 * OFFSET 0 keeps the planner from undoing (reliability §8.2). The right is part of the WHERE in both.
 */
function callsSql(actor: Member, plan: SearchPlan, isCommon: boolean, limit: number): Prisma.Sql {
  const { workspaceId } = actor;
  const words = plan.prefilter ? Prisma.sql`AND doc @@ ${asQuery(plan.prefilter)}` : Prisma.empty;
  const entries = isCommon
    ? Prisma.sql`call_search cs`
    : Prisma.sql`(SELECT workspace_id, call_id, started_at, doc FROM call_search WHERE workspace_id = ${workspaceId}::uuid ${words} OFFSET 0) cs`;
  const residual = plan.residual
    ? Prisma.sql`AND ${residualSql(plan.residual, workspaceId)}`
    : Prisma.empty;
  return Prisma.sql`
    SELECT cs.call_id FROM ${entries}
    JOIN call c ON c.workspace_id = cs.workspace_id AND c.id = cs.call_id
    WHERE cs.workspace_id = ${workspaceId}::uuid ${isCommon ? words : Prisma.empty}
      AND ${visibleSql(actor, "call.read")} AND c.state IN ('live', 'ended', 'available') ${residual}
    ORDER BY cs.started_at DESC, cs.call_id DESC LIMIT ${limit}`;
}

type Said = {
  call_id: string;
  t0_ms: number;
  text: string;
  words: Buffer;
  name: string | null;
  side: "R" | "C" | null;
};

/** When the first marked word is said: clicking plays there. */
function timeOf(row: Said, marks: readonly Mark[]): number {
  const from = marks[0]?.[0] ?? 0;
  let at = 0;
  for (const word of decodeWords(row.words, row.text, row.t0_ms)) {
    at += word.text.length + (word.isSpaced ? 1 : 0);
    if (at > from) return word.startMs;
  }
  return row.t0_ms;
}

function snippet(row: Said, plan: SearchPlan): Snippet {
  const piece = makeSnippet(row.text, plan.marks);
  return {
    t0Ms: timeOf(row, marksIn(row.text, plan.marks)),
    speaker: row.name ?? "",
    side: row.side,
    ...piece,
  };
}

/** Up to three places in each call, in the order they were said. Only for calls the actor was found to see. */
async function snippetsOf(
  workspaceId: string,
  plan: SearchPlan,
  callIds: readonly string[],
): Promise<Map<string, Snippet[]>> {
  const found = new Map<string, Snippet[]>();
  if (callIds.length === 0 || plan.said.length === 0) return found;
  const said = await rows<Said>(Prisma.sql`
    SELECT w.call_id, x.* FROM unnest(${[...callIds]}::uuid[]) AS w(call_id)
    CROSS JOIN LATERAL (SELECT s.t0_ms, s.text, s.words, p.name, p.side ${saidIn(Prisma.sql`w.call_id`, workspaceId)}
      AND ${saysAny(plan.said)} ORDER BY s.t0_ms, s.no LIMIT ${SNIPPETS_EACH}) x`);
  for (const row of said)
    found.set(row.call_id, [...(found.get(row.call_id) ?? []), snippet(row, plan)]);
  return found;
}

type Read = { plan: SearchPlan; note: SearchNote | null } | { plan: null; note: SearchNote };

function read(query: string): Read {
  const parsed = parseQuery(query);
  if (!parsed.isOk)
    return { plan: null, note: parsed.code.startsWith("too_long") ? "too_long" : "too_many_terms" };
  const plan = planSearch(parsed.node);
  return plan ? { plan, note: parsed.notes[0] ?? null } : { plan: null, note: "nothing_to_search" };
}

/**
 * Finds calls by the search grammar (product §8.11), newest first. What the actor may not see is
 * filtered before anything is counted or cut.
 */
export async function searchCalls(actor: Member, query: string): Promise<SearchResult> {
  const { plan, note } = read(query);
  if (!plan) return { hits: new Map(), note };
  const limit = plan.residual ? MAX_READ : MAX_RESULTS;
  const isCommon = await isFrequent(actor.workspaceId, plan);
  const found = await rows<{ call_id: string }>(callsSql(actor, plan, isCommon, limit + 1));
  const ids = found.slice(0, limit).map(({ call_id }) => call_id);
  const snippets = await snippetsOf(actor.workspaceId, plan, ids.slice(0, SNIPPETS_FOR));
  const hits = new Map(ids.map((id) => [id, { snippets: snippets.get(id) ?? [] }]));
  return { hits, note: found.length > limit ? "refine" : note };
}

/**
 * Places of a search in given calls: for pages beyond the first 50 hits, or sorted otherwise.
 * @param callIds calls the actor sees, as a list of `visible` calls gave them
 */
export async function searchSnippets(
  actor: Member,
  query: string,
  callIds: readonly string[],
): Promise<Map<string, Snippet[]>> {
  const { plan } = read(query);
  if (!plan || callIds.length === 0) return new Map();
  const seen = await rows<{ id: string }>(
    Prisma.sql`SELECT c.id FROM call c WHERE ${visibleSql(actor, "call.read")} AND c.id = ANY(${[...callIds]}::uuid[])`,
  );
  return snippetsOf(
    actor.workspaceId,
    plan,
    seen.map(({ id }) => id),
  );
}
