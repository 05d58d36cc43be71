import { db } from "#app/core/platform/db.server.ts";
import { mayEver, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import {
  eachFact,
  isId,
  kindOfFact,
  NAMED_KINDS,
  type NamedKind,
  nameKey,
  readFacts,
} from "./fact-kinds.ts";

/** The name of one target now, and whether it still has a page that the reader may open. */
type Named = { id: string; name: string; hasPage: boolean };
type FindNames = (actor: Member, ids: string[]) => Promise<Named[]>;
export type Names = ReadonlyMap<string, Omit<Named, "id">>;

const open = (found: { id: string; name: string }[], hasPage = false): Named[] =>
  found.map(({ id, name }) => ({ id, name, hasPage }));
const ofWorkspace = ({ workspaceId }: Member, ids: string[]) => ({ workspaceId, id: { in: ids } });
const byName = { id: true, name: true } as const;

/**
 * How each kind is named, by who may see what of it: names are read now and never kept in an entry. Colleagues, teams and
 * what an admin alone reads of are named to everybody in the workspace; the rest by its noun's own rules. What lies in
 * the trash keeps its name for who may take it out again.
 */
const FIND: Record<NamedKind, FindNames> = {
  member: async (actor, ids) =>
    open(await db.member.findMany({ where: ofWorkspace(actor, ids), select: byName })),
  team: async (actor, ids) =>
    open(await db.team.findMany({ where: ofWorkspace(actor, ids), select: byName })),
  workspace: async ({ workspaceId }, ids) =>
    open(
      await db.workspace.findMany({
        where: { AND: [{ id: workspaceId }, { id: { in: ids } }] },
        select: byName,
      }),
    ),
  call: async (actor, ids) =>
    (await findCalls(actor, { id: { in: ids } })).map(({ id, title, state }) => ({
      ...{ id, name: title, hasPage: state !== "trashed" },
    })),
  recording: async (actor, ids) => {
    const found = await db.recording.findMany({
      where: ofWorkspace(actor, ids),
      select: { id: true, callId: true },
    });
    const calls = await findCalls(actor, { id: { in: found.map(({ callId }) => callId) } });
    return found.flatMap(({ id, callId }) => {
      const call = calls.find((one) => one.id === callId);
      return call ? [{ id, name: call.title, hasPage: call.state !== "trashed" }] : [];
    });
  },
  guest: async (actor, ids) =>
    open(
      await db.guest.findMany({
        where: { ...ofWorkspace(actor, ids), call: visible(actor, "call.read") },
        select: byName,
      }),
    ),
  clip: async (actor, ids) =>
    (
      await db.clip.findMany({
        where: {
          id: { in: ids },
          OR: [visible(actor, "clip.read"), visible(actor, "clip.restore")],
        },
        select: { id: true, title: true, deletedAt: true },
      })
    ).map(({ id, title, deletedAt }) => ({ id, name: title, hasPage: deletedAt === null })),
  library: async (actor, ids) =>
    (
      await db.library.findMany({
        where: {
          id: { in: ids },
          OR: [visible(actor, "library.read"), visible(actor, "library.restore")],
        },
        select: { ...byName, deletedAt: true },
      })
    ).map(({ id, name, deletedAt }) => ({ id, name, hasPage: deletedAt === null })),
  folder: async (actor, ids) =>
    open(
      await db.libraryFolder.findMany({
        where: { ...ofWorkspace(actor, ids), library: visible(actor, "library.read") },
        select: byName,
      }),
    ),
  deal: async (actor, ids) =>
    open(
      await db.deal.findMany({
        where: {
          id: { in: ids },
          OR: [visible(actor, "deal.read"), visible(actor, "deal.restore")],
        },
        select: byName,
      }),
    ),
  deal_stage: async (actor, ids) =>
    open(await db.dealStage.findMany({ where: ofWorkspace(actor, ids), select: byName })),
  contact: async (actor, ids) =>
    open(
      await db.contact.findMany({
        where: { id: { in: ids }, AND: visible(actor, "contact.read") },
        select: byName,
      }),
    ),
  label: async (actor, ids) =>
    open(
      await db.label.findMany({
        where: { id: { in: ids }, AND: visible(actor, "label.read") },
        select: byName,
      }),
    ),
  label_group: async (actor, ids) =>
    open(await db.labelGroup.findMany({ where: ofWorkspace(actor, ids), select: byName })),
  view: async (actor, ids) =>
    open(
      await db.savedView.findMany({
        where: { id: { in: ids }, AND: visible(actor, "view.read") },
        select: byName,
      }),
    ),
  term: async (actor, ids) =>
    (
      await db.term.findMany({
        where: { id: { in: ids }, AND: visible(actor, "term.read") },
        select: { id: true, term: true },
      })
    ).map(({ id, term }) => ({ id, name: term, hasPage: false })),
  term_suggestion: async (actor, ids) =>
    mayEver(actor, "term.change")
      ? (
          await db.termSuggestion.findMany({
            where: ofWorkspace(actor, ids),
            select: { id: true, term: true },
          })
        ).map(({ id, term }) => ({ id, name: term, hasPage: false }))
      : [],
  tracker: async (actor, ids) =>
    open(
      await db.tracker.findMany({
        where: { id: { in: ids }, AND: visible(actor, "tracker.read") },
        select: byName,
      }),
    ),
  template: findTemplates,
  mapping: async (actor, ids) => {
    const found = await db.mapping.findMany({
      where: ofWorkspace(actor, ids),
      select: { id: true, templateId: true },
    });
    return behind(actor, found);
  },
  mapping_row: async (actor, ids) => {
    const found = await db.mappingRow.findMany({
      where: ofWorkspace(actor, ids),
      select: { id: true, mapping: { select: { templateId: true } } },
    });
    return behind(
      actor,
      found.map(({ id, mapping }) => ({ id, templateId: mapping.templateId })),
    );
  },
  connection: async (actor, ids) =>
    mayEver(actor, "connection.manage")
      ? (
          await db.connection.findMany({
            where: ofWorkspace(actor, ids),
            select: { id: true, provider: true },
          })
        ).map(({ id, provider }) => ({ id, name: provider, hasPage: false }))
      : [],
  passkey: async (actor, ids) =>
    open(
      await db.passkey.findMany({
        where: { ...ofWorkspace(actor, ids), identity: { memberId: actor.memberId } },
        select: byName,
      }),
    ),
  // Speech models are called by what they are.
  model: async (_actor, ids) => Promise.resolve(open(ids.map((id) => ({ id, name: id })))),
};

type WhichCalls = { id: { in: string[] } };
const findCalls = (actor: Member, which: WhichCalls) =>
  db.call.findMany({
    where: { ...which, OR: [visible(actor, "call.read"), visible(actor, "call.restore")] },
    select: { id: true, title: true, state: true },
  });

/** Drafts and what is archived are for who may change templates. */
async function findTemplates(actor: Member, ids: string[]): Promise<Named[]> {
  const found = await db.template.findMany({
    where: {
      workspaceId: actor.workspaceId,
      id: { in: ids.map(Number).filter((id) => Number.isInteger(id) && id < 2 ** 31) },
      ...(!mayEver(actor, "template.manage") && {
        archivedAt: null,
        versions: { some: { state: "published" as const } },
      }),
    },
    select: { id: true, name: true },
  });
  return open(found.map(({ id, name }) => ({ id: String(id), name })));
}

/** Mappings and their rows go by the name of their template. */
async function behind(
  actor: Member,
  found: { id: string; templateId: number }[],
): Promise<Named[]> {
  const templates = await findTemplates(
    actor,
    found.map(({ templateId }) => String(templateId)),
  );
  return found.flatMap(({ id, templateId }) => {
    const template = templates.find((one) => one.id === String(templateId));
    return template ? [{ ...template, id }] : [];
  });
}

type Entry = {
  target_kind: string | null;
  target: string | null;
  before: string | null;
  after: string | null;
};
const NUMBERED: readonly NamedKind[] = ["template"];
const CALLED: readonly NamedKind[] = ["model"];
const fits = (kind: NamedKind, id: string): boolean =>
  CALLED.includes(kind) || (NUMBERED.includes(kind) ? /^\d{1,10}$/.test(id) : isId(id));

/** What a target's kind is named by; undefined for one that has no names, such as a session. */
export const namedKind = (kind: string | null): NamedKind | undefined =>
  NAMED_KINDS.find((one) => one === kind);

/** Everything that some entries name by an id: their targets, and what their facts say. */
function idsIn(entries: readonly Entry[]): Map<NamedKind, Set<string>> {
  const all = new Map<NamedKind, Set<string>>();
  const add = (kind: NamedKind | undefined, value: unknown) => {
    const id = typeof value === "number" ? String(value) : value;
    if (kind === undefined || typeof id !== "string" || !fits(kind, id)) return;
    all.set(kind, (all.get(kind) ?? new Set()).add(id));
  };
  for (const { target_kind, target, before, after } of entries) {
    add(namedKind(target_kind), target);
    for (const [name, value] of [before, after].flatMap((json) => eachFact(readFacts(json))))
      for (const one of [value].flat()) add(kindOfFact(name), one);
  }
  return all;
}

/** The names of all that entries speak of, as far as they are the reader's to know; by `nameKey`. */
export async function findNames(actor: Member, entries: readonly Entry[]): Promise<Names> {
  const found = await Promise.all(
    [...idsIn(entries)].map(async ([kind, ids]) =>
      (await FIND[kind](actor, [...ids])).map(
        ({ id, ...named }) => [nameKey(kind, id), named] as const,
      ),
    ),
  );
  return new Map(found.flat());
}
