import {
  can,
  termAccess,
  trackerAccess,
  visible,
  visibleSql,
} from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { aCall, aSuggestion, aTerm, aTracker, aTranscript } from "#tests/support/factories.ts";
import { begin, type Cast, type Fixtures, type Ids, nounCase, part } from "../noun.ts";

const WORDS = ["trackerId", "archivedTrackerId", "termId", "suggestionId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof WORDS> {}
}

type OfTerm = keyof (typeof NOUNS)["term"];
type OfTracker = keyof (typeof NOUNS)["tracker"];
type Row = { workspaceId: string; teamId: string | null };

const seedWith =
  (make: (workspace: { id: string }, more: { teamId: string | null }) => Promise<unknown>) =>
  async ({ workspace, teams: { one, two, inside } }: Cast): Promise<void> => {
    for (const team of [null, one, two, inside])
      await make(workspace, { teamId: team?.id ?? null });
  };

/** product §3.3, by hand: those of a team are there for its people, and for the managers and admins above them. */
function isAllowed(actor: Member, permission: OfTerm | OfTracker, row: Row): boolean {
  if (row.workspaceId !== actor.workspaceId) return false;
  if (actor.role === "admin") return true;
  const isManaged =
    actor.role === "manager" && actor.scopeTeamIds.some((teamId) => teamId === row.teamId);
  if (permission.endsWith(".change")) return isManaged;
  return row.teamId === null || isManaged || actor.teamIds.includes(row.teamId);
}

export const term = nounCase<OfTerm>({
  rights: NOUNS.term,
  seed: seedWith(aTerm),
  load: () => db.term.findMany({ select: { ...termAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.term.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT tm.id FROM term tm WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

export const tracker = nounCase<OfTracker>({
  rights: NOUNS.tracker,
  seed: seedWith(aTracker),
  load: () => db.tracker.findMany({ select: { ...trackerAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.tracker.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT tk.id FROM tracker tk WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

/** Of the team below. */
const words = part(WORDS, async ({ workspace, id }) => {
  const teamId = await id("teamId");
  return {
    termId: (await aTerm(workspace, { teamId })).id,
    suggestionId: (await aSuggestion(workspace, { teamId })).id,
    trackerId: (await aTracker(workspace, { teamId })).id,
    archivedTrackerId: (await aTracker(workspace, { teamId, archivedAt: new Date() })).id,
  };
});

export const fixtures: Fixtures = {
  rules: { term, tracker },
  parts: [words],
  beginnings: {
    "/setting/dictionary restore_lexicon": begin(({ owner: { workspaceId } }) =>
      db.lexiconWord.create({
        data: {
          ...{ workspaceId, language: "en", kind: "filler", folded: "um", text: "um" },
          isRemoved: true,
        },
      }),
    ),
    "/setting/dictionary count_words": begin(async ({ owner }) => {
      const { workspaceId, id: callId } = await aCall(owner, { visibility: "workspace" });
      await aTranscript({ workspaceId, id: callId });
      await deriveVersion({ workspaceId, callId }, 1);
      const lexiconHash = new Uint8Array(8);
      await db.metricSet.updateMany({ where: { workspaceId, callId }, data: { lexiconHash } });
    }),
  },
};
