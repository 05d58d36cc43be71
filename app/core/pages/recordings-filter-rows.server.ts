import * as z from "zod";
import { visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { isInHours } from "#app/core/domain/analytics/conditions.server.ts";
import { labelFits } from "#app/core/domain/label-fits.server.ts";
import { TALK_KIND } from "#app/core/domain/talk-kind.server.ts";
import { trackerRule } from "#app/core/domain/tracker/tracker-hits.server.ts";
import { trackerHits, trackerOfHit } from "#app/core/domain/tracker/tracker-list.server.ts";
import { fold } from "#app/core/domain/words/fold.ts";
import { Prisma } from "#app/core/platform/db.server.ts";
import { isSummarised, reachedSql } from "./reached.server.ts";
import type { FilterName, FilterWith } from "./recordings-filters.ts";

type OfActor = (actor: Member) => Prisma.Sql;
type Where = (actor: Member, values: string[]) => Prisma.Sql;

/** What the values of a filter are ids of. */
export type Noun = {
  /** Its table under an alias, and which rows the actor may know of. */
  from: Prisma.Sql;
  isSeen: OfActor;
  /** A row that is named, and cannot be asked for any more. */
  isGone?: Prisma.Sql;
  /** The rows that are offered, up to so many. */
  choices?: { where: Prisma.Sql; order: Prisma.Sql; most?: number };
};
/** What a filter asks of a call `c` and its primary recording `r`, and how the matches `c` are counted by its values. */
export type FilterSql = {
  where: Where;
  /** A value that each match has one of. It is counted by that, and is a column of the filter's name in `matches`. */
  column?: Prisma.Sql;
  /** Selects `value` and `calls` from `matches c`, which has `id`, `team_id` and the columns; a filter with neither is no facet. */
  count?: OfActor;
  /** Has the names of the values; without it they are words of the catalogue, or names already. */
  noun?: Noun;
};
type RowOf<N extends FilterName> =
  N extends FilterWith<{ list: string }>
    ? FilterSql & { noun: Noun & Required<Pick<Noun, "choices">> }
    : N extends FilterWith<{ hasIds: true }>
      ? FilterSql & { noun: Noun }
      : FilterSql;

const uuid = z.uuid();
export const isId = (value: string): boolean => uuid.safeParse(value).success;
const or = (conditions: Prisma.Sql[]): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
const inWorkspace =
  (alias: string): OfActor =>
  ({ workspaceId }) =>
    Prisma.sql`${Prisma.raw(alias)}.workspace_id = ${workspaceId}::uuid`;
const oneOf = (column: Prisma.Sql, type: string) => (values: string[]) =>
  Prisma.sql`${column} = ANY(${values}::${Prisma.raw(type)}[])`;
/** An id, or a part of a name. */
const idOrPart =
  (id: Prisma.Sql, name: Prisma.Sql, folded = (text: string) => text.toLowerCase()) =>
  (values: string[]) =>
    or(
      values.map((value) =>
        isId(value)
          ? Prisma.sql`${id} = ${value}::uuid`
          : Prisma.sql`strpos(${name}, ${folded(value.trim())}) > 0`,
      ),
    );

/** By a column of the call itself. */
const own = (column: Prisma.Sql, type: string) => {
  const isOne = oneOf(column, type);
  return { column, where: (_: Member, values: string[]) => isOne(values) } satisfies FilterSql;
};

type Link = {
  /** The table that links calls, and what is joined to it. */
  from: Prisma.Sql;
  alias?: string;
  /** Which of its rows count, for an actor that may know of them. */
  counts?: OfActor;
  value: Prisma.Sql;
  fits?: (values: string[]) => Prisma.Sql;
};
/** By something that calls are linked to. Of what the actor may not know of no call is found, by an id or a name. */
const linked = ({ from, alias = "x", counts, value, fits = oneOf(value, "uuid") }: Link) => {
  const callId = Prisma.raw(`${alias}.call_id`);
  const holds: OfActor = (actor) =>
    Prisma.sql`${inWorkspace(alias)(actor)} AND ${counts?.(actor) ?? Prisma.sql`true`}`;
  return {
    where: (actor: Member, values: string[]) =>
      Prisma.sql`c.id IN (SELECT ${callId} FROM ${from} WHERE ${holds(actor)} AND ${fits(values)})`,
    count: (actor: Member) => Prisma.sql`
      SELECT ${value} AS value, count(DISTINCT c.id)::int AS calls FROM ${from} JOIN matches c ON c.id = ${callId}
      WHERE ${holds(actor)} GROUP BY 1`,
  } satisfies FilterSql;
};

/** Both is no condition. */
const yesOrNo =
  (holds: OfActor): Where =>
  (actor, values) => {
    if (new Set(values).size !== 1) return Prisma.sql`true`;
    // Not as a join: the calls are walked from the newest, and each is looked up in a set that is made once.
    return values.includes("yes")
      ? Prisma.sql`(${holds(actor)}) IS TRUE`
      : Prisma.sql`(${holds(actor)}) IS NOT TRUE`;
  };
/** By whether a call has any of such rows `n`. */
const hasAny = (from: Prisma.Sql, counts: OfActor) => {
  const has = (actor: Member, among = Prisma.empty): Prisma.Sql =>
    Prisma.sql`c.id IN (SELECT n.call_id FROM ${from} ${among} WHERE ${inWorkspace("n")(actor)} AND ${counts(actor)})`;
  return {
    where: yesOrNo((actor) => has(actor)),
    count: (actor: Member) => Prisma.sql`
      SELECT CASE WHEN ${has(actor, Prisma.sql`JOIN matches k ON k.id = n.call_id`)} THEN 'yes' ELSE 'no' END AS value,
        count(*)::int AS calls FROM matches c GROUP BY 1`,
  } satisfies FilterSql;
};

/** Of comments `n` on a call the actor sees: what others keep to themselves is not there. */
export const commentIsSeen = (actor: Member): Prisma.Sql =>
  actor.impersonator === null
    ? Prisma.sql`n.deleted_at IS NULL AND (n.visibility <> 'private' OR n.author_id = ${actor.memberId}::uuid)`
    : Prisma.sql`n.deleted_at IS NULL AND n.visibility <> 'private'`;

/** The screen has fewer words for states than the pipeline, and none for what nothing was recorded of. */
const STATE = Prisma.sql`CASE r.state WHEN 'interrupted' THEN 'receiving' WHEN 'uploaded' THEN 'processing'
  WHEN 'discarded' THEN NULL ELSE r.state::text END`;
const STATES: Record<string, string[]> = {
  ...{ receiving: ["receiving", "interrupted"], processing: ["uploaded", "processing"] },
};

function seen(right: Parameters<typeof visibleSql>[1]): OfActor {
  return (actor) => visibleSql(actor, right);
}
const noun = (table: string, alias: string, isSeen = inWorkspace(alias)): Noun => ({
  from: Prisma.raw(`${table} ${alias}`),
  isSeen,
});
const MEMBER = {
  ...noun("member", "m"),
  choices: { where: Prisma.sql`state = 'active'`, order: Prisma.sql`name, id`, most: 500 },
};
const LABEL = Prisma.sql`call_label x JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id`;
const DEAL = {
  from: Prisma.sql`call_deal x JOIN deal d ON d.workspace_id = x.workspace_id AND d.id = x.deal_id`,
  counts: (actor: Member) => Prisma.sql`x.is_primary AND ${visibleSql(actor, "deal.read")}`,
};

/** The other half of `FILTERS`. Facets are shown in the order of these rows. */
export const FILTER_SQL: { [N in FilterName]: RowOf<N> } = {
  owner: { ...own(Prisma.sql`c.owner_id`, "uuid"), noun: MEMBER },
  team: {
    ...own(Prisma.sql`c.team_id`, "uuid"),
    noun: {
      ...noun("team", "g"),
      isGone: Prisma.sql`deleted_at IS NOT NULL`,
      choices: { where: Prisma.sql`deleted_at IS NULL`, order: Prisma.sql`name, id`, most: 500 },
    },
  },
  label: {
    ...linked({
      ...{ from: LABEL, value: Prisma.sql`l.id` },
      counts: (actor) =>
        Prisma.sql`x.is_on AND ${labelFits} AND ${visibleSql(actor, "label.read")}`,
    }),
    // Labels of the workspace fit every call and those of a team its calls: each is one set, made once, and a call is looked up in it.
    where: ({ workspaceId }, ids) => {
      const on = Prisma.sql`FROM ${LABEL} WHERE x.workspace_id = ${workspaceId}::uuid AND x.is_on AND l.id = ANY(${ids}::uuid[]) AND l.merged_into IS NULL`;
      return Prisma.sql`(c.id IN (SELECT x.call_id ${on} AND l.team_id IS NULL)
        OR (c.id, c.team_id) IN (SELECT x.call_id, l.team_id ${on} AND l.team_id IS NOT NULL))`;
    },
    noun: {
      ...noun("label", "l", seen("label.read")),
      isGone: Prisma.sql`merged_into IS NOT NULL`,
      choices: {
        where: Prisma.sql`merged_into IS NULL AND scope = 'call'`,
        order: Prisma.sql`folded, id`,
      },
    },
  },
  participant: {
    where: linked({
      ...{ from: Prisma.sql`participant x`, value: Prisma.sql`x.member_id` },
      fits: idOrPart(Prisma.sql`x.member_id`, Prisma.sql`lower(x.name)`),
    }).where,
    noun: MEMBER,
  },
  company: {
    column: Prisma.sql`c.company_id`,
    where: ({ workspaceId }, names) =>
      Prisma.sql`c.company_id IN (SELECT id FROM company WHERE workspace_id = ${workspaceId}::uuid AND name = ANY(${names}))`,
    // It is asked for by its name.
    count: ({ workspaceId }) => Prisma.sql`
      SELECT co.name AS value, count(*)::int AS calls FROM matches c
      JOIN company co ON co.workspace_id = ${workspaceId}::uuid AND co.id = c.company GROUP BY co.id, co.name`,
  },
  deal: {
    ...linked({
      ...{ ...DEAL, value: Prisma.sql`d.id` },
      fits: idOrPart(Prisma.sql`d.id`, Prisma.sql`d.folded`, fold),
    }),
    noun: noun("deal", "d", seen("deal.read")),
  },
  stage: {
    ...linked({ ...DEAL, value: Prisma.sql`d.stage_id` }),
    noun: {
      ...noun("deal_stage", "s"),
      choices: {
        where: Prisma.sql`archived_at IS NULL`,
        order: Prisma.sql`connection_id NULLS FIRST, pipeline, ord, id`,
        most: 200,
      },
    },
  },
  contact: {
    ...linked({
      from: Prisma.sql`participant x JOIN contact ct ON ct.workspace_id = x.workspace_id AND ct.id = x.contact_id`,
      counts: seen("contact.read"),
      value: Prisma.sql`ct.id`,
      fits: idOrPart(Prisma.sql`ct.id`, Prisma.sql`lower(ct.name)`),
    }),
    noun: noun("contact", "ct", seen("contact.read")),
  },
  tracker: {
    ...linked({
      from: Prisma.sql`${trackerHits} JOIN tracker tk ON tk.workspace_id = h.workspace_id AND tk.id = ${trackerOfHit}`,
      alias: "h",
      counts: (actor) => Prisma.sql`h.kind = 'tracker' AND ${visibleSql(actor, "tracker.read")}`,
      value: Prisma.sql`tk.id`,
      fits: (ids) => Prisma.sql`h.rule = ANY(${ids.map(trackerRule)})`,
    }),
    noun: {
      ...noun("tracker", "tk", seen("tracker.read")),
      choices: { where: Prisma.sql`archived_at IS NULL`, order: Prisma.sql`folded, id` },
    },
  },
  kind: own(Prisma.sql`c.kind`, "call_kind"),
  language: own(Prisma.sql`c.language`, "text"),
  state: {
    column: STATE,
    where: (_, states) =>
      Prisma.sql`r.state = ANY(${states.flatMap((state) => STATES[state] ?? [state])}::recording_state[])`,
  },
  consent: own(Prisma.sql`c.consent`, "consent_state"),
  quality: own(Prisma.sql`c.quality`, "quality_class"),
  visibility: own(Prisma.sql`c.visibility`, "visibility"),
  reviewed: {
    column: Prisma.sql`CASE WHEN c.reviewed_at IS NULL THEN 'no' ELSE 'yes' END`,
    where: yesOrNo(() => Prisma.sql`c.reviewed_at IS NOT NULL`),
  },
  talk: own(TALK_KIND, "talk_kind"),
  reviewer: {
    ...linked({ from: Prisma.sql`review_assignment x`, value: Prisma.sql`x.member_id` }),
    noun: MEMBER,
  },
  comment: hasAny(Prisma.sql`comment n`, commentIsSeen),
  summary: hasAny(Prisma.sql`summary_run n`, () => isSummarised),
  sample: {
    where: (_, values) => (values.includes("1") ? Prisma.sql`true` : Prisma.sql`c.is_sample`),
  },
  hours: {
    where: (_, [of, ...more]) =>
      more.length > 0
        ? Prisma.sql`true`
        : of === "working"
          ? isInHours
          : Prisma.sql`NOT ${isInHours}`,
  },
  reached: { where: (_, steps) => reachedSql(steps) },
};
export const filterSqlOf = (name: FilterName): FilterSql => FILTER_SQL[name];
