import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { can, demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { fold } from "../words/fold.ts";
import { type AliasTrie, buildAliasTrie } from "./alias.ts";
import { type BiasTerm, biasFor } from "./bias.ts";
import { type NewTerm } from "./dictionary.schema.ts";
import type { TermsImported } from "./term-views.ts";
import { parseTermsCsv } from "./terms-csv.ts";

const termRow = {
  id: true,
  term: true,
  language: true,
  category: true,
  boost: true,
  phones: true,
  isCaseSensitive: true,
  isEnabled: true,
  version: true,
  termVariants: { select: { variant: true }, orderBy: { variant: "asc" } },
} as const;

/** "en-GB" uses what was written for "en". */
export const base = (language: string) => language.toLowerCase().split("-")[0] ?? language;

const newVariants = (term: string, known: readonly string[], wanted: readonly string[]) => {
  const seen = new Set(known);
  return wanted.filter((variant) => variant !== term && !seen.has(variant) && seen.add(variant));
};

type Place = {
  /** Whose it is; null: the workspace's. */
  teamId: string | null;
  /** What a full term has no room for is left out, so that a correction is not refused. */
  isTaught?: boolean;
};

/** Adds a term, or the variants it does not have yet; one writer at a time (`lockTerms`), so the limits hold. */
export async function putTerm(
  tx: Tx,
  actor: Member,
  input: NewTerm,
  { teamId, isTaught = false }: Place,
): Promise<{ id: string; isNew: boolean }> {
  const { workspaceId } = actor;
  const { term, variants, ...rest } = input;
  const language = base(input.language);
  const found = await tx.term.findFirst({
    where: { workspaceId, term, language, teamId, deletedAt: null },
    select: { id: true, termVariants: { select: { variant: true } } },
  });
  const known = found?.termVariants.map(({ variant }) => variant) ?? [];
  const room = Math.max(0, LIMITS.variants - known.length);
  const wanted = newVariants(term, known, variants);
  const added = isTaught ? wanted.slice(0, room) : wanted;
  if (added.length > room) throw limitReached(LIMITS.variants, known.length, "variants");
  const id = found?.id ?? newId();
  if (!found) {
    const count = await tx.term.count({ where: { workspaceId, deletedAt: null } });
    if (count >= LIMITS.terms) throw limitReached(LIMITS.terms, count, "term");
    await tx.term.create({
      data: { ...rest, id, workspaceId, term, language, teamId, createdBy: actor.memberId },
    });
  } else if (added.length > 0) {
    const where = { workspaceId_id: { workspaceId, id } };
    await tx.term.update({ where, data: { version: { increment: 1 }, updatedAt: now() } });
  }
  await tx.termVariant.createMany({
    data: added.map((variant) => ({ workspaceId, termId: id, variant })),
  });
  return { id, isNew: !found };
}

export const lockTerms = (tx: Tx, workspaceId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`dictionary:${workspaceId}`}, 0))`;

/** Whose a term becomes that a correction teaches: the workspace's, or the call's team's; null where the actor may neither. */
export function whereTaught(
  actor: Member,
  teamId: string | null,
): { teamId: string | null } | null {
  const { workspaceId } = actor;
  const place = [null, teamId].find((owner) =>
    can(actor, "term.change", { workspaceId, teamId: owner }),
  );
  return place === undefined ? null : { teamId: place };
}

/**
 * From a correction: `term` is how it is written, `variant` how it was heard. Inside the
 * correction's transaction. @throws DomainError `forbidden`
 */
export async function teachTerm(
  tx: Tx,
  actor: Member,
  {
    term,
    variant,
    language,
    teamId,
  }: { term: string; variant: string; language: string; teamId: string | null },
): Promise<void> {
  const place = whereTaught(actor, teamId);
  if (place === null) throw new DomainError("forbidden");
  await lockTerms(tx, actor.workspaceId);
  const isHeardOtherwise = fold(variant) !== fold(term);
  const variants = isHeardOtherwise ? [variant] : [];
  const taught = {
    term,
    variants,
    language,
    category: "other",
    boost: 0,
    isCaseSensitive: false,
  } as const;
  const { id } = await putTerm(tx, actor, taught, { ...place, isTaught: true });
  await record(tx, actor, "term.added", { kind: "term", id }, { after: { from: "correction" } });
}

/**
 * Imports a CSV (`term,variants,language,category,boost,case_sensitive`; variants joined by `;`):
 * good rows are taken, bad ones reported.
 * @param language of rows that name none
 * @throws DomainError `forbidden`, `validation_failed`, `limit_reached`
 */
export async function importTerms(
  actor: Member,
  csv: string,
  { language, teamId }: { language: string; teamId: string | null },
): Promise<TermsImported> {
  demand(actor, "dictionary.manage");
  const { terms, faults } = parseTermsCsv(csv, language);
  return db.$transaction(
    async (tx) => {
      await checkTermTeam(tx, actor, teamId);
      await lockTerms(tx, actor.workspaceId);
      let added = 0;
      for (const term of terms) if ((await putTerm(tx, actor, term, { teamId })).isNew) added += 1;
      await record(tx, actor, "term.imported", undefined, { after: { added, rows: terms.length } });
      return { added, changed: terms.length - added, faults };
    },
    { timeout: 60_000 },
  );
}

/** Those of the workspace and of the call's team. */
async function enabledTerms(
  { workspaceId, teamId }: { workspaceId: string; teamId: string | null },
  language: string,
) {
  const ofTeam = teamId === null ? [] : [{ teamId }];
  const found = await db.term.findMany({
    where: {
      ...{ workspaceId, deletedAt: null, isEnabled: true, language: base(language) },
      OR: [{ teamId: null }, ...ofTeam],
    },
    select: termRow,
    // Where the team and the workspace say otherwise, the team's goes first.
    orderBy: [{ teamId: { sort: "asc", nulls: "last" } }, { id: "asc" }],
  });
  return found.map(({ termVariants, ...term }) => ({
    ...term,
    variants: termVariants.map(({ variant }) => variant),
  }));
}

/** A team's term is for who may change that team's; one of the workspace for who may change them all. @throws DomainError `validation_failed` */
export async function checkTermTeam(tx: Tx, actor: Member, teamId: string | null): Promise<void> {
  const { workspaceId } = actor;
  const isKnown =
    teamId === null ||
    (await tx.team.count({ where: { workspaceId, id: teamId, deletedAt: null } })) > 0;
  if (!isKnown || !can(actor, "term.change", { workspaceId, teamId }))
    throw new DomainError("validation_failed", { teamId: ["own_team_only"] });
}

export type CallDictionary = {
  /** What to tell the engine, most important first. */
  bias: BiasTerm[];
  /** What to write instead of what it heard. */
  trie: AliasTrie;
  /** Of the newest change, with the count: stored with the transcript version. */
  version: string;
};

type Built = { terms: Awaited<ReturnType<typeof enabledTerms>>; trie: AliasTrie };
/** Of the largest dictionary one has 400,000 edges; calls of one team come one after the other. */
const MOST_KEPT = 4;
const built = new Map<string, Built>();

async function kept(key: string, build: () => Promise<Built>): Promise<Built> {
  const known = built.get(key) ?? (await build());
  built.delete(key);
  built.set(key, known);
  for (const oldest of built.keys()) if (built.size > MOST_KEPT) built.delete(oldest);
  return known;
}

/** The dictionary as one call needs it, for the worker. */
export async function dictionaryFor(
  workspaceId: string,
  callId: string,
  language: string,
): Promise<CallDictionary> {
  const [call, newest] = await Promise.all([
    db.call.findFirst({
      where: { workspaceId, id: callId },
      select: {
        teamId: true,
        company: { select: { name: true } },
        participants: { select: { name: true }, orderBy: { lane: "asc" } },
      },
    }),
    db.term.aggregate({
      where: { workspaceId },
      ...{ _max: { updatedAt: true }, _sum: { version: true }, _count: true },
    }),
  ]);
  const version = `${newest._count}@${newest._max.updatedAt?.toISOString() ?? "none"}`;
  const teamId = call?.teamId ?? null;
  const key = [workspaceId, teamId, base(language), version, newest._sum.version].join(" ");
  const { terms, trie } = await kept(key, async () => {
    const found = await enabledTerms({ workspaceId, teamId }, language);
    return { terms: found, trie: buildAliasTrie(found) };
  });
  const participants = call?.participants.map(({ name }) => name) ?? [];
  return {
    bias: biasFor({ participants, company: call?.company?.name ?? null, terms }),
    ...{ trie, version },
  };
}
