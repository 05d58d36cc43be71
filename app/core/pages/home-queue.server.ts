import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { dayText } from "#app/core/domain/review/due-day.ts";
import { queueSources } from "./home-queue-sql.server.ts";
import type { HomeItem } from "./home-views.ts";

type Row = {
  kind:
    | "guest"
    | "feedback"
    | "review"
    | "speaker"
    | "deal"
    | "crm"
    | "clip"
    | "library"
    | "mention"
    | "reply"
    | "feedback_received";
  id: string;
  call_id: string;
  title: string;
  at: Date;
  by: string | null;
  due_on: Date | null;
  comment_id: string | null;
  body: string | null;
  t0_ms: number | null;
  t1_ms: number | null;
  number: number | null;
  segment: number | null;
};
const NO_COMMENT = Prisma.sql`NULL::uuid AS comment_id, NULL::text AS body, NULL::int AS t0_ms, NULL::int AS t1_ms`;
const NO_WORDS = Prisma.sql`NULL::int AS number, NULL::int AS segment`;

/**
 * What waits for the actor, beside calls that stand still: guests first, then what has a due day, the earliest first,
 * then the rest, the newest first. Titles and rows are those of the actor's rights now.
 * @param most of each kind
 */
export async function listQueue(actor: Member, most: number): Promise<HomeItem[]> {
  const from = queueSources(actor);
  const found = await rows<Row>(Prisma.sql`
    (SELECT 'guest' AS kind, g.id, c.id AS call_id, c.title, g.created_at AS at, g.name AS by, NULL::date AS due_on, ${NO_COMMENT}, ${NO_WORDS}
      FROM ${from.guest} ORDER BY g.created_at, g.id LIMIT ${most})
    UNION ALL (SELECT 'feedback', f.id, c.id, c.title, f.created_at, b.name, f.due_on, x.id, x.body, x.t0_ms, x.t1_ms, ${NO_WORDS}
      FROM ${from.feedback} ORDER BY f.due_on NULLS LAST, f.created_at DESC, f.id LIMIT ${most})
    UNION ALL (SELECT 'review', v.id, c.id, c.title, v.created_at, b.name, v.due_on, ${NO_COMMENT}, ${NO_WORDS}
      FROM ${from.review} ORDER BY v.due_on NULLS LAST, v.created_at DESC, v.id LIMIT ${most})
    UNION ALL (SELECT n.kind, n.id, c.id, c.title, n.created_at, b.name, NULL::date, x.id, x.body,
        coalesce(x.t0_ms, p.t0_ms), coalesce(x.t1_ms, p.t1_ms), ${NO_WORDS}
      FROM ${from.word} ORDER BY n.created_at DESC, n.id LIMIT ${most})
    UNION ALL (SELECT 'speaker', c.id, c.id, c.title, c.started_at, NULL, NULL::date, NULL::uuid, s.text, s.t0_ms, s.t1_ms, t.number, s.no
      FROM ${from.speaker} ORDER BY c.started_at DESC, c.id LIMIT ${most})
    UNION ALL (SELECT 'deal', c.id, c.id, c.title, c.started_at, NULL, NULL::date, best.id, best.name, NULL, NULL, best.choices, NULL
      FROM ${from.deal} ORDER BY c.started_at DESC, c.id LIMIT ${most})
    UNION ALL (SELECT 'crm', c.id, c.id, c.title, crm.at, crm.record, NULL::date, NULL::uuid, NULL, NULL, NULL, crm.n, crm.stuck
      FROM ${from.crm} ORDER BY crm.at DESC, c.id LIMIT ${most})
    UNION ALL (SELECT 'clip', cl.id, c.id, c.title, cl.updated_at, b.name, NULL::date, NULL::uuid, cl.title, NULL, NULL,
        CASE WHEN cl.wanted_visibility IS NULL THEN 1 ELSE 0 END, NULL
      FROM ${from.clip} ORDER BY cl.updated_at DESC, cl.id LIMIT ${most})
    UNION ALL (SELECT 'library', i.id, c.id, c.title, i.updated_at, k.title, NULL::date, NULL::uuid, l.name, NULL, NULL, NULL, NULL
      FROM ${from.library} ORDER BY i.updated_at DESC, i.id LIMIT ${most})`);
  return found.toSorted(inOrder).map(itemOf);
}

const rank = ({ kind, due_on }: Row): number =>
  kind === "guest" ? 0 : due_on !== null ? 1 : kind === "speaker" || kind === "deal" ? 3 : 2;

function inOrder(a: Row, b: Row): number {
  const byRank = rank(a) - rank(b);
  if (byRank !== 0) return byRank;
  if (a.kind === "guest") return a.at.getTime() - b.at.getTime();
  const byDay = (a.due_on?.getTime() ?? 0) - (b.due_on?.getTime() ?? 0);
  return byDay === 0 ? b.at.getTime() - a.at.getTime() : byDay;
}

function itemOf(row: Row): HomeItem {
  const { kind, id, due_on } = row;
  const base = { key: `${kind}-${id}`, at: row.at.toISOString() };
  const call = { callId: row.call_id, title: row.title };
  const by = row.by ?? "";
  const place = { t0Ms: row.t0_ms, t1Ms: row.t1_ms };
  const comment = { commentId: row.comment_id ?? "", body: row.body ?? "", ...place };
  const dueOn = dayText(due_on);
  switch (kind) {
    case "guest":
      return { ...base, ...call, kind, guestId: id, name: by };
    case "feedback":
      return { ...base, ...call, kind, requestId: id, by, dueOn, comment };
    case "review":
      return { ...base, ...call, kind, by, dueOn };
    case "speaker":
      return {
        ...{ ...base, ...call, kind, text: row.body ?? "" },
        ...{ number: row.number ?? 0, segment: row.segment ?? 0 },
        at0: { t0Ms: row.t0_ms ?? 0, t1Ms: row.t1_ms ?? 0 },
      };
    case "deal":
      return {
        ...{ ...base, ...call, kind, choices: row.number ?? 0 },
        deal: { id: row.comment_id ?? "", name: row.body ?? "" },
      };
    case "crm":
      return {
        ...{ ...base, ...call, kind, count: row.number ?? 0, stuck: row.segment ?? 0 },
        record: row.by,
      };
    case "clip":
      return {
        ...{ ...base, ...call, kind, by: row.by },
        clip: { id, name: row.body ?? "" },
        isOfLinks: row.number === 1,
      };
    case "library":
      return { ...base, ...call, kind, clip: row.by, library: row.body ?? "" };
    case "mention":
    case "reply":
    case "feedback_received":
      return { ...base, ...call, kind, noticeId: id, by, comment };
  }
}
