import type * as z from "zod";
import type { importTemplateForm } from "./template-forms.schema.ts";
import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { fileText } from "../file-text.server.ts";
import { findBuiltIn } from "./built-in.ts";
import { readImport } from "./exchange.server.ts";
import type { TemplateContent } from "./template.schema.ts";
import {
  aboutTemplate,
  addTemplate,
  demandRoom,
  findWorking,
  inTurn,
} from "./template-row.server.ts";

export type MadeTemplate = { templateId: number; facts: Record<string, string> };

/** A template without sections, as a draft. @throws DomainError `forbidden`, `limit_reached` */
export async function makeTemplate(
  actor: Member,
  { name, language }: { name: string; language: TemplateContent["language"] },
): Promise<MadeTemplate> {
  const content: TemplateContent = {
    language,
    sections: [],
    appliesTo: { kinds: [], labelIds: [], teamIds: [], stageIds: [] },
    // As in Parley's own: whoever set a model up wants it used, and where there is none, Highlights fill the sections.
    enginePolicy: "remote",
    maxCostMicros: null,
  };
  return make(actor, () => Promise.resolve({ name, content, from: null }));
}

/**
 * A draft with what another template holds: one of Parley's own, or one of the workspace with its draft.
 * @throws DomainError `forbidden`, `not_found`, `limit_reached`
 */
export const duplicateTemplate = (actor: Member, templateId: number): Promise<MadeTemplate> =>
  make(actor, async (tx) => {
    const builtIn = findBuiltIn(templateId);
    const { name, content } = builtIn ?? (await findWorking(tx, actor, templateId));
    return {
      name: nameOfCopy(name, content.language),
      content: builtIn ? withRules(content) : content,
      from: templateId,
    };
  });

/** The rules that Parley's own sections find their quotes by go with them, whatever becomes of title and question. */
const withRules = (content: TemplateContent): TemplateContent => ({
  ...content,
  sections: content.sections.map((section) =>
    section.type === "bullets"
      ? { ...section, builtIn: { key: section.key, isUsed: true } }
      : section,
  ),
});

const nameOfCopy = (name: string, language: TemplateContent["language"]): string =>
  `${name.slice(0, 70)}${language === "ja" ? "（コピー）" : " (copy)"}`;

/**
 * A draft from a file that `exportTemplate` gave. Labels and teams are found again by their names; those that are not
 * here are left out and named in `facts`.
 * @throws DomainError `forbidden`, `validation_failed`, `limit_reached`
 */
export async function importTemplate(
  actor: Member,
  { text = "", file, encoding }: Partial<z.output<typeof importTemplateForm>>,
): Promise<MadeTemplate> {
  const read = text.trim() === "" && file !== undefined ? await fileText(file, { encoding }) : text;
  let left = "";
  const made = await make(actor, async (tx) => {
    const { name, content, missing } = await readImport(tx, actor, read);
    left = missing.join(", ").slice(0, 300);
    return { name, content, from: null };
  });
  return { ...made, facts: { ...made.facts, ...(left !== "" && { left }) } };
}

type ToMake = { name: string; content: TemplateContent; from: number | null };
async function make(actor: Member, what: (tx: Tx) => Promise<ToMake>): Promise<MadeTemplate> {
  demand(actor, "template.manage");
  return inTurn(actor, async (tx) => {
    const { name, content, from } = await what(tx);
    const templateId = await addTemplate(tx, actor, { name, content });
    const after = { name, from };
    await record(tx, actor, "template.made", aboutTemplate(templateId), { after });
    return { templateId, facts: { name, templateId: String(templateId) } };
  });
}

/**
 * Puts a template at a place of the order, from 1 on, among those that are in use. New calls follow it.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function moveTemplate(
  actor: Member,
  { templateId, place }: { templateId: number; place: number },
): Promise<void> {
  demand(actor, "template.manage");
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const all = await tx.template.findMany({
      where: { workspaceId },
      select: {
        id: true,
        archivedAt: true,
        versions: { where: { state: "published" }, select: { number: true } },
      },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    });
    if (!all.some(({ id }) => id === templateId)) throw new DomainError("not_found");
    const inUse = all.filter((one) => one.archivedAt === null && one.versions.length > 0);
    const others = inUse.filter(({ id }) => id !== templateId).map(({ id }) => id);
    const order = [...others.slice(0, place - 1), templateId, ...others.slice(place - 1)];
    const rest = all.map(({ id }) => id).filter((id) => !order.includes(id));
    for (const [at, id] of [...order, ...rest].entries())
      await tx.template.updateMany({ where: { workspaceId, id }, data: { position: at + 1 } });
    const after = { place: order.indexOf(templateId) + 1 };
    await record(tx, actor, "template.moved", aboutTemplate(templateId), { after });
  });
}

/** No call gets an archived template any more; summaries that were made with it stay. @throws DomainError `forbidden`, `not_found` */
export const archiveTemplate = (actor: Member, templateId: number): Promise<MadeTemplate> =>
  setArchived(actor, templateId, true);

/** Back into its place of the order. @throws DomainError `forbidden`, `not_found`, `limit_reached` */
export const restoreTemplate = (actor: Member, templateId: number): Promise<MadeTemplate> =>
  setArchived(actor, templateId, false);

async function setArchived(
  actor: Member,
  templateId: number,
  isArchived: boolean,
): Promise<MadeTemplate> {
  demand(actor, "template.manage");
  const { workspaceId } = actor;
  return inTurn(actor, async (tx) => {
    const found = await tx.template.findUnique({
      where: { workspaceId_id: { workspaceId, id: templateId } },
      select: { name: true, archivedAt: true },
    });
    if (!found) throw new DomainError("not_found");
    const made = { templateId, facts: { name: found.name, templateId: String(templateId) } };
    if ((found.archivedAt !== null) === isArchived) return made;
    if (!isArchived) await demandRoom(tx, actor);
    await tx.template.updateMany({
      where: { workspaceId, id: templateId },
      data: { archivedAt: isArchived ? now() : null, version: { increment: 1 } },
    });
    const event = isArchived ? "template.archived" : "template.restored";
    await record(tx, actor, event, aboutTemplate(templateId));
    return made;
  });
}
