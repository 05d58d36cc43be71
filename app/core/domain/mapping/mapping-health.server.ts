import { db } from "#app/core/platform/db.server.ts";
import type { CrmObject } from "../connection/connection-types.ts";
import { listTemplatesFor } from "../template/choose.server.ts";
import { findConnections, isWorking, listMappingsOf, providerOf } from "./find-mapping.server.ts";
import { CRM_SLUGS, type CrmSlug } from "./mapping-types.ts";
import type { MappingLine } from "./mapping-line.ts";
import { rowHealth, sourceTypeOf } from "./row-health.ts";
import { type CachedFields, findCachedFields } from "./schema-cache.server.ts";

/** The mappings of every template, by its number; nobody is asked. */
export async function listMappingLines(workspaceId: string): Promise<Map<number, MappingLine[]>> {
  const [mapped, templates] = await Promise.all([
    db.mapping.findMany({
      where: { workspaceId },
      select: { templateId: true },
      distinct: ["templateId"],
    }),
    listTemplatesFor(db, workspaceId),
  ]);
  const read = new Map<string, Promise<CachedFields>>();
  const lines = mapped.map(async ({ templateId }): Promise<[number, MappingLine[]]> => {
    const sections = templates.find(({ id }) => id === templateId)?.content.sections ?? [];
    const mappings = await listMappingsOf(db, { workspaceId, templateId });
    const made = mappings.map(async ({ crm, rows, connection }): Promise<MappingLine> => {
      const fieldsOf = async (object: CrmObject) => {
        if (connection === null) return null;
        const key = `${connection.id} ${object}`;
        const asked = read.get(key) ?? findCachedFields(connection, object);
        read.set(key, asked);
        return (await asked).fields;
      };
      const healths = await Promise.all(
        rows.map(async (row) =>
          rowHealth(row, await fieldsOf(row.object), sourceTypeOf(row.section, sections)),
        ),
      );
      const troubled = healths.filter(({ trouble }) => trouble !== null).length;
      return { crm, rows: rows.length, troubled, isConnected: isWorking(connection) };
    });
    return [templateId, (await Promise.all(made)).filter(({ rows }) => rows > 0)];
  });
  return new Map(await Promise.all(lines));
}

/** CRMs a template can be mapped to now: those that are connected. */
export async function listConnectedCrms(workspaceId: string): Promise<CrmSlug[]> {
  const connections = await findConnections(db, workspaceId);
  const isOn = (provider: string) =>
    connections.some((one) => one.provider === provider && isWorking(one));
  return CRM_SLUGS.filter((crm) => [false, true].some((sandbox) => isOn(providerOf(crm, sandbox))));
}
