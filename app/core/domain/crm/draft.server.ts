import { db } from "#app/core/platform/db.server.ts";
import {
  type CrmField,
  type CrmRecord,
  type CrmValue,
  type Vendor,
  VendorFault,
} from "../connection/connection-types.ts";
import { callVendor } from "../connection/vendor-access.server.ts";
import {
  convert,
  type Converted,
  type ConvertContext,
  type KnownPerson,
} from "../mapping/convert.ts";
import { type FoundMapping, type FoundRow, isWorking } from "../mapping/find-mapping.server.ts";
import { WHOLE_SUMMARY } from "../mapping/mapping-types.ts";
import { rowHealth, sourceTypeOf } from "../mapping/row-health.ts";
import { readFields } from "../mapping/schema-cache.server.ts";
import { convertSummary } from "../mapping/whole-summary.ts";
import type { SaidAt } from "../summary/edited-item.ts";
import type { SectionItems } from "../summary/section-items.server.ts";
import type { TemplateContent } from "../template/template.schema.ts";
import type { CrmProviders } from "./crm-access.server.ts";
import { type CallForCrm, listPeople } from "./call-for-crm.server.ts";
import type { SearchFaults } from "./match-live.server.ts";
import { inBox } from "./crm-value.ts";
import { type CallRecords, recordFor, recordsOfCall } from "./records.server.ts";
import { addedBefore, targetIn } from "./target.server.ts";

/** A change that a row of a mapping would make, before it is one. */
export type Draft = {
  mapping: FoundMapping;
  row: FoundRow;
  field: CrmField | null;
  record: string | null;
  label: string | null;
  dealId: string | null;
  before: CrmValue;
  seenModifiedAt: string | null;
  /** Null: somebody has to choose. */
  proposed: CrmValue;
  /** Why it cannot be proposed, a code of the catalogue `crm`. */
  blocked: string | null;
  /** What somebody has to decide because the words do not say it. */
  ask: string | null;
  /** It was said in so many words. */
  isSaid: boolean;
  evidence: SaidAt[];
};
export type Summary = {
  workspaceId: string;
  callId: string;
  content: TemplateContent;
  sections: Map<string, SectionItems>;
};

/** What each row of a mapping would change now. Records are read as they stand; rows with nothing to write are left out. */
export async function draftsOf(
  providers: CrmProviders,
  summary: Summary,
  call: CallForCrm,
  mapping: FoundMapping,
  faults: SearchFaults,
): Promise<Draft[]> {
  const { connection } = mapping;
  const vendor = connection === null ? undefined : providers[connection.provider];
  const rows = mapping.rows.filter(({ rule }) => rule !== "never");
  if (!isWorking(connection) || vendor === undefined)
    return rows.flatMap((row) => {
      const said = saidOf(summary, row);
      return said === null ? [] : [blocked({ mapping, row, said }, "no_connection")];
    });
  const records = await recordsOfCall(db, summary, connection.id);
  // The addresses of a private call's people leave by its owner's act alone.
  const people =
    call.visibility === "private"
      ? await listPeople(db, summary, connection.id)
      : await peopleOf(vendor, summary, connection.id, rows);
  const drafts: Draft[] = [];
  for (const [object, ofObject] of Map.groupBy(rows, (row) => row.object)) {
    const { fields, fault } = await readFields(vendor, connection, object);
    const at = whyNot(recordFor(records, object), faults.get(connection.id));
    const made = ofObject.flatMap((row) =>
      draftOf({ mapping, row, summary, call, people, records, fields, at }),
    );
    const unread = fields === null ? (fault ?? "unavailable") : null;
    if (unread !== null) drafts.push(...made.map((draft) => ({ ...draft, blocked: unread })));
    else if ("blocked" in at || at.record === null) drafts.push(...made);
    else
      drafts.push(
        ...(await withBefore(
          vendor,
          { ...connection, callId: summary.callId },
          at.record,
          made,
          call,
        )),
      );
  }
  return drafts;
}

/** Where a CRM did not answer, nobody knows that it has no record. */
const whyNot = (at: ReturnType<typeof recordFor>, fault: string | undefined) =>
  "blocked" in at && at.blocked === "no_record" && fault !== undefined ? { blocked: fault } : at;

type Wanted = { mapping: FoundMapping; row: FoundRow; said: SectionItems };

const blocked = ({ mapping, row, said }: Wanted, why: string): Draft => ({
  ...{ mapping, row, field: null, record: null, label: null, dealId: null },
  ...{ before: null, seenModifiedAt: null, proposed: null, ask: null, blocked: why },
  isSaid: said.isSaid,
  evidence: said.evidence.slice(0, MOST_EVIDENCE),
});

const MOST_EVIDENCE = 5;

/** What the summary says for a row; null where that is nothing. */
function saidOf({ sections }: Summary, { section }: FoundRow): SectionItems | null {
  if (section !== WHOLE_SUMMARY) return sections.get(section) ?? null;
  const all = [...sections.values()];
  const items = all.flatMap((one) => one.items);
  return items.length === 0 ? null : { items, isSaid: true, evidence: [] };
}

type Making = Omit<Wanted, "said"> & {
  summary: Summary;
  call: CallForCrm;
  people: readonly KnownPerson[];
  records: CallRecords;
  fields: readonly CrmField[] | null;
  at: ReturnType<typeof recordFor>;
};

function draftOf({ mapping, row, summary, call, people, records, fields, at }: Making): Draft[] {
  const said = saidOf(summary, row);
  if (said === null) return [];
  const source = sourceTypeOf(row.section, summary.content.sections);
  const base = blocked({ mapping, row, said }, "");
  if ("blocked" in at) {
    const made = unplaced({ row, summary, call, people, fields, said });
    return "nothing" in made ? [] : [{ ...base, ...made, blocked: at.blocked }];
  }
  const place = {
    ...{ record: at.record, label: at.label },
    dealId: row.object === "deal" || at.record === null ? (records.deal?.id ?? null) : null,
  };
  const trouble = rowHealth(row, fields, source).trouble;
  if (trouble !== null) return [{ ...base, ...place, blocked: trouble.kind }];
  const field = fields?.find(({ name }) => name === row.field) ?? null;
  if (field === null) return [{ ...base, ...place, blocked: "unavailable" }];
  const made = converted({ row, summary, call, people, field, said });
  if ("nothing" in made) return [];
  const value = "value" in made ? made.value : null;
  const ask = "ask" in made ? made.ask : null;
  return [{ ...base, ...place, field, blocked: null, proposed: value, ask }];
}

/** What would be written once there is a record for it: whoever links the call sees what for. */
function unplaced({
  fields,
  ...of
}: Omit<Converting, "field"> & Pick<Making, "fields">):
  | Pick<Draft, "field" | "proposed">
  | Nothing {
  const field = fields?.find(({ name }) => name === of.row.field) ?? null;
  if (field === null) return { field: null, proposed: null };
  const made = converted({ ...of, field });
  if ("nothing" in made) return made;
  return { field, proposed: "value" in made ? made.value : null };
}

type Nothing = Extract<Converted, { nothing: unknown }>;
type Converting = Pick<Making, "row" | "summary" | "call" | "people"> & {
  field: CrmField;
  said: SectionItems;
};

function converted({ row, summary, call, people, field, said }: Converting): Converted {
  const { content, sections } = summary;
  const section = content.sections.find(({ key }) => key === row.section);
  const context: ConvertContext = {
    ...{ zone: call.zone, currency: call.currency, playbackUrl: call.playbackUrl, people },
    language: content.language,
    columns: columnsOf(section),
  };
  if (row.section === WHOLE_SUMMARY)
    return convertSummary(
      content.sections.map((one) => ({
        ...{ title: one.title, type: one.type, columns: columnsOf(one) },
        items: sections.get(one.key)?.items ?? [],
      })),
      field,
      context,
    );
  return section === undefined
    ? { nothing: "impossible" }
    : convert(row, section.type, said.items, field, context);
}

const columnsOf = (section: TemplateContent["sections"][number] | undefined): string[] =>
  section !== undefined && "columns" in section ? [...section.columns] : [];

/** With what stands in each field now, by the row's rule; a row whose field stays as it is falls out. */
async function withBefore(
  vendor: Vendor,
  of: { workspaceId: string; id: string; callId: string },
  record: string,
  drafts: Draft[],
  call: CallForCrm,
): Promise<Draft[]> {
  const fields = drafts.flatMap(({ field }) => field ?? []);
  const [first] = drafts;
  if (fields.length === 0 || first === undefined) return drafts;
  let found: CrmRecord | null;
  try {
    found = await callVendor(vendor, of, (access) =>
      vendor.crm.findRecord(access, first.row.object, record, fields),
    );
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    return drafts.map((draft) => ({ ...draft, blocked: draft.blocked ?? error.code }));
  }
  if (found === null)
    return drafts.map((draft) => ({ ...draft, blocked: draft.blocked ?? "record_gone" }));
  const { values, modifiedAt } = found;
  const seen = drafts.map(async (draft): Promise<Draft[]> => {
    const { field, row, proposed } = draft;
    if (field === null) return [draft];
    const before = values[field.name] ?? null;
    const read = { ...draft, before, seenModifiedAt: modifiedAt };
    if (proposed === null) return [read];
    const { workspaceId, callId } = of;
    const { id: rowId, rule } = row;
    const added = await addedBefore({
      ...{ workspaceId, callId, rowId, rule, record, connectionId: of.id, id: null },
    });
    const target = targetIn(
      { rule, isSaid: draft.isSaid, edited: null, proposed: inBox(proposed) },
      before,
      { field, day: call.day, playbackUrl: call.playbackUrl, added },
    );
    if ("after" in target) return [read];
    // What has no room beside the rest is no reason to say nothing.
    return target.keep === "no_room" ? [{ ...read, blocked: "no_room" }] : [];
  });
  return (await Promise.all(seen)).flat();
}

/** Colleagues are users of the CRM by their e-mail address; it is asked only where a row writes a user. */
export async function peopleOf(
  vendor: Vendor,
  {
    workspaceId,
    callId,
    content,
  }: Pick<Summary, "workspaceId" | "callId"> & {
    content: { sections: readonly { key: string; type: string }[] };
  },
  connectionId: string,
  rows: readonly Pick<FoundRow, "section" | "fieldType">[],
): Promise<KnownPerson[]> {
  const people = await listPeople(db, { workspaceId, callId }, connectionId);
  const needsUsers = rows.some(
    ({ section, fieldType }) =>
      fieldType === "reference" &&
      content.sections.some(({ key, type }) => key === section && type === "person"),
  );
  if (!needsUsers) return people;
  return Promise.all(
    people.map(async (person) => {
      const { email } = person;
      if (email === null) return person;
      const userRef = await callVendor(vendor, { workspaceId, id: connectionId }, (access) =>
        vendor.crm.findUser(access, email),
      ).catch(() => null);
      return { ...person, userRef };
    }),
  );
}
