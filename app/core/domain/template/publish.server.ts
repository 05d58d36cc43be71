import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { templateContent } from "./template.schema.ts";
import { demandSame } from "./template-draft.server.ts";
import { aboutTemplate, findWorking, inTurn } from "./template-row.server.ts";

const archivePublished = (tx: Tx, { workspaceId }: Member, templateId: number) =>
  tx.templateVersion.updateMany({
    where: { workspaceId, templateId, state: "published" },
    data: { state: "archived", version: { increment: 1 } },
  });

/**
 * The draft is what new calls get from now on; calls that have a summary keep it (product §16).
 * @throws DomainError `forbidden`, `not_found`, `conflict` where the draft is another than was shown, `validation_failed`
 */
export async function publishDraft(
  actor: Member,
  templateId: number,
  { note, version }: { note: string; version: number },
): Promise<{ facts: Record<string, string> }> {
  demand(actor, "template.manage");
  const { workspaceId, memberId } = actor;
  return inTurn(actor, async (tx) => {
    const { isDraft, number, content } = await findWorking(tx, actor, templateId);
    if (!isDraft) throw new DomainError("invalid_state");
    await demandSame(actor, templateId, version, content);
    if (content.sections.length === 0)
      throw new DomainError("validation_failed", { "": ["needs_sections"] });
    await archivePublished(tx, actor, templateId);
    await tx.templateVersion.updateMany({
      where: { workspaceId, templateId, number },
      data: {
        ...{ state: "published", note, publishedAt: now(), changedById: memberId },
        version: { increment: 1 },
      },
    });
    const after = { number, note };
    await record(tx, actor, "template.published", aboutTemplate(templateId), { after });
    return { facts: { number: String(number) } };
  });
}

/** What is published stands as it is; a template that was never published keeps its draft. @throws DomainError `forbidden`, `not_found`, `invalid_state` */
export async function discardDraft(actor: Member, templateId: number): Promise<void> {
  demand(actor, "template.manage");
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const { isDraft, number, published } = await findWorking(tx, actor, templateId);
    if (!isDraft || published === null) throw new DomainError("invalid_state");
    await tx.templateVersion.deleteMany({ where: { workspaceId, templateId, number } });
    const before = { number };
    await record(tx, actor, "template.discarded", aboutTemplate(templateId), { before });
  });
}

/**
 * An old version is published again, as a new one; a draft stays, behind it.
 * @throws DomainError `forbidden`, `not_found`, `invalid_state` of a draft or what is published already
 */
export async function rollBack(
  actor: Member,
  templateId: number,
  { number }: { number: number },
): Promise<{ facts: Record<string, string> }> {
  demand(actor, "template.manage");
  const { workspaceId, memberId } = actor;
  return inTurn(actor, async (tx) => {
    const { isDraft, number: working, last } = await findWorking(tx, actor, templateId);
    const old = await tx.templateVersion.findUnique({
      where: { workspaceId_templateId_number: { workspaceId, templateId, number } },
      select: { state: true, content: true },
    });
    if (!old) throw new DomainError("not_found");
    if (old.state !== "archived") throw new DomainError("invalid_state");
    const made = isDraft ? working : last + 1;
    if (isDraft)
      await tx.templateVersion.updateMany({
        where: { workspaceId, templateId, number: working },
        data: { number: last + 1 },
      });
    await archivePublished(tx, actor, templateId);
    await tx.templateVersion.create({
      data: {
        ...{ workspaceId, templateId, number: made, state: "published" },
        content: templateContent.parse(old.content),
        ...{ note: `← v${number}`, publishedAt: now(), changedById: memberId },
      },
      select: { number: true },
    });
    const after = { number: made, from: number };
    await record(tx, actor, "template.published", aboutTemplate(templateId), { after });
    return { facts: { number: String(made), from: String(number) } };
  });
}
