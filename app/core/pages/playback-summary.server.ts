import * as z from "zod";
import {
  editSection,
  keepSection,
  takeNewSection,
} from "#app/core/domain/analysis/edit-summary.server.ts";
import { regenerateSummary } from "#app/core/domain/analysis/regenerate.server.ts";
import {
  editSectionForm,
  keepMineForm,
  regenerateForm,
  takeNewForm,
} from "#app/core/domain/summary/run.schema.ts";
import { db } from "#app/core/platform/db.server.ts";
import { type EditedItem, editedItem } from "#app/core/domain/summary/edited-item.ts";
import type {
  EvidenceView,
  SummaryEditView,
  SummarySectionView,
} from "#app/core/domain/summary/summary-views.ts";
import {
  findTemplateVersion,
  type TemplateForRun,
} from "#app/core/domain/template/choose.server.ts";
import { reasonFor } from "#app/core/domain/template/reason.server.ts";
import type { TemplateReason } from "#app/core/domain/template/template-views.ts";
import { findWordsAt } from "#app/core/domain/transcript/words-at.server.ts";
import type { JsonValue, Side } from "#app/core/domain/views.ts";
import { MOSTLY } from "./playback-findings.server.ts";
import { findMedians } from "./playback-medians.server.ts";
import { command } from "./playback-part.server.ts";
import type { PlaybackSource } from "./playback-source.server.ts";
import type { PlaybackSummary, PlaybackTabs } from "./playback-views.ts";

/** What was said, in short, and how the template's sections are filled again and corrected. */
export const summaryPart = {
  load,
  commands: {
    regenerate_summary: command({
      schema: regenerateForm,
      needs: "call.update",
      run: (actor, input, { callId }) => regenerateSummary(actor, callId, input),
    }),
    edit_summary: command({
      schema: editSectionForm,
      needs: "call.update",
      run: (actor, input, { callId }) => editSection(actor, callId, input),
    }),
    take_new_summary: command({
      schema: takeNewForm,
      needs: "call.update",
      run: (actor, input, { callId }) => takeNewSection(actor, callId, input),
    }),
    keep_my_summary: command({
      schema: keepMineForm,
      needs: "call.update",
      run: (actor, input, { callId }) => keepSection(actor, callId, input),
    }),
  },
};

async function load(source: PlaybackSource): Promise<PlaybackTabs["summary"]> {
  const { actor, call } = source;
  const [summary, medians] = await Promise.all([
    source.quoted().then((read) => findSummary(call.workspaceId, call.id, call.participants, read)),
    findMedians(actor, call),
  ]);
  return { summary, reason: await findReason(source, summary), medians };
}

async function findReason(
  { actor, call: { workspaceId, id: callId } }: PlaybackSource,
  summary: PlaybackSummary | null,
): Promise<TemplateReason | null> {
  if (!summary?.template) return null;
  const { id, version } = summary.template;
  const template = await findTemplateVersion(db, workspaceId, id, version);
  return template && reasonFor(actor, { workspaceId, callId }, template);
}

type Person = { id: string; name: string; side: Side };

/**
 * The summary that a call shows, the newest live run that is done, without quotes of which most words are doubted, as
 * `read` shows them; with what people made of its sections.
 */
export async function findSummary(
  workspaceId: string,
  callId: string,
  people: readonly Person[],
  read: (text: string) => string,
): Promise<PlaybackSummary | null> {
  // One look at all of them: a model's run that ends between two would be neither shown nor said to be under way.
  const runs = await db.summaryRun.findMany({
    where: { workspaceId, callId, purpose: "live", state: { in: ["done", "queued", "running"] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, state: true },
  });
  const shown = runs.find(({ state }) => state === "done");
  const run =
    shown &&
    (await db.summaryRun.findUnique({
      where: { workspaceId_id: { workspaceId, id: shown.id } },
      select: summaryRow,
    }));
  if (!run) return null;
  const [template, edits] = await Promise.all([
    run.templateId === null
      ? null
      : findTemplateVersion(db, workspaceId, run.templateId, run.templateVersion ?? 0),
    run.templateId === null ? [] : findEdits({ workspaceId, callId, templateId: run.templateId }),
  ]);
  const { baseId, number } = run.transcript;
  const quotes = run.summaryOutputs.flatMap(({ evidences }) => evidences);
  const words = await findWordsAt({ workspaceId, baseId, number }, quotes);
  const uncertain = new Set(quotes.filter((_, at) => (words[at]?.unsure ?? 0) > MOSTLY));
  const outputs = run.summaryOutputs.flatMap(({ evidences, value, ...output }) => {
    const kept = evidences.filter((evidence) => !uncertain.has(evidence));
    if (evidences.length > 0 && kept.length === 0) return [];
    const evidence = kept.map((each) => quoteOf({ ...each, quote: read(each.quote) }, people));
    return [{ ...output, value: withOwnerName(z.json().parse(value), people), evidence }];
  });
  return {
    engine: run.engine,
    model: run.model,
    template: template && {
      id: template.id,
      version: template.number,
      name: template.name,
      isBuiltIn: template.isBuiltIn,
    },
    isPending: runs.some(({ state }) => state !== "done"),
    sections: template ? sectionsOf(template) : [],
    edits: edits.map(({ seenRunId, items, ...edit }) => ({
      ...edit,
      items: items.map(({ evidence, ...item }) => ({
        ...item,
        evidence: evidence.map(({ baseId: _, ...each }) => quoteOf(each, people)),
      })),
      hasNew: seenRunId !== run.id,
    })),
    state: run.state,
    note: run.note,
    dropped: run.dropped,
    outputs,
    uncertainQuotes: uncertain.size,
    uncertainSections: [
      ...new Set(
        run.summaryOutputs
          .map(({ section }) => section)
          .filter((section) => !outputs.some((output) => output.section === section)),
      ),
    ],
  };
}

const sectionsOf = ({ isBuiltIn, content }: TemplateForRun): SummarySectionView[] =>
  content.sections.map((section) => ({
    key: section.key,
    title: isBuiltIn ? null : section.title,
    type: section.type,
    isRequired: section.required,
    ifNotDiscussed: section.ifNotDiscussed || null,
    options: "options" in section ? section.options.map(({ value }) => value) : [],
    columns: "columns" in section ? section.columns : [],
  }));

type Edit = Omit<SummaryEditView, "hasNew" | "items"> & {
  items: EditedItem[];
  seenRunId: string | null;
};

async function findEdits(where: {
  workspaceId: string;
  callId: string;
  templateId: number;
}): Promise<Edit[]> {
  const found = await db.summaryEdit.findMany({
    where,
    select: {
      ...{ section: true, items: true, version: true, seenRunId: true, updatedAt: true },
      editedBy: { select: { name: true } },
    },
  });
  return found.map(({ items, updatedAt, editedBy, ...edit }) => ({
    ...edit,
    items: editedItem.array().parse(items),
    by: editedBy.name,
    at: updatedAt.toISOString(),
  }));
}

const summaryRow = {
  ...{ id: true, engine: true, model: true, templateId: true, templateVersion: true },
  state: true,
  note: true,
  dropped: true,
  transcript: { select: { baseId: true, number: true } },
  summaryOutputs: {
    orderBy: { ord: "asc" },
    select: {
      id: true,
      section: true,
      ord: true,
      type: true,
      value: true,
      certainty: true,
      whyEmpty: true,
      evidences: {
        orderBy: { ord: "asc" },
        select: {
          ...{ ord: true, segment: true, participantId: true },
          ...{ t0Ms: true, t1Ms: true, quote: true },
        },
      },
    },
  },
} as const;

function quoteOf<Place extends Omit<EvidenceView, "speaker" | "side">>(
  evidence: Place,
  people: readonly Person[],
): Place & Pick<EvidenceView, "speaker" | "side"> {
  const person = people.find(({ id }) => id === evidence.participantId);
  return { ...evidence, speaker: person?.name ?? "", side: person?.side ?? null };
}

/** A task names who does it by id: people read a name. */
function withOwnerName(value: JsonValue, people: readonly Person[]): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const person = people.find(({ id }) => id === value["owner"]);
  return person ? { ...value, ownerName: person.name } : value;
}
