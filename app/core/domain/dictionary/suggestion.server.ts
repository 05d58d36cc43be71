import { now } from "#app/core/platform/clock.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, can, demand, termAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { fold } from "../words/fold.ts";
import { base, lockTerms, putTerm } from "./dictionary.server.ts";
import type { SuggestTerm } from "./dictionary.schema.ts";
import type { SuggestionLine } from "./term-views.ts";

/** So many equal corrections make a suggestion (product §12.4). */
const ENOUGH = 3;
/** What was not asked for again so long is no habit: the words of old corrections are kept no longer. */
const COUNTED_DAYS = 90;
/** Longer ones are sentences, and no term. */
const MOST_LETTERS = 60;
const MOST_SHOWN = 200;

type Correction = { before: string; after: string; language: string };
type OfCall = { workspaceId: string; teamId: string | null; visibility: string };

/**
 * Counts a correction of words: the third equal one asks for a term, in the correction's transaction. What is corrected
 * in a private call is counted nowhere; what was declined stays so.
 */
export async function countCorrection(
  tx: Tx,
  { workspaceId, teamId, visibility }: OfCall,
  { before, after, language }: Correction,
): Promise<void> {
  const [variant, term] = [before, after].map((text) => text.normalize("NFC").trim());
  if (visibility === "private" || !variant || !term || variant === term) return;
  if (Math.max(variant.length, term.length) > MOST_LETTERS) return;
  const pair = { workspaceId, teamId, language: base(language), term, variant };
  if (await isKnown(tx, pair)) return;
  await tx.$executeRaw`
    INSERT INTO term_suggestion (workspace_id, id, term, variant, language, team_id, state, times)
    VALUES (${workspaceId}::uuid, ${newId()}::uuid, ${term}, ${variant}, ${pair.language}, ${teamId}::uuid, 'counting', 1)
    ON CONFLICT (workspace_id, language, term, variant, team_id) WHERE member_id IS NULL DO UPDATE
    SET times = term_suggestion.times + 1, updated_at = now(),
      state = CASE WHEN term_suggestion.times + 1 >= ${ENOUGH} THEN 'open' ELSE term_suggestion.state END
    WHERE term_suggestion.state IN ('counting', 'open')`;
}

type Pair = {
  workspaceId: string;
  teamId: string | null;
  language: string;
  term: string;
  variant: string;
};

/** Whether a term of the workspace or of that team says the same already. */
async function isKnown(tx: Tx, { workspaceId, teamId, ...pair }: Pair): Promise<boolean> {
  const { term, language, variant } = pair;
  const found = await tx.term.findMany({
    where: {
      ...{ workspaceId, term, language, deletedAt: null },
      OR: [{ teamId: null }, ...(teamId === null ? [] : [{ teamId }])],
    },
    select: { termVariants: { select: { variant: true } } },
  });
  const folded = fold(variant);
  return found.some(
    ({ termVariants }) =>
      folded === fold(term) ||
      variant === "" ||
      termVariants.some((one) => one.variant === variant),
  );
}

/**
 * Asks those who keep the dictionary for a term: of the asker's first team, else of the workspace.
 * @throws DomainError `forbidden`, `validation_failed` (term: already_used), `limit_reached`
 */
export async function suggestTerm(
  actor: Member,
  { term, variant, language }: SuggestTerm,
): Promise<void> {
  demand(actor, "dictionary.suggest");
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await lockTerms(tx, workspaceId);
    const { primaryTeamId: teamId } = await tx.member.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: memberId } },
      select: { primaryTeamId: true },
    });
    const pair = { workspaceId, teamId, language, term, variant };
    const isAsked = await tx.termSuggestion.count({ where: { ...pair, memberId, state: "open" } });
    if (isAsked > 0 || (await isKnown(tx, pair)))
      throw new DomainError("validation_failed", { term: ["already_used"] });
    const open = await tx.termSuggestion.count({ where: { workspaceId, memberId, state: "open" } });
    if (open >= LIMITS.termSuggestions) throw limitReached(LIMITS.termSuggestions, open, "term");
    const id = newId();
    await tx.termSuggestion.create({
      data: { ...pair, id, memberId, state: "open" },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "term.suggested",
      { kind: "term_suggestion", id },
      { after: { term, variant, language } },
    );
  });
}

const waiting = (actor: Member): Prisma.TermSuggestionWhereInput => {
  const { workspaceId, memberId } = actor;
  const mine = { workspaceId, memberId };
  return { state: "open", OR: [{ AND: visible(actor, "term.change") }, mine] };
};

/** Those the actor may decide about, and their own, the newest first. @throws DomainError `forbidden` */
export async function listSuggestions(actor: Member): Promise<SuggestionLine[]> {
  demand(actor, "dictionary.list");
  const found = await db.termSuggestion.findMany({
    where: waiting(actor),
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: MOST_SHOWN,
    select: {
      ...termAccess,
      ...{ id: true, term: true, variant: true, language: true, times: true, updatedAt: true },
      member: { select: { id: true, name: true } },
      team: { select: { id: true, name: true } },
    },
  });
  return found.map((row) => ({
    ...{ id: row.id, term: row.term, variant: row.variant, language: row.language },
    ...{ times: row.times, by: row.member, team: row.team },
    at: row.updatedAt.toISOString(),
    canDecide: can(actor, "term.change", row),
  }));
}

/** One that nobody has decided about, for who may. @throws DomainError `not_found`, `forbidden` */
async function findToDecide(tx: Tx, actor: Member, id: string) {
  const { workspaceId } = actor;
  await lockTerms(tx, workspaceId);
  const found = await tx.termSuggestion.findFirst({
    where: { workspaceId, id, state: "open", AND: visible(actor, "term.read") },
    select: { ...termAccess, term: true, variant: true, language: true },
  });
  return authorise(actor, "term.change", found);
}

const decided = (actor: Member, id: string, state: "accepted" | "declined") => ({
  where: { workspaceId: actor.workspaceId, id },
  data: { state, decidedById: actor.memberId, updatedAt: now() },
});

/**
 * Makes the term, or adds how it is heard to the one that is there.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`
 */
export async function acceptSuggestion(actor: Member, suggestionId: string): Promise<void> {
  demand(actor, "dictionary.manage");
  await db.$transaction(async (tx) => {
    const { teamId, term, variant, language } = await findToDecide(tx, actor, suggestionId);
    const variants = variant === "" || fold(variant) === fold(term) ? [] : [variant];
    const made = { term, variants, language, category: "other", boost: 0 } as const;
    const { id } = await putTerm(tx, actor, { ...made, isCaseSensitive: false }, { teamId });
    await tx.termSuggestion.updateMany(decided(actor, suggestionId, "accepted"));
    await record(
      tx,
      actor,
      "term.added",
      { kind: "term", id },
      { after: { term, variants, from: "suggestion" } },
    );
  });
}

/** It is not asked for again by further corrections. @throws DomainError `not_found`, `forbidden` */
export async function declineSuggestion(actor: Member, suggestionId: string): Promise<void> {
  demand(actor, "dictionary.manage");
  await db.$transaction(async (tx) => {
    const { term } = await findToDecide(tx, actor, suggestionId);
    await tx.termSuggestion.updateMany(decided(actor, suggestionId, "declined"));
    await record(
      tx,
      actor,
      "term.declined",
      { kind: "term_suggestion", id: suggestionId },
      { before: { term } },
    );
  });
}

/** Those that wait for a decision of somebody's, as the actor sees them. */
export const countSuggestions = (actor: Member): Promise<number> =>
  db.termSuggestion.count({ where: waiting(actor) });

/** Corrections that did not become a suggestion. @returns how many went */
export async function deleteOldCounts(): Promise<number> {
  const before = new Date(now().getTime() - COUNTED_DAYS * 86_400_000);
  const { count } = await db.termSuggestion.deleteMany({
    where: { state: "counting", updatedAt: { lt: before } },
  });
  return count;
}
