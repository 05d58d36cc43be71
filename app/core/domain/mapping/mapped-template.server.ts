import { db } from "#app/core/platform/db.server.ts";
import { DomainError } from "../errors.ts";
import { listTemplatesFor } from "../template/choose.server.ts";
import type { Section } from "../template/template.schema.ts";

/** A template as a mapping sees it: a section can be mapped once it is published. */
export type MappedTemplate = {
  id: number;
  name: string;
  /** Null: it was never published, or is in the archive. */
  number: number | null;
  language: "en" | "ja";
  sections: Section[];
};

/** @throws DomainError `not_found` */
export async function getMappedTemplate(workspaceId: string, id: number): Promise<MappedTemplate> {
  const published = (await listTemplatesFor(db, workspaceId)).find((one) => one.id === id);
  if (published)
    return {
      ...{ id, name: published.name, number: published.number },
      language: published.content.language,
      sections: published.content.sections,
    };
  const found = await db.template.findUnique({
    where: { workspaceId_id: { workspaceId, id } },
    select: { name: true },
  });
  if (!found) throw new DomainError("not_found");
  return { id, name: found.name, number: null, language: "en", sections: [] };
}
