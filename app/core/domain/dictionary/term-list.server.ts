import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { can, demand, termAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { TERM_CATEGORIES } from "./dictionary.schema.ts";
import type { TermLine } from "./term-views.ts";

const SHOWN = 200;

const line = {
  ...termAccess,
  ...{ id: true, term: true, language: true, category: true, boost: true, version: true },
  ...{ isCaseSensitive: true, isEnabled: true },
  team: { select: { id: true, name: true } },
  termVariants: { select: { variant: true }, orderBy: { variant: "asc" } },
} as const satisfies Prisma.TermSelect;

type Row = Prisma.TermGetPayload<{ select: typeof line }>;

const lineOf = (actor: Member, row: Row): TermLine => {
  const { id, term, language, boost, version, isCaseSensitive, isEnabled, team } = row;
  return {
    ...{ id, term, language, boost, version, isCaseSensitive, isEnabled, team },
    category: TERM_CATEGORIES.find((category) => category === row.category) ?? "other",
    variants: row.termVariants.map(({ variant }) => variant),
    canChange: can(actor, "term.change", row),
  };
};

/**
 * Terms the actor may know of, in alphabetical order, the first 200 of what is looked for.
 * @param q in terms and how they are heard
 * @throws DomainError `forbidden`
 */
export async function findTerms(
  actor: Member,
  q: string,
): Promise<{ terms: TermLine[]; count: number; all: number }> {
  demand(actor, "dictionary.list");
  const mine = { deletedAt: null, AND: visible(actor, "term.read") };
  const contains = { contains: q, mode: "insensitive" } as const;
  const where: Prisma.TermWhereInput =
    q === ""
      ? mine
      : { ...mine, OR: [{ term: contains }, { termVariants: { some: { variant: contains } } }] };
  const [found, count, all] = await Promise.all([
    db.term.findMany({
      where,
      select: line,
      orderBy: [{ term: "asc" }, { id: "asc" }],
      take: SHOWN,
    }),
    db.term.count({ where }),
    db.term.count({ where: mine }),
  ]);
  return { terms: found.map((row) => lineOf(actor, row)), count, all };
}

/** Those the actor may know of. */
export const countTerms = (actor: Member): Promise<number> =>
  db.term.count({ where: { deletedAt: null, AND: visible(actor, "term.read") } });

/** One of them, wherever it stands in the list. */
export async function findTerm(actor: Member, termId: string): Promise<TermLine | null> {
  const where = { id: termId, deletedAt: null, AND: visible(actor, "term.read") };
  const row = await db.term.findFirst({ where, select: line });
  return row && lineOf(actor, row);
}

/** All terms the actor may know of, for a file. */
export async function listTerms(actor: Member): Promise<TermLine[]> {
  demand(actor, "dictionary.list");
  const found = await db.term.findMany({
    where: { deletedAt: null, AND: visible(actor, "term.read") },
    select: line,
    orderBy: [{ term: "asc" }, { id: "asc" }],
  });
  return found.map((row) => lineOf(actor, row));
}
