import { demand } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { CrmField, CrmObject } from "#app/core/domain/connection/connection-types.ts";
import { compatible } from "#app/core/domain/mapping/compatible.ts";
import { findMapping, type FoundRow } from "#app/core/domain/mapping/find-mapping.server.ts";
import { getMappedTemplate } from "#app/core/domain/mapping/mapped-template.server.ts";
import { countMappedPast } from "#app/core/domain/mapping/past-calls.server.ts";
import { CRM_OBJECTS } from "#app/core/domain/connection/connection-types.ts";
import { WHOLE_SUMMARY } from "#app/core/domain/mapping/mapping-types.ts";
import { rowHealth } from "#app/core/domain/mapping/row-health.ts";
import {
  type CachedFields,
  findCachedFields,
  readFields,
} from "#app/core/domain/mapping/schema-cache.server.ts";
import type { Section } from "#app/core/domain/template/template.schema.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  askable,
  findAt,
  type MappingAddress,
  providerAt,
  providersOf,
} from "./mapping-place.server.ts";
import { findPreview, listPreviewCalls } from "./mapping-preview.server.ts";
import type { PreviewedRecord } from "./mapping-record.server.ts";
import { findSample } from "./mapping-sample.server.ts";
import type {
  FieldChoice,
  MappingPageView,
  MappingRowView,
  OpenRow,
  SourceView,
} from "./mapping-views.ts";

/** What the address of the page says. `row`: the one that is open, `new` for one more. */
export type MappingQuery = Record<"row" | "section" | "object" | "call", string | null> &
  Partial<PreviewedRecord>;

const WHOLE: SourceView = { key: WHOLE_SUMMARY, title: null, type: "summary", options: [] };
const sourceOf = (section: Section): SourceView => ({
  ...{ key: section.key, title: section.title, type: section.type },
  options: "options" in section ? section.options.map(({ value }) => value) : [],
});

/** One template's mapping to one CRM. @throws DomainError `forbidden`, `not_found` */
export async function getMappingPage(
  actor: Member,
  address: MappingAddress,
  query: MappingQuery,
): Promise<MappingPageView> {
  demand(actor, "template.manage");
  const { workspaceId } = actor;
  const { templateId, crm } = address;
  const template = await getMappedTemplate(workspaceId, templateId);
  const [mapping, connection, calls, pastCalls] = await Promise.all([
    findMapping(db, { workspaceId, templateId, crm }),
    findAt(workspaceId, address),
    listPreviewCalls(actor, templateId),
    countMappedPast(actor, templateId),
  ]);
  const at = askable(connection);
  const sources = [...template.sections.map(sourceOf), WHOLE];
  const rows = mapping?.rows ?? [];
  const wanted = wantedRow(query, rows, sources);
  const used = new Set([
    ...rows.map(({ object }) => object),
    ...(wanted === null ? [] : [wanted.object]),
  ]);
  const read = new Map<CrmObject, CachedFields>(
    await Promise.all(
      [...used].map(async (object): Promise<[CrmObject, CachedFields]> => {
        if (at !== null) {
          const fields = await readFields(at.vendor, at.connection, object, { isForPage: true });
          return [object, fields];
        }
        if (connection !== null) return [object, await findCachedFields(connection, object)];
        return [object, { fields: null, readAt: null, fault: null }];
      }),
    ),
  );
  const shown = rows.map((row) => rowOf(row, read.get(row.object)?.fields ?? null, sources));
  const readAts = [...read.values()].flatMap(({ readAt }) => readAt ?? []);
  const faults = [...read.values()].flatMap(({ fault }) => fault ?? []);
  return {
    template: { id: template.id, name: template.name, number: template.number },
    ...{ crm, sources, calls, rows: shown, pastCalls },
    provider: providerAt(address, mapping?.isSandbox ?? false),
    providers: providersOf(crm),
    connection: connection && { state: connection.state, account: connection.accountLabel },
    isConnected: at !== null,
    readAt: readAts.toSorted((a, b) => a.getTime() - b.getTime())[0]?.toISOString() ?? null,
    fault: faults[0] ?? null,
    mapping: mapping && {
      version: mapping.version,
      dryRunLeft: mapping.dryRunLeft,
      isSandbox: mapping.isSandbox,
      changedAt: mapping.changedAt.toISOString(),
      changedBy: mapping.changedBy,
    },
    objects: [...(at?.vendor.crm.objects ?? CRM_OBJECTS)],
    open: wanted && (await openOf(wanted, shown, read, at)),
    preview:
      query.call === null || at === null
        ? null
        : await findPreview(actor, at, {
            ...{ callId: query.call, template, rows: shown },
            ...{ find: query.find ?? null, deal: query.deal ?? null },
          }),
  };
}

function rowOf(
  row: FoundRow,
  fields: readonly CrmField[] | null,
  sources: readonly SourceView[],
): MappingRowView {
  const source = sources.find(({ key }) => key === row.section) ?? null;
  return {
    ...row,
    source,
    now: fields?.find(({ name }) => name === row.field) ?? null,
    health: rowHealth(row, fields, source?.type ?? null),
  };
}

type Wanted = { rowId: string | null; source: SourceView; object: CrmObject };

/** The row that is to be open; null where the address names none that is there. */
function wantedRow(
  { row, section, object }: MappingQuery,
  rows: readonly FoundRow[],
  sources: readonly SourceView[],
): Wanted | null {
  if (row !== "new") {
    const found = rows.find(({ id }) => id === row);
    const source = sources.find(({ key }) => key === found?.section);
    return found && source ? { rowId: found.id, source, object: found.object } : null;
  }
  const unmapped = sources.find(({ key }) => !rows.some((one) => one.section === key));
  const source = sources.find(({ key }) => key === section) ?? unmapped ?? sources[0];
  const usual = source?.key === WHOLE_SUMMARY ? "task" : "deal";
  const wanted = CRM_OBJECTS.find((one) => one === object) ?? usual;
  return source ? { rowId: null, source, object: wanted } : null;
}

async function openOf(
  { rowId, source, object }: Wanted,
  rows: readonly MappingRowView[],
  read: ReadonlyMap<CrmObject, CachedFields>,
  at: ReturnType<typeof askable>,
): Promise<OpenRow> {
  const fields = read.get(object)?.fields ?? null;
  const taken = rows.filter((row) => row.object === object && row.id !== rowId);
  const fitOf = (field: CrmField): FieldChoice["fit"] => {
    if (!field.isWriteable) return "not_writeable";
    if (!compatible(source.type, field.type)) return "impossible";
    return taken.some((row) => row.field === field.name) ? "taken" : "fits";
  };
  return {
    row: rows.find(({ id }) => id === rowId) ?? null,
    ...{ source, object },
    fields: fields?.map((field) => ({ ...field, fit: fitOf(field) })) ?? null,
    sample: at === null || fields === null ? null : await findSample(at, object, fields),
  };
}
