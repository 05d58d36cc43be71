import { TALK_KIND } from "#app/core/domain/talk-kind.server.ts";
import * as z from "zod";
import { countedSql, isInHours } from "#app/core/domain/analytics/conditions.server.ts";
import { readTalkFilter } from "#app/core/domain/analytics/talk-metrics.ts";
import { talkFilterSql } from "#app/core/domain/analytics/talk-values.server.ts";
import { MEASURES } from "#app/core/domain/analytics/measures.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { visibleSql } from "#app/core/domain/access/access.ts";
import { fold } from "#app/core/domain/words/fold.ts";
import { labelFits } from "#app/core/domain/label-fits.server.ts";
import { trackerRule } from "#app/core/domain/tracker/tracker-hits.server.ts";
import { trackerHits, trackerOfHit } from "#app/core/domain/tracker/tracker-list.server.ts";
import { Prisma } from "#app/core/platform/db.server.ts";
import { type FilterKey, type FilterName, readKey } from "./recordings-filters.ts";

const uuid = z.uuid();
type Ask = (actor: Member, values: string[]) => Prisma.Sql;

/** What one key of an address asks of a call `c` and its primary recording `r`. */
export function filterSql(actor: Member, key: FilterKey, values: string[]): Prisma.Sql {
  const { name, link } = readKey(key);
  const ask = ASKS[name];
  if (link === "all")
    return Prisma.sql`(${Prisma.join(
      values.map((value) => ask(actor, [value])),
      " AND ",
    )})`;
  // What is not known, such as the team of a call without one, is none of the values.
  return link === "not" ? Prisma.sql`(${ask(actor, values)}) IS NOT TRUE` : ask(actor, values);
}

/** Both is no condition. */
const yesOrNo =
  (holds: (actor: Member) => Prisma.Sql): Ask =>
  (actor, values) => {
    if (new Set(values).size !== 1) return Prisma.sql`true`;
    // Not as a join: the calls are walked from the newest, and each is looked up in a set that is made once.
    return values.includes("yes")
      ? Prisma.sql`(${holds(actor)}) IS TRUE`
      : Prisma.sql`(${holds(actor)}) IS NOT TRUE`;
  };

const ASKS: Record<FilterName, Ask> = {
  owner: (_, ids) => Prisma.sql`c.owner_id = ANY(${ids}::uuid[])`,
  team: (_, ids) => Prisma.sql`c.team_id = ANY(${ids}::uuid[])`,
  label: ({ workspaceId }, ids) =>
    Prisma.sql`EXISTS (SELECT 1 FROM call_label x JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
      WHERE x.workspace_id = ${workspaceId}::uuid AND x.call_id = c.id AND x.is_on AND l.id = ANY(${ids}::uuid[]) AND ${labelFits})`,
  participant: ({ workspaceId }, values) =>
    Prisma.sql`c.id IN (SELECT p.call_id FROM participant p WHERE p.workspace_id = ${workspaceId}::uuid AND (${Prisma.join(
      values.map(isPerson),
      " OR ",
    )}))`,
  company: ({ workspaceId }, names) =>
    Prisma.sql`c.company_id IN (SELECT id FROM company WHERE workspace_id = ${workspaceId}::uuid AND name = ANY(${names}))`,
  // Of a deal or a contact that the reader may not know of no call is found, whoever names it.
  deal: (actor, values) =>
    ofDeals(
      actor,
      Prisma.join(
        values.map((value) =>
          uuid.safeParse(value).success
            ? Prisma.sql`d.id = ${value}::uuid`
            : Prisma.sql`strpos(d.folded, ${fold(value.trim())}) > 0`,
        ),
        " OR ",
      ),
    ),
  stage: (actor, ids) => ofDeals(actor, Prisma.sql`d.stage_id = ANY(${ids}::uuid[])`),
  contact: (actor, values) =>
    Prisma.sql`c.id IN (SELECT p.call_id FROM participant p
      JOIN contact ct ON ct.workspace_id = p.workspace_id AND ct.id = p.contact_id
      WHERE p.workspace_id = ${actor.workspaceId}::uuid AND (${Prisma.join(
        values.map((value) =>
          uuid.safeParse(value).success
            ? Prisma.sql`ct.id = ${value}::uuid`
            : Prisma.sql`strpos(lower(ct.name), ${value.trim().toLowerCase()}) > 0`,
        ),
        " OR ",
      )}) AND ${visibleSql(actor, "contact.read")})`,
  tracker: (actor, ids) =>
    Prisma.sql`c.id IN (SELECT h.call_id FROM ${trackerHits}
      JOIN tracker tk ON tk.workspace_id = h.workspace_id AND tk.id = ${trackerOfHit}
      WHERE h.workspace_id = ${actor.workspaceId}::uuid AND h.kind = 'tracker' AND h.rule = ANY(${ids.map(trackerRule)})
        AND ${visibleSql(actor, "tracker.read")})`,
  kind: (_, kinds) => Prisma.sql`c.kind = ANY(${kinds}::call_kind[])`,
  language: (_, languages) => Prisma.sql`c.language = ANY(${languages})`,
  state: (_, states) => Prisma.sql`r.state = ANY(${states.flatMap(statesOf)}::recording_state[])`,
  consent: (_, states) => Prisma.sql`c.consent = ANY(${states}::consent_state[])`,
  quality: (_, classes) => Prisma.sql`c.quality = ANY(${classes}::quality_class[])`,
  visibility: (_, visibilities) => Prisma.sql`c.visibility = ANY(${visibilities}::visibility[])`,
  talk: (_, kinds) => Prisma.sql`${TALK_KIND} = ANY(${kinds}::talk_kind[])`,
  sample: yesOrNo(() => Prisma.sql`c.is_sample`),
  hours: (_, [of, ...more]) =>
    more.length > 0
      ? Prisma.sql`true`
      : of === "working"
        ? isInHours
        : Prisma.sql`NOT ${isInHours}`,
  counted: (actor, of) =>
    Prisma.sql`(${Prisma.join(
      MEASURES.filter((measure) => of.includes(measure)).map((measure) =>
        countedSql(actor, measure),
      ),
      " OR ",
    )})`,
  figure: (actor, values) =>
    Prisma.sql`(${Prisma.join(
      values.flatMap((value) => {
        const filter = readTalkFilter(value);
        return filter === null ? [] : [talkFilterSql(actor, filter)];
      }),
      " OR ",
    )})`,
  reviewed: yesOrNo(() => Prisma.sql`c.reviewed_at IS NOT NULL`),
  reviewer: ({ workspaceId }, ids) =>
    Prisma.sql`c.id IN (SELECT v.call_id FROM review_assignment v WHERE v.workspace_id = ${workspaceId}::uuid AND v.member_id = ANY(${ids}::uuid[]))`,
  comment: yesOrNo(
    (actor) =>
      Prisma.sql`c.id IN (SELECT n.call_id FROM comment n WHERE n.workspace_id = ${actor.workspaceId}::uuid AND ${commentIsSeen(actor)})`,
  ),
  summary: yesOrNo(
    ({ workspaceId }) =>
      Prisma.sql`c.id IN (SELECT s.call_id FROM summary_run s WHERE s.workspace_id = ${workspaceId}::uuid AND s.state = 'done')`,
  ),
};

/** Calls that are linked to a deal `d` which the actor sees. */
const ofDeals = (actor: Member, which: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`c.id IN (SELECT x.call_id FROM call_deal x
    JOIN deal d ON d.workspace_id = x.workspace_id AND d.id = x.deal_id
    WHERE x.workspace_id = ${actor.workspaceId}::uuid AND x.is_primary AND (${which}) AND ${visibleSql(actor, "deal.read")})`;

/** Of comments `n` on a call the actor sees: what others keep to themselves is not there. */
export const commentIsSeen = (actor: Member): Prisma.Sql =>
  actor.impersonator === null
    ? Prisma.sql`n.deleted_at IS NULL AND (n.visibility <> 'private' OR n.author_id = ${actor.memberId}::uuid)`
    : Prisma.sql`n.deleted_at IS NULL AND n.visibility <> 'private'`;

/** A member, or anybody of whose name this is a part. */
const isPerson = (value: string): Prisma.Sql =>
  uuid.safeParse(value).success
    ? Prisma.sql`p.member_id = ${value}::uuid`
    : Prisma.sql`strpos(lower(p.name), ${value.trim().toLowerCase()}) > 0`;

/** The screen has fewer words for states than the pipeline. */
const statesOf = (state: string): string[] =>
  state === "receiving"
    ? ["receiving", "interrupted"]
    : state === "processing"
      ? ["uploaded", "processing"]
      : [state];
