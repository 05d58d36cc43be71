import { now } from "#app/core/platform/clock.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { isCrmFieldType, isCrmObject } from "../connection/connection-types.ts";
import { findTemplateVersion } from "../template/choose.server.ts";
import { addressedTo } from "./addressed.ts";
import type { CrmProviders } from "./crm-access.server.ts";
import { outOfBox, theirsSchema } from "./crm-value.ts";
import type { CrmChanges, CrmEvidence, CrmGroupView, CrmTab, CrmWriteView } from "./crm-views.ts";
import { type CallForCrm, findCallForCrm } from "./call-for-crm.server.ts";
import { addedBefore, fieldOf, targetIn, type TargetContext } from "./target.server.ts";
import { decidedBy, mayDecide } from "./who-decides.server.ts";
import { writeRow } from "./write-row.server.ts";
import { isOneOf, WAITING, type WriteState } from "./write-state.ts";

/** What a tab shows: what waits for a decision, or is just being written; what is done; what was let go. */
const TAB_STATES: Record<CrmTab, readonly WriteState[]> = {
  waiting: [...WAITING, "blocked", "dry_run", "approved", "writing"],
  written: ["written", "reverted"],
  rejected: ["rejected"],
  expired: ["expired"],
};
const MOST = 200;

const row = {
  ...writeRow,
  row: { select: { section: true, mapping: { select: { crm: true, dryRunLeft: true } } } },
  connection: { select: { provider: true, apiUrl: true, accountId: true } },
  decidedBy: { select: { name: true } },
  log: {
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { state: true, createdAt: true, by: { select: { name: true } } },
  },
  call: {
    select: {
      ...callAccess,
      ...{ id: true, title: true, startedAt: true, durationMs: true, strip: true },
      company: { select: { name: true } },
      owner: { select: { name: true } },
    },
  },
} as const satisfies Prisma.CrmWriteSelect;
type Row = Prisma.CrmWriteGetPayload<{ select: typeof row }>;

const inStates = (tab: CrmTab): Prisma.CrmWriteWhereInput => ({
  state: { in: [...TAB_STATES[tab]] },
});
/** What the actor decided just now stays where it was, with its undo. */
const KEPT_MS = 10 * 60_000;
const waitingOr = ({ memberId }: Member): Prisma.CrmWriteWhereInput => ({
  OR: [
    inStates("waiting"),
    {
      decidedById: memberId,
      decidedAt: { gte: new Date(now().getTime() - KEPT_MS) },
      state: { in: ["written", "reverted", "rejected"] },
    },
  ],
});

/**
 * The changes that are the actor's to decide, by call and record, and how many there are of each kind.
 * @param providers know the pages of their records
 */
export async function listChanges(
  providers: CrmProviders,
  actor: Member,
  tab: CrmTab,
): Promise<CrmChanges> {
  const mine = addressedTo(actor);
  const [found, waiting, written, rejected, expired] = await Promise.all([
    db.crmWrite.findMany({
      where: { AND: [mine, tab === "waiting" ? waitingOr(actor) : inStates(tab)] },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      take: MOST,
      select: row,
    }),
    ...(["waiting", "written", "rejected", "expired"] as const).map((one) =>
      db.crmWrite.count({
        where: {
          AND: [mine, { state: { in: one === "waiting" ? [...WAITING] : [...TAB_STATES[one]] } }],
        },
      }),
    ),
  ]);
  const groups = await groupsOf(providers, actor, found);
  return {
    ...{ tab, groups },
    counts: {
      waiting: waiting ?? 0,
      written: written ?? 0,
      rejected: rejected ?? 0,
      expired: expired ?? 0,
    },
  };
}

/**
 * Everything that one call says about records of CRMs, and what became of it.
 * @throws DomainError `not_found`
 */
export async function listChangesOf(
  providers: CrmProviders,
  actor: Member,
  callId: string,
): Promise<CrmGroupView[]> {
  const call = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "crm.read") },
    select: callAccess,
  });
  authorise(actor, "crm.read", call);
  const found = await db.crmWrite.findMany({
    where: { workspaceId: actor.workspaceId, callId, state: { not: "superseded" } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MOST,
    select: row,
  });
  return groupsOf(providers, actor, found);
}

async function groupsOf(
  providers: CrmProviders,
  actor: Member,
  found: readonly Row[],
): Promise<CrmGroupView[]> {
  const [evidence, implied, templates] = await Promise.all([
    evidenceOf(actor.workspaceId, found),
    impliedOf(actor.workspaceId, found),
    templatesOf(actor.workspaceId, found),
  ]);
  const [fields, calls] = [
    new Map<string, Promise<Field>>(),
    new Map<string, Promise<CallForCrm>>(),
  ];
  const once = <T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>) => {
    const made = known.get(key) ?? find();
    known.set(key, made);
    return made;
  };
  const views = new Map<string, CrmWriteView>();
  for (const write of found) {
    const { id, callId, connectionId, object, field } = write;
    const isImplied = implied.has(`${write.runId ?? ""} ${write.row.section}`);
    const [known, call, added] = await Promise.all([
      once(fields, [connectionId, object, field].join(" "), () => fieldOf(write)),
      once(calls, callId, () => findCallForCrm(db, write)),
      isOpenState(write.state) ? addedBefore(write) : null,
    ]);
    views.set(id, {
      ...viewOf(actor, write, { ...call, field: known, added }),
      ...{ isImplied, evidence: evidence.get(id) ?? [], template: templates(write) },
    });
  }
  const groups = Map.groupBy(
    found.filter(isLast(found)),
    ({ callId, row: { mapping }, object, record }) =>
      [callId, mapping.crm, object, record ?? ""].join(" "),
  );
  return [...groups].flatMap(([key, writes]): CrmGroupView[] => {
    const [first] = writes;
    if (!first) return [];
    const { call, object, record, recordLabel, connection } = first;
    const port = connection === null ? undefined : providers[connection.provider]?.crm;
    return [
      {
        ...{ key, callId: first.callId, title: call.title, company: call.company?.name ?? null },
        ...{ startedAt: call.startedAt?.toISOString() ?? null, durationMs: call.durationMs },
        strip: call.strip === null ? null : Buffer.from(call.strip).toString("base64"),
        ...{ crm: first.row.mapping.crm, object, record, recordLabel },
        recordUrl:
          connection === null || record === null || !isCrmObject(object)
            ? null
            : (port?.recordUrl(connection, object, record) ?? null),
        writes: writes.flatMap(({ id }) => views.get(id) ?? []),
      },
    ];
  });
}

/** What was said no to and then waited once more is shown once. */
const isLast =
  (found: readonly Row[]) =>
  ({ id, callId, rowId, record, state, fault }: Row): boolean =>
    state !== "rejected" ||
    fault !== null ||
    !found.some(
      (other) =>
        other.id > id &&
        other.callId === callId &&
        other.rowId === rowId &&
        other.record === record,
    );

type Field = Awaited<ReturnType<typeof fieldOf>>;

/** What the field will hold is still to be seen. */
const isOpenState = (state: WriteState): boolean =>
  !isOneOf(["written", "reverted", "revert_conflict"], state);

function viewOf(
  actor: Member,
  write: Row,
  context: TargetContext,
): Omit<CrmWriteView, "evidence" | "isImplied" | "template"> {
  const { call, state, fieldType } = write;
  const before = outOfBox(write.before);
  const theirs = theirsSchema.safeParse(write.theirs).data ?? null;
  const isOpen = isOpenState(state);
  const target = isOpen && state !== "blocked" ? targetIn(write, before, context) : null;
  const { options } = context.field;
  const canDecide = mayDecide(actor, write);
  return {
    ...{ id: write.id, version: write.version, callId: write.callId, state },
    ...{ fieldLabel: write.fieldLabel, rule: write.rule, review: write.review },
    type: isCrmFieldType(fieldType) ? fieldType : "other",
    ...{ before, proposed: outOfBox(write.edited ?? write.proposed), theirs },
    after: isOpen ? (target && "after" in target ? target.after : null) : outOfBox(write.after),
    ...{ fault: write.fault, faultDetail: write.faultDetail },
    options: options
      .filter(({ isActive }) => isActive)
      .map(({ value, label }) => ({ value, label })),
    readAt: write.createdAt.toISOString(),
    expiresAt: write.expiresAt.toISOString(),
    writtenAt: write.writtenAt?.toISOString() ?? null,
    decidedBy: write.decidedBy?.name ?? null,
    steps: write.log.map((step) => ({
      ...{ state: step.state, at: step.createdAt.toISOString(), by: step.by?.name ?? null },
    })),
    canDecide,
    isSending: write.row.mapping.dryRunLeft === 0,
    canRevert: can(actor, "crm.revert", call),
    waitsFor: canDecide ? null : decidedBy(write) === "crm.review" ? call.owner.name : "",
  };
}

async function evidenceOf(
  workspaceId: string,
  found: readonly Row[],
): Promise<Map<string, CrmEvidence[]>> {
  const rows = await db.evidence.findMany({
    where: { workspaceId, ownerKind: "crm_write", ownerId: { in: found.map(({ id }) => id) } },
    orderBy: { ord: "asc" },
    select: {
      ...{ ownerId: true, t0Ms: true, t1Ms: true, quote: true },
      participant: { select: { name: true, side: true } },
    },
  });
  return new Map(
    [...Map.groupBy(rows, ({ ownerId }) => ownerId)].map(([id, ofWrite]) => [
      id,
      ofWrite.map(({ t0Ms, t1Ms, quote, participant }) => ({
        ...{ t0Ms, t1Ms, quote, name: participant?.name ?? "", side: participant?.side ?? null },
      })),
    ]),
  );
}

/** Sections of runs that say something only between the lines. */
async function impliedOf(workspaceId: string, found: readonly Row[]): Promise<Set<string>> {
  const runIds = [...new Set(found.flatMap(({ runId }) => runId ?? []))];
  if (runIds.length === 0) return new Set();
  const outputs = await db.summaryOutput.groupBy({
    by: ["runId", "section", "certainty"],
    where: { workspaceId, runId: { in: runIds } },
  });
  const keys = (certainty: string) =>
    outputs.flatMap((one) => (one.certainty === certainty ? [`${one.runId} ${one.section}`] : []));
  const said = new Set(keys("said"));
  return new Set(keys("implied").filter((key) => !said.has(key)));
}

async function templatesOf(workspaceId: string, found: readonly Row[]) {
  const keys = [
    ...new Set(found.map(({ templateId, templateVersion }) => `${templateId} ${templateVersion}`)),
  ];
  const known = new Map(
    await Promise.all(
      keys.map(async (key) => {
        const [id = 0, number = 0] = key.split(" ").map(Number);
        return [key, await findTemplateVersion(db, workspaceId, id, number)] as const;
      }),
    ),
  );
  return ({ templateId, templateVersion, row: { section } }: Row): CrmWriteView["template"] => {
    const template = known.get(`${templateId} ${templateVersion}`);
    if (!template) return null;
    const { content, name, number } = template;
    const title = content.sections.find(({ key }) => key === section)?.title ?? "";
    return { name, version: number, section: title };
  };
}
