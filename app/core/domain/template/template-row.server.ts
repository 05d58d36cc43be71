import { db, type Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { BUILT_INS } from "./built-in.ts";
import { templateContent, type TemplateContent } from "./template.schema.ts";

/** Writes about templates take turns in a workspace, so that limits hold and there is one draft of each. */
export const inTurn = <T>({ workspaceId }: Member, change: (tx: Tx) => Promise<T>): Promise<T> =>
  db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`template:${workspaceId}`}, 0))`;
    return change(tx);
  });

export const aboutTemplate = (id: number) => ({ kind: "template", id: String(id) });

/** What a change begins with: the draft, or the published version where there is none. */
export type Working = {
  name: string;
  number: number;
  isDraft: boolean;
  content: TemplateContent;
  /** The highest number that a version has. */
  last: number;
  published: number | null;
};

/** @throws DomainError `not_found` */
export async function findWorking(
  tx: Tx,
  { workspaceId }: Member,
  templateId: number,
): Promise<Working> {
  const found = await tx.template.findUnique({
    where: { workspaceId_id: { workspaceId, id: templateId } },
    select: {
      name: true,
      versions: {
        select: { number: true, state: true, content: true },
        orderBy: { number: "desc" },
      },
    },
  });
  const [newest] = found?.versions ?? [];
  if (!found || !newest) throw new DomainError("not_found");
  const draft = found.versions.find(({ state }) => state === "draft");
  const published = found.versions.find(({ state }) => state === "published");
  const { number, content } = draft ?? published ?? newest;
  return {
    name: found.name,
    number,
    isDraft: draft !== undefined,
    content: templateContent.parse(content),
    last: newest.number,
    published: published?.number ?? null,
  };
}

/** @throws DomainError `limit_reached` where one more is too many */
export async function demandRoom(tx: Tx, { workspaceId }: Member): Promise<void> {
  const count = await tx.template.count({ where: { workspaceId, archivedAt: null } });
  const n = count + BUILT_INS.length;
  if (n >= LIMITS.templates) throw limitReached(LIMITS.templates, n);
}

/** Makes a template with a draft, on top of the order (decisions §14). @returns its id @throws DomainError `limit_reached` */
export async function addTemplate(
  tx: Tx,
  actor: Member,
  { name, content }: { name: string; content: TemplateContent },
): Promise<number> {
  const { workspaceId, memberId } = actor;
  await demandRoom(tx, actor);
  const { templateSeq: id } = await tx.workspace.update({
    where: { id: workspaceId },
    data: { templateSeq: { increment: 1 } },
    select: { templateSeq: true },
  });
  const top = await tx.template.aggregate({ where: { workspaceId }, _min: { position: true } });
  const position = (top._min.position ?? 0) - 1;
  await tx.template.create({
    data: { workspaceId, id, name, position, createdBy: memberId },
    select: { id: true },
  });
  await tx.templateVersion.create({
    data: {
      ...{ workspaceId, templateId: id, number: 1, state: "draft" },
      ...{ content, changedById: memberId },
    },
    select: { number: true },
  });
  return id;
}
