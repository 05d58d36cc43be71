import * as z from "zod";
import { callAccess, can, visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { findShownRun } from "#app/core/domain/summary/shown-run.server.ts";
import {
  type CrmField,
  type CrmObject,
  type CrmRecord,
  type Vendor,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import type { ConnectionRef } from "#app/core/domain/connection/connection-row.server.ts";
import { callVendor, orAfter } from "#app/core/domain/connection/vendor-access.server.ts";
import { findCallForCrm, listPeople } from "#app/core/domain/crm/call-for-crm.server.ts";
import { peopleOf } from "#app/core/domain/crm/draft.server.ts";
import { type CallRecords, recordFor, recordsOfCall } from "#app/core/domain/crm/records.server.ts";
import { applyRule } from "#app/core/domain/mapping/apply-rule.ts";
import { convert, type Converted, type ConvertContext } from "#app/core/domain/mapping/convert.ts";
import type { MappedTemplate } from "#app/core/domain/mapping/mapped-template.server.ts";
import { WHOLE_SUMMARY } from "#app/core/domain/mapping/mapping-types.ts";
import { convertSummary, type SummarySection } from "#app/core/domain/mapping/whole-summary.ts";
import {
  listSectionItems,
  type SectionItems,
} from "#app/core/domain/summary/section-items.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { type CallChoice, listNewestCalls } from "./newest-calls.server.ts";
import { type PreviewedRecord, recordsToPreview } from "./mapping-record.server.ts";
import type { MappingRowView, PreviewLine, PreviewView } from "./mapping-views.ts";

const MOST_EVIDENCE = 3;

/** The newest calls that the template made a summary of, among those the actor may see. */
export const listPreviewCalls = (actor: Member, templateId: number): Promise<CallChoice[]> =>
  listNewestCalls(actor, {
    summaryRuns: { some: { templateId, purpose: "live", state: "done" } },
  });

type At = { vendor: Vendor; connection: ConnectionRef };
type Asked = PreviewedRecord & {
  callId: string;
  template: MappedTemplate;
  rows: readonly MappingRowView[];
};

/**
 * What each row would write for one past call, made as proposals are: the record as it stands in the CRM now, before and
 * after. Nothing is written. Null for a call the actor may not see, or that the template did not make the summary of.
 */
export async function findPreview(
  actor: Member,
  at: At,
  { callId, template, rows, ...chosen }: Asked,
): Promise<PreviewView | null> {
  const seen = await findCall(actor, callId);
  if (seen === null) return null;
  const { workspaceId } = actor;
  const of = { workspaceId, callId };
  const run = await findShownRun(db, of);
  if (run === null || run.templateId !== template.id) return null;
  const { connection } = at;
  // Whom a private call is with leaves for the CRM by its owner's act alone.
  const mayAsk = seen.visibility !== "private" || can(actor, "crm.review", seen);
  const [answers, call, people, linked] = await Promise.all([
    listSectionItems(db, { ...of, runId: run.id, templateId: template.id }),
    findCallForCrm(db, of),
    mayAsk
      ? peopleOf(
          at.vendor,
          { ...of, content: template },
          connection.id,
          rows.map(({ section, now }) => ({ section, fieldType: now?.type ?? "" })),
        )
      : listPeople(db, of, connection.id),
    recordsOfCall(db, of, connection.id),
  ]);
  const { records: known, choice } = await recordsToPreview(
    at,
    { ...of, ...chosen, isNamed: mayAsk },
    linked,
  );
  const records = await readRecords(at, known, rows);
  const { zone, currency, playbackUrl, day } = call;
  const context = { zone, currency, playbackUrl, people, language: template.language };
  const sections = template.sections.map((section) => ({
    ...{ key: section.key, title: section.title, type: section.type },
    items: answers.get(section.key)?.items ?? [],
    columns: "columns" in section ? section.columns : [],
  }));
  const lines = rows.map((row) => ({
    rowId: row.id,
    evidence: (answers.get(row.section)?.evidence ?? [])
      .slice(0, MOST_EVIDENCE)
      .map(({ participantId, t0Ms, quote }) => {
        const person = seen.participants.find(({ id }) => id === participantId);
        return { t0Ms, quote, speaker: person?.name ?? "", side: person?.side ?? null };
      }),
    ...outcomeOf(row, { answers, records, sections, context, day }),
  }));
  return {
    ...{ callId, lines, currency, choice },
    records: Object.fromEntries(
      rows.map(({ object }) => {
        const place = recordFor(known, object);
        return [object, "blocked" in place ? null : place.label];
      }),
    ),
  };
}

/** A call that the actor may see; null for any other. */
const findCall = async (actor: Member, callId: string) =>
  z.uuid().safeParse(callId).success
    ? db.call.findFirst({
        where: { id: callId, AND: visible(actor, "call.read") },
        select: {
          ...callAccess,
          participants: { select: { id: true, memberId: true, name: true, side: true } },
        },
      })
    : null;

type Ground = {
  answers: ReadonlyMap<string, SectionItems>;
  records: ReadonlyMap<CrmObject, Read>;
  sections: readonly (SummarySection & { key: string })[];
  context: Omit<ConvertContext, "columns">;
  day: string;
};

function outcomeOf(row: MappingRowView, ground: Ground): Pick<PreviewLine, "now" | "outcome"> {
  const field = row.now;
  if (row.health.trouble !== null || field === null)
    return { outcome: { kind: "blocked", reason: "row" } };
  const read = ground.records.get(row.object);
  const record = read !== undefined && "record" in read ? read.record : null;
  const now = record?.values[field.name] ?? null;
  const shown = record === null ? {} : { now };
  const made = madeOf(row, field, ground);
  if ("nothing" in made) return { ...shown, outcome: { kind: "nothing", reason: made.nothing } };
  if (read !== undefined && "blocked" in read)
    return { outcome: { kind: "blocked", reason: read.blocked } };
  if ("ask" in made) return { ...shown, outcome: { kind: "ask", reason: made.ask } };
  const applied = applyRule({
    ...{ rule: row.rule, field, current: now, value: made.value, today: ground.day },
    isSaid: ground.answers.get(row.section)?.isSaid ?? true,
    playbackUrl: ground.context.playbackUrl,
  });
  return "write" in applied
    ? { ...shown, outcome: { kind: "write", value: applied.write } }
    : { ...shown, outcome: { kind: "keep", reason: applied.keep } };
}

function madeOf(row: MappingRowView, field: CrmField, { sections, context }: Ground): Converted {
  if (row.section === WHOLE_SUMMARY) return convertSummary(sections, field, context);
  const section = sections.find(({ key }) => key === row.section);
  if (section === undefined) return { nothing: "impossible" };
  const { type, items, columns } = section;
  return convert(row, type, items, field, { ...context, columns });
}

/** `record`: null for an activity, which is still to be made. */
type Read = { record: CrmRecord | null } | { blocked: string };

/** Each record once, with the fields of its rows. Of an activity, which is still to be made, there is none. */
async function readRecords(
  { vendor, connection }: At,
  known: CallRecords,
  rows: readonly MappingRowView[],
): Promise<Map<CrmObject, Read>> {
  const objects = [...new Set(rows.map(({ object }) => object))];
  const read = objects.map(async (object): Promise<[CrmObject, Read]> => {
    const place = recordFor(known, object);
    if ("blocked" in place) return [object, place];
    const id = place.record;
    if (id === null) return [object, { record: null }];
    const fields = rows.flatMap((row) => (row.object === object ? (row.now ?? []) : []));
    try {
      const reading = callVendor(vendor, connection, (access) =>
        vendor.crm.findRecord(access, object, id, fields),
      );
      const record = await orAfter<CrmRecord | "late" | null>(reading, () => "late");
      if (record === "late") return [object, { blocked: "unavailable" }];
      return [object, record === null ? { blocked: "record_gone" } : { record }];
    } catch (error) {
      if (!(error instanceof VendorFault)) throw error;
      return [object, { blocked: error.code }];
    }
  });
  return new Map(await Promise.all(read));
}
