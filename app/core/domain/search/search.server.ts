import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { Reason, Snippet } from "./search-views.ts";
import { decodeWords } from "../words/words-codec.ts";
import { findableCalls, listedCalls } from "../listed-calls.server.ts";
import { findReasons } from "./hit-reasons.server.ts";
import { asTyped, parseQuery, type QueryNote } from "./grammar.ts";
import { asQuery, namedSql, residualSql, saidIn, saysAny } from "./residual.server.ts";
import { makeSnippet, type Mark, marksIn } from "./snippet.ts";
import { estimateCalls, lexemesOf, planSearch, type SearchPlan } from "./tsquery.ts";

/** Where the words were said; and where else they stand, for a call in which nobody says them. */
export type SearchHit = { snippets: Snippet[]; reasons: Reason[] };
/** Codes of the `recordings` catalogue: how the question was read, or why it was not. */
export type SearchNote =
  | QueryNote
  | "too_long"
  | "too_many_terms"
  | "nothing_to_search"
  | "refine"
  | UnknownSpeaker;
/** Nobody of that name, as it was asked for, took part in a call the actor sees. */
export type UnknownSpeaker = `unknown_speaker:${string}`;
export type SearchResult = {
  /** Newest first; at most 1,000 calls (250 where segments had to be read). The first 25 say why; null is to be asked for. */
  hits: Map<string, SearchHit | null>;
  note: SearchNote | null;
};

/** product §6: results / 1,000, then "refine". */
const MAX_RESULTS = 1_000;
/** Phrases, near and speakers read the segments of each call left: 105 ms for a common phrase (reliability §8.2). */
const MAX_READ = 250;
/** As many as a page shows. */
const EXPLAINED = 25;
const SNIPPETS_EACH = 3;
/** `withSample`: a demo's invented history is found as well. */
type Among = { withSample?: boolean };
const among = ({ withSample = false }: Among): Prisma.Sql =>
  withSample ? findableCalls : listedCalls;
/** Between 48 and 2,400 hits both shapes are fast (reliability §8.2); above, the newest calls are walked. */
const FREQUENT = 1_000;

async function isFrequent(workspaceId: string, { prefilter }: SearchPlan): Promise<boolean> {
  if (!prefilter) return true;
  const asked = lexemesOf(prefilter);
  const [whole, begun] = [
    asked.filter((one) => !one.endsWith("*")),
    asked.filter((one) => one.endsWith("*")),
  ];
  const found = await rows<{ lexeme: string; calls: number }>(Prisma.sql`
    SELECT lexeme, calls FROM lexeme WHERE workspace_id = ${workspaceId}::uuid AND lexeme = ANY(${whole})
    UNION ALL SELECT b.text || '*', (SELECT coalesce(sum(l.calls), 0)::int FROM lexeme l
      WHERE l.workspace_id = ${workspaceId}::uuid AND starts_with(l.lexeme, b.text))
    FROM unnest(${begun.map((one) => one.slice(0, -1))}::text[]) b(text)`);
  const calls = new Map(found.map(({ lexeme, calls: count }) => [lexeme, count]));
  return estimateCalls(prefilter, (lexeme) => calls.get(lexeme) ?? 0) >= FREQUENT;
}

/**
 * C walks calls from the newest and tests each; E collects all by the word index first, which the
 * OFFSET 0 keeps the planner from undoing (reliability §8.2). The right is part of the WHERE in both.
 */
function callsSql(
  actor: Member,
  plan: SearchPlan,
  { isCommon, limit, ...asked }: Among & { isCommon: boolean; limit: number },
): Prisma.Sql {
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
      AND ${visibleSql(actor, "call.read")} AND ${among(asked)} ${residual}
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
  const plan = planSearch(asTyped(parsed.node));
  return plan ? { plan, note: parsed.notes[0] ?? null } : { plan: null, note: "nothing_to_search" };
}

/** The first of these names that nobody has in any call the actor sees. */
async function findUnknown(
  actor: Member,
  speakers: readonly string[],
  asked: Among,
): Promise<UnknownSpeaker | null> {
  for (const name of speakers) {
    const known = await rows(Prisma.sql`
      SELECT 1 FROM participant p JOIN call c ON c.workspace_id = p.workspace_id AND c.id = p.call_id
      WHERE p.workspace_id = ${actor.workspaceId}::uuid AND ${namedSql(Prisma.sql`p.name`, name)} AND ${visibleSql(actor, "call.read")}
        AND (${asked.withSample === true} OR NOT c.is_sample) LIMIT 1`);
    if (known.length === 0) return `unknown_speaker:${name}`;
  }
  return null;
}

/** Why each of these calls was found. Only for calls the actor was found to see. */
async function explain(
  workspaceId: string,
  plan: SearchPlan,
  callIds: readonly string[],
): Promise<Map<string, SearchHit>> {
  const snippets = await snippetsOf(workspaceId, plan, callIds);
  const unsaid = callIds.filter((id) => !snippets.has(id));
  const reasons = await findReasons(workspaceId, plan, unsaid);
  return new Map(
    callIds.map((id) => [id, { snippets: snippets.get(id) ?? [], reasons: reasons.get(id) ?? [] }]),
  );
}

/**
 * Finds calls by the search grammar (product §8.11), newest first. What the actor may not see is
 * filtered before anything is counted or cut.
 */
export async function searchCalls(
  actor: Member,
  query: string,
  asked: Among = {},
): Promise<SearchResult> {
  const { plan, note } = read(query);
  if (!plan) return { hits: new Map(), note };
  const limit = plan.residual ? MAX_READ : MAX_RESULTS;
  const isCommon = await isFrequent(actor.workspaceId, plan);
  const found = await rows<{ call_id: string }>(
    callsSql(actor, plan, { ...asked, isCommon, limit: limit + 1 }),
  );
  const ids = found.slice(0, limit).map(({ call_id }) => call_id);
  const explained = await explain(actor.workspaceId, plan, ids.slice(0, EXPLAINED));
  const hits = new Map(ids.map((id) => [id, explained.get(id) ?? null]));
  if (found.length > limit) return { hits, note: "refine" };
  return {
    hits,
    note: (ids.length === 0 && (await findUnknown(actor, plan.speakers, asked))) || note,
  };
}

/** Why given calls were found: for pages beyond the first 25 hits, or sorted otherwise. Calls the actor may not see are left out. */
export async function explainHits(
  actor: Member,
  query: string,
  callIds: readonly string[],
): Promise<Map<string, SearchHit>> {
  const { plan } = read(query);
  if (!plan || callIds.length === 0) return new Map();
  const seen = await rows<{ id: string }>(
    Prisma.sql`SELECT c.id FROM call c WHERE ${visibleSql(actor, "call.read")} AND c.id = ANY(${[...callIds]}::uuid[])`,
  );
  return explain(
    actor.workspaceId,
    plan,
    seen.map(({ id }) => id),
  );
}
