import { randomInt } from "node:crypto";
import { db } from "#app/core/platform/db.server.ts";
import type { TemplateContent } from "#app/core/domain/template/template.schema.ts";
import { A_CONTENT } from "./template-content.ts";

type Wishes = {
  name?: string;
  content?: Partial<TemplateContent>;
  /** By number, from 1 on. */
  states?: readonly ("draft" | "published" | "archived")[];
  archivedAt?: Date | null;
  position?: number;
};

/** A template whose number no other one has, in any workspace: a number of the other workspace must be unknown in ours. */
export async function aTemplate(
  { id: workspaceId }: { id: string },
  {
    name = "Discovery",
    content,
    states = ["published"],
    archivedAt = null,
    position = 1,
  }: Wishes = {},
): Promise<number> {
  const id = randomInt(500_000_000, 900_000_000);
  await db.template.create({ data: { workspaceId, id, name, position, archivedAt } });
  await db.templateVersion.createMany({
    data: states.map((state, at) => ({
      ...{ workspaceId, templateId: id, number: at + 1, state },
      content: { ...A_CONTENT, ...content },
      publishedAt: state === "draft" ? null : new Date(),
    })),
  });
  return id;
}
