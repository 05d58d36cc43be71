import { db, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { callVector, segmentVector } from "../words/tsvector.ts";
import { findShownRun } from "../summary/shown-run.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { FLAGS } from "../words/flags.ts";
import { matchCall } from "../match/match-call.server.ts";
import { applyLabelRules, labelNamesOf, lockLabelRules } from "./label-rules.server.ts";

/** Calls that can be found; the others have no entry. */
const FINDABLE: readonly string[] = ["live", "ended", "available"];
const ROWS_PER_UPDATE = 2_000;
/** Rarer words need no row: a word without one is rare (the cut-over of search.server.ts lies far above). */
const KEPT_LEXEMES = 50;

/** Parts of a value that are no words: ids of people, and a side. */
const NO_TEXT = new Set(["owner", "ownerSide", "participantId", "contactId"]);

/** Texts in a typed value of a summary, whatever its shape. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, part]) => (NO_TEXT.has(key) ? [] : textsIn(part)))
    : [];
}

/** The values and quotes of the summary that is shown; an edited section has its edit in their place. */
async function summaryOf(tx: Tx, workspaceId: string, callId: string): Promise<string[]> {
  const run = await findShownRun(tx, { workspaceId, callId });
  if (!run) return [];
  const [outputs, edits] = await Promise.all([
    tx.summaryOutput.findMany({
      where: { workspaceId, runId: run.id },
      select: { section: true, value: true, evidences: { select: { quote: true } } },
      orderBy: { ord: "asc" },
    }),
    run.templateId === null
      ? []
      : tx.summaryEdit.findMany({
          where: { workspaceId, callId, templateId: run.templateId },
          select: { section: true, items: true },
        }),
  ]);
  const edited = new Set(edits.map(({ section }) => section));
  const own = outputs.filter(({ section }) => !edited.has(section));
  const texts = [
    ...own.flatMap(({ value, evidences }) => [
      ...textsIn(value),
      ...evidences.map(({ quote }) => quote),
    ]),
    ...edits.flatMap(valuesOf).flatMap(textsIn),
  ];
  // Of Highlights a text is its own quote: once is enough.
  return [...new Set(texts)];
}

/** Of the items of an edit: their types are no words of anybody. */
const valuesOf = ({ items }: { items: unknown }): unknown[] =>
  Array.isArray(items)
    ? items.map((item: unknown) =>
        typeof item === "object" && item !== null && "value" in item ? item.value : null,
      )
    : [];

/** The document is one for all readers: what is its author's alone stays out of it. */
async function commentsOf(tx: Tx, workspaceId: string, callId: string): Promise<string[]> {
  const found = await tx.comment.findMany({
    where: { workspaceId, callId, deletedAt: null, visibility: { not: "private" } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { body: true },
  });
  return found.map(({ body }) => body);
}

type Said = { no: number; from_version: number; text: string; is_new: boolean };

/**
 * Texts of the current transcript; segments without a search document get one. What a microphone picked up of the other
 * side is found as theirs alone.
 */
async function indexSegments(tx: Tx, workspaceId: string, callId: string): Promise<string[]> {
  const base = await tx.transcript.findFirst({
    where: { workspaceId, callId, isCurrent: true },
    select: { baseId: true },
  });
  if (!base) return [];
  const said = await tx.$queryRaw<Said[]>`
    SELECT no, from_version, text, doc IS NULL AS is_new FROM segment
    WHERE workspace_id = ${workspaceId}::uuid AND base_id = ${base.baseId}::uuid AND to_version IS NULL AND is_final
      AND flags & ${FLAGS.bleed} = 0
    ORDER BY t0_ms, no`;
  const fresh = said.filter((segment) => segment.is_new);
  for (let from = 0; from < fresh.length; from += ROWS_PER_UPDATE) {
    const docs = fresh
      .slice(from, from + ROWS_PER_UPDATE)
      .map(({ no, from_version, text }) => ({ no, from_version, doc: segmentVector(text) }));
    await tx.$executeRaw`
      UPDATE segment s SET doc = r.doc::tsvector
      FROM jsonb_to_recordset(${JSON.stringify(docs)}::jsonb) AS r(no int, from_version int, doc text)
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.base_id = ${base.baseId}::uuid AND s.no = r.no AND s.from_version = r.from_version`;
  }
  return said.map(({ text }) => text);
}

/**
 * Writes a call's search entry and the documents of its current segments (data §2.2, job
 * call.index), and before them its contacts, company, deal and labels by rule; invented history of a demo is
 * matched with nothing. A call that cannot be found any more loses its entry; run twice, it does the same.
 */
export async function writeCallIndex(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> {
  // First of all, as those who change the call do; not against what refers to it.
  await lockCall(tx, { workspaceId, callId });
  // Before the entry, as those who change a rule do: the other way round two could wait for each other.
  const rules = await lockLabelRules(tx, workspaceId);
  // Whoever marks the entry as stale meanwhile waits, and is not overwritten.
  await tx.$queryRaw`SELECT 1 FROM call_search WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid FOR UPDATE`;
  const found = await tx.call.findFirst({
    where: { workspaceId, id: callId },
    select: { state: true, isSample: true },
  });
  if (!found || !FINDABLE.includes(found.state)) {
    await tx.callSearch.deleteMany({ where: { workspaceId, callId } });
    return;
  }
  if (!found.isSample) await matchCall(tx, { workspaceId, callId });
  const call = await tx.call.findFirstOrThrow({
    where: { workspaceId, id: callId },
    select: {
      title: true,
      startedAt: true,
      createdAt: true,
      company: { select: { name: true, reading: true } },
      owner: { select: { name: true } },
      participants: { select: { name: true }, orderBy: { lane: "asc" } },
    },
  });
  const text = {
    title: call.title,
    company:
      call.company === null
        ? null
        : [call.company.name, call.company.reading].filter(Boolean).join(" "),
    people: [...new Set([call.owner.name, ...call.participants.map(({ name }) => name)])],
    summary: await summaryOf(tx, workspaceId, callId),
    comments: [],
    labels: [],
    said: await indexSegments(tx, workspaceId, callId),
  };
  // Rules read the call without its labels, as one label never brings another, and without what people say about it.
  if (rules.length > 0 && !found.isSample)
    await applyLabelRules(tx, { workspaceId, callId }, rules, callVector(text));
  const doc = callVector({
    ...text,
    comments: await commentsOf(tx, workspaceId, callId),
    labels: await labelNamesOf(tx, { workspaceId, callId }),
  });
  const startedAt = call.startedAt ?? call.createdAt;
  await tx.$executeRaw`
    INSERT INTO call_search (workspace_id, call_id, started_at, doc)
    VALUES (${workspaceId}::uuid, ${callId}::uuid, ${startedAt}, ${doc}::tsvector)
    ON CONFLICT (workspace_id, call_id) DO UPDATE SET started_at = excluded.started_at, doc = excluded.doc, is_stale = false`;
}

type Ref = { workspaceId: string; callId: string };

/**
 * Marks a call's entry to be written anew within a minute: for changes that are made while many wait for them, or
 * to many calls at once. A call without an entry gets one.
 */
export async function markStale(tx: Tx, { workspaceId, callId }: Ref): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO call_search (workspace_id, call_id, started_at, doc, is_stale)
    SELECT workspace_id, id, coalesce(started_at, created_at), ''::tsvector, true FROM call
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${callId}::uuid
    ON CONFLICT (workspace_id, call_id) DO UPDATE SET is_stale = true`;
}

/** The same for every call that a member owns: their name is in the entries. */
export async function markStaleOfOwner(
  tx: Tx,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE call_search s SET is_stale = true FROM call c
    WHERE s.workspace_id = ${workspaceId}::uuid AND c.workspace_id = s.workspace_id AND c.id = s.call_id AND c.owner_id = ${memberId}::uuid`;
}

/** The same for every call that has a label: its name is in the entries. */
export async function markStaleOfLabel(
  tx: Tx,
  { workspaceId, labelId }: { workspaceId: string; labelId: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE call_search s SET is_stale = true FROM call_label x
    WHERE s.workspace_id = ${workspaceId}::uuid AND x.workspace_id = s.workspace_id AND x.call_id = s.call_id
      AND x.label_id = ${labelId}::uuid AND x.is_on`;
}

/** The same for every call that a contact is on, or may be by an address of theirs. */
export async function markStaleOfContact(
  tx: Tx,
  workspaceId: string,
  contactId: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE call_search s SET is_stale = true WHERE s.workspace_id = ${workspaceId}::uuid AND s.call_id IN (
      SELECT call_id FROM participant WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid
      UNION SELECT p.call_id FROM contact_address a JOIN participant p ON p.workspace_id = a.workspace_id
        AND (a.kind = 'email' AND lower(p.email) = a.value
          OR a.kind = 'phone' AND right(regexp_replace(p.phone, '[^0-9]', '', 'g'), 9) = a.last9)
        WHERE a.workspace_id = ${workspaceId}::uuid AND a.contact_id = ${contactId}::uuid)`;
}

/** The same for every call that some deals may be about: of their companies, with their people, or linked already. */
export async function markStaleOfDeals(
  tx: Tx,
  workspaceId: string,
  dealIds: readonly string[],
): Promise<void> {
  const ids = [...dealIds];
  await tx.$executeRaw`
    UPDATE call_search s SET is_stale = true WHERE s.workspace_id = ${workspaceId}::uuid AND s.call_id IN (
      SELECT call_id FROM call_deal WHERE workspace_id = ${workspaceId}::uuid AND deal_id = ANY(${ids}::uuid[])
      UNION SELECT c.id FROM deal d JOIN call c ON c.workspace_id = d.workspace_id AND c.company_id = d.company_id
        WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ANY(${ids}::uuid[])
      UNION SELECT p.call_id FROM deal_person dp JOIN participant p ON p.workspace_id = dp.workspace_id AND p.contact_id = dp.contact_id
        WHERE dp.workspace_id = ${workspaceId}::uuid AND dp.deal_id = ANY(${ids}::uuid[]))`;
}

const STALE_PER_ROUND = 300;

/** Writes stale entries anew, newest calls first (sweep). @returns how many */
export async function writeStaleEntries(): Promise<number> {
  const stale = await rows<{ workspace_id: string; call_id: string }>(
    Prisma.sql`SELECT workspace_id, call_id FROM call_search WHERE is_stale ORDER BY started_at DESC LIMIT ${STALE_PER_ROUND}`,
  );
  for (const { workspace_id: workspaceId, call_id: callId } of stale)
    await db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId }));
  return stale.length;
}

/** Counts anew in how many calls each frequent word is said (nightly): search chooses its index by it. */
export async function countLexemes(tx: Tx, workspaceId: string): Promise<number> {
  await tx.lexeme.deleteMany({ where: { workspaceId } });
  return tx.$executeRaw`
    INSERT INTO lexeme (workspace_id, lexeme, calls)
    SELECT ${workspaceId}::uuid, word, ndoc
    FROM ts_stat(format('SELECT doc FROM call_search WHERE workspace_id = %L', ${workspaceId}::uuid))
    WHERE ndoc >= ${KEPT_LEXEMES}`;
}
