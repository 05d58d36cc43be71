import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { fold } from "../words/fold.ts";
import { type AliasTrie, buildAliasTrie } from "./alias.ts";
import { type BiasTerm, biasFor } from "./bias.ts";
import { type NewTerm } from "./dictionary.schema.ts";
import { type CsvFault, parseTermsCsv } from "./terms-csv.ts";

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
const base = (language: string) => language.toLowerCase().split("-")[0] ?? language;

const newVariants = (term: string, known: readonly string[], wanted: readonly string[]) => {
  const seen = new Set(known);
  return wanted.filter((variant) => variant !== term && !seen.has(variant) && seen.add(variant));
};

/**
 * Adds a term, or the variants it does not have yet; one writer at a time, so the limits hold.
 * `isTaught`: what a full term has no room for is left out, so that the correction is not refused.
 */
async function put(
  tx: Tx,
  actor: Member,
  input: NewTerm,
  isTaught = false,
): Promise<{ id: string; isNew: boolean }> {
  const { workspaceId } = actor;
  const { term, variants, ...rest } = input;
  const language = base(input.language);
  const found = await tx.term.findFirst({
    where: { workspaceId, term, language, deletedAt: null },
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
      data: { ...rest, id, workspaceId, term, language, createdBy: actor.memberId },
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

const lock = (tx: Tx, workspaceId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`dictionary:${workspaceId}`}, 0))`;

/** @throws DomainError `forbidden`, `limit_reached` */
export async function addTerm(actor: Member, input: NewTerm): Promise<string> {
  demand(actor, "dictionary.manage");
  return db.$transaction(async (tx) => {
    await lock(tx, actor.workspaceId);
    const { id } = await put(tx, actor, input);
    await record(tx, actor, "term.added", { kind: "term", id });
    return id;
  });
}

/**
 * From a correction: `term` is how it is written, `variant` how it was heard. Inside the
 * correction's transaction, whose caller has asked for the right.
 */
export async function teachTerm(
  tx: Tx,
  actor: Member,
  { term, variant, language }: { term: string; variant: string; language: string },
): Promise<void> {
  await lock(tx, actor.workspaceId);
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
  const { id } = await put(tx, actor, taught, true);
  await record(tx, actor, "term.added", { kind: "term", id }, { after: { from: "correction" } });
}

export type TermsImported = { added: number; changed: number; faults: CsvFault[] };

/**
 * Imports a CSV (`term,variants,language,category,boost,case_sensitive`; variants joined by `;`):
 * good rows are taken, bad ones reported.
 * @throws DomainError `forbidden`, `limit_reached`
 */
export async function importTerms(
  actor: Member,
  csv: string,
  language: string,
): Promise<TermsImported> {
  demand(actor, "dictionary.manage");
  const { terms, faults } = parseTermsCsv(csv, language);
  return db.$transaction(
    async (tx) => {
      await lock(tx, actor.workspaceId);
      let added = 0;
      for (const term of terms) if ((await put(tx, actor, term)).isNew) added += 1;
      await record(tx, actor, "term.imported", undefined, { after: { added, rows: terms.length } });
      return { added, changed: terms.length - added, faults };
    },
    { timeout: 60_000 },
  );
}

/** The dictionary in alphabetical order; everybody may use it (product §3.3). */
export async function listTerms(actor: Member) {
  const found = await db.term.findMany({
    where: { workspaceId: actor.workspaceId, deletedAt: null },
    select: termRow,
    orderBy: [{ term: "asc" }, { id: "asc" }],
  });
  return found.map(({ termVariants, ...term }) => ({
    ...term,
    variants: termVariants.map(({ variant }) => variant),
  }));
}

async function enabledTerms(workspaceId: string, language: string) {
  const found = await db.term.findMany({
    where: { workspaceId, deletedAt: null, isEnabled: true, language: base(language) },
    select: termRow,
  });
  return found.map(({ termVariants, ...term }) => ({
    ...term,
    variants: termVariants.map(({ variant }) => variant),
  }));
}

export type CallDictionary = {
  /** What to tell the engine, most important first. */
  bias: BiasTerm[];
  /** What to write instead of what it heard. */
  trie: AliasTrie;
  /** Of the newest change, with the count: stored with the transcript version. */
  version: string;
};

/** The dictionary as one call needs it, for the worker. */
export async function dictionaryFor(
  workspaceId: string,
  callId: string,
  language: string,
): Promise<CallDictionary> {
  const [terms, call, newest] = await Promise.all([
    enabledTerms(workspaceId, language),
    db.call.findFirst({
      where: { workspaceId, id: callId },
      select: {
        company: { select: { name: true } },
        participants: { select: { name: true }, orderBy: { lane: "asc" } },
      },
    }),
    db.term.aggregate({ where: { workspaceId }, _max: { updatedAt: true }, _count: true }),
  ]);
  const participants = call?.participants.map(({ name }) => name) ?? [];
  return {
    bias: biasFor({ participants, company: call?.company?.name ?? null, terms }),
    trie: buildAliasTrie(terms),
    version: `${newest._count}@${newest._max.updatedAt?.toISOString() ?? "none"}`,
  };
}
