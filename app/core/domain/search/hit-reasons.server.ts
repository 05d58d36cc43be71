import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { TextNode } from "./grammar.ts";
import { labelFits } from "../label-fits.server.ts";
import { textsIn } from "./index.server.ts";
import type { Reason } from "./search-views.ts";
import { makeSnippet, marksIn } from "./snippet.ts";
import type { SearchPlan } from "./tsquery.ts";

type Output = { value: unknown; quote: string | null; t0_ms: number | null };
type Facts = {
  id: string;
  title: string;
  company: string | null;
  reading: string | null;
  owner: string;
  people: string[];
  labels: string[];
  comments: { id: string; body: string; t0_ms: number | null }[] | null;
  outputs: Output[] | null;
};
/** A text in which the words may stand; `shown` where it is not the text that is read. */
type Text = Pick<Reason, "place" | "text"> &
  Partial<Pick<Reason, "t0Ms" | "field" | "commentId">> & { shown?: string };

const REASONS_EACH = 3;
const LONGEST = 120;
const FIELD_OF: Record<Reason["place"], TextNode["field"]> = {
  title: "title",
  company: "company",
  person: null,
  owner: null,
  label: "label",
  comment: "comment",
  highlights: "summary",
};

/**
 * Why calls were found in which nobody says the words: where else they stand, at most three places each.
 * @param callIds calls the actor was found to see
 */
export async function findReasons(
  workspaceId: string,
  plan: SearchPlan,
  callIds: readonly string[],
): Promise<Map<string, Reason[]>> {
  if (callIds.length === 0 || plan.elsewhere.length === 0) return new Map();
  const found = await rows<Facts>(Prisma.sql`
    SELECT c.id, c.title, co.name AS company, co.reading, o.name AS owner,
      ARRAY(SELECT p.name FROM participant p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id ORDER BY p.lane) AS people,
      ARRAY(SELECT l.name FROM call_label x JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
        WHERE x.workspace_id = c.workspace_id AND x.call_id = c.id AND x.is_on AND ${labelFits} ORDER BY l.folded, l.id) AS labels,
      (SELECT json_agg(json_build_object('id', k.id, 'body', k.body, 't0_ms', k.t0_ms) ORDER BY k.created_at, k.id) FROM comment k
        WHERE k.workspace_id = c.workspace_id AND k.call_id = c.id AND k.deleted_at IS NULL AND k.visibility <> 'private') AS comments,
      (SELECT json_agg(json_build_object('value', x.value, 'quote', x.quote, 't0_ms', x.t0_ms) ORDER BY x.ord, x.e)
        FROM (SELECT s.value, e.quote, e.t0_ms, s.ord, e.ord AS e
          FROM summary_output s LEFT JOIN evidence e ON e.workspace_id = s.workspace_id AND e.owner_kind = 'output' AND e.owner_id = s.id
          WHERE s.workspace_id = c.workspace_id AND s.run_id = shown.id AND NOT EXISTS (SELECT 1 FROM summary_edit d
            WHERE d.workspace_id = c.workspace_id AND d.call_id = c.id AND d.template_id = shown.template_id AND d.section = s.section)
          UNION ALL SELECT i.item->'value', NULL, (i.item->'evidence'->0->>'t0Ms')::int, 0, i.n::int
          FROM summary_edit d CROSS JOIN LATERAL jsonb_array_elements(d.items) WITH ORDINALITY AS i(item, n)
          WHERE d.workspace_id = c.workspace_id AND d.call_id = c.id AND d.template_id = shown.template_id) x) AS outputs
    FROM call c JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
    LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id
    LEFT JOIN LATERAL (SELECT r.id, r.template_id FROM summary_run r WHERE r.workspace_id = c.workspace_id AND r.call_id = c.id
      AND r.state = 'done' AND r.purpose = 'live' ORDER BY r.created_at DESC, r.id DESC LIMIT 1) shown ON true
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ANY(${[...callIds]}::uuid[])`);
  return new Map(found.map((facts) => [facts.id, reasonsIn(textsOf(facts), plan)]));
}

function textsOf(facts: Facts): Text[] {
  const { title, company, reading, owner, people, labels, comments, outputs } = facts;
  return [
    { place: "title", text: title },
    ...(company === null ? [] : [{ place: "company" as const, text: company }]),
    ...(company === null || reading === null
      ? []
      : [{ place: "company" as const, text: reading, shown: company }]),
    ...people.map((text) => ({ place: "person" as const, text })),
    { place: "owner", text: owner },
    ...labels.map((text) => ({ place: "label" as const, text })),
    ...(comments ?? []).map(({ id: commentId, body: text, t0_ms: t0Ms }) => ({
      ...{ place: "comment" as const, text, t0Ms, commentId },
    })),
    ...(outputs ?? []).flatMap(highlightsOf),
  ];
}

/** What was quoted, and each text of what was made of it: that is shown by the quote, where there is one. */
function highlightsOf({ value, quote, t0_ms: t0Ms }: Output): Text[] {
  const more = { place: "highlights" as const, t0Ms, field: fieldOf(value) };
  const quoted = quote === null ? [] : [{ ...more, text: quote }];
  return [
    ...quoted,
    ...textsIn(value).map((text) => ({ ...more, text, ...(quote !== null && { shown: quote }) })),
  ];
}

/** What a typed value is of. */
function fieldOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("field" in value)) return null;
  return typeof value.field === "string" ? value.field : null;
}

/** The first text of each place that holds some of the words. */
function reasonsIn(texts: readonly Text[], { elsewhere }: SearchPlan): Reason[] {
  const found = new Map<Reason["place"], Reason>();
  for (const { place, text, shown, t0Ms = null, field: about = null, commentId } of texts) {
    if (found.has(place)) continue;
    const sequences = elsewhere
      .filter(({ field }) => field === null || field === FIELD_OF[place])
      .map(({ sequence }) => sequence);
    if (marksIn(text, sequences).length === 0) continue;
    found.set(place, {
      place,
      t0Ms,
      field: about,
      ...(commentId !== undefined && { commentId }),
      ...makeSnippet(shown ?? text, sequences, LONGEST),
    });
  }
  return [...found.values()].slice(0, REASONS_EACH);
}
