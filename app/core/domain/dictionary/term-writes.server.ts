import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, demand, termAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { checkTermTeam, lockTerms, putTerm } from "./dictionary.server.ts";
import type { TermChange, TermForm } from "./dictionary.schema.ts";

async function inTurn<T>(actor: Member, change: (tx: Tx) => Promise<T>): Promise<T> {
  demand(actor, "dictionary.manage");
  try {
    return await db.$transaction(async (tx) => {
      await lockTerms(tx, actor.workspaceId);
      return change(tx);
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new DomainError("validation_failed", { term: ["already_used"] });
    throw error;
  }
}

/**
 * Calls that come are written with it.
 * @throws DomainError `forbidden`, `validation_failed`, `limit_reached`
 */
export function makeTerm(actor: Member, input: TermForm): Promise<void> {
  const { term, variants, language, category, boost, isCaseSensitive, teamId } = input;
  return inTurn(actor, async (tx) => {
    await checkTermTeam(tx, actor, teamId);
    const where = { workspaceId: actor.workspaceId, term, language, teamId, deletedAt: null };
    if ((await tx.term.count({ where })) > 0)
      throw new DomainError("validation_failed", { term: ["already_used"] });
    const made = { term, variants, language, category, boost, isCaseSensitive };
    const { id } = await putTerm(tx, actor, made, { teamId });
    await record(
      tx,
      actor,
      "term.added",
      { kind: "term", id },
      { after: { ...made, team: teamId } },
    );
  });
}

/** A term the actor may change. @throws DomainError `not_found`, `forbidden` */
async function findToChange(tx: Tx, actor: Member, termId: string) {
  const found = await tx.term.findFirst({
    where: { id: termId, deletedAt: null, AND: visible(actor, "term.read") },
    select: {
      ...termAccess,
      ...{ term: true, language: true, category: true, boost: true, isCaseSensitive: true },
      isEnabled: true,
      termVariants: { select: { variant: true }, orderBy: { variant: "asc" } },
    },
  });
  return authorise(actor, "term.change", found);
}

/** @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed` */
export function changeTerm(actor: Member, input: TermChange): Promise<void> {
  const { workspaceId } = actor;
  const { termId, version, variants, term, language, category, boost } = input;
  const { isCaseSensitive, isEnabled } = input;
  const after = { term, language, category, boost, isCaseSensitive, isEnabled };
  return inTurn(actor, async (tx) => {
    const { termVariants, ...old } = await findToChange(tx, actor, termId);
    const { count } = await tx.term.updateMany({
      where: { workspaceId, id: termId, version, deletedAt: null },
      data: { ...after, version: { increment: 1 }, updatedAt: now() },
    });
    if (count === 0) throw await changedMeanwhile(actor, termId);
    await tx.termVariant.deleteMany({ where: { workspaceId, termId } });
    await tx.termVariant.createMany({
      data: variants.map((variant) => ({ workspaceId, termId, variant })),
    });
    const before = { ...old, variants: termVariants.map(({ variant }) => variant) };
    await record(
      tx,
      actor,
      "term.changed",
      { kind: "term", id: termId },
      { before, after: { ...after, variants } },
    );
  });
}

/** Calls that come are written without it; those that are here keep their words. @throws DomainError `forbidden`, `not_found` */
export function deleteTerm(actor: Member, termId: string): Promise<void> {
  const { workspaceId } = actor;
  return inTurn(actor, async (tx) => {
    const { term } = await findToChange(tx, actor, termId);
    await tx.term.updateMany({
      where: { workspaceId, id: termId },
      data: { deletedAt: now(), updatedAt: now() },
    });
    await record(tx, actor, "term.deleted", { kind: "term", id: termId }, { before: { term } });
  });
}
