import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { can, demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { DAY_MS, REQUIRED_DAYS } from "../library/required-days.ts";
import { dayText } from "../review/due-day.ts";
import {
  isWaiting,
  type KnownItems,
  listenersOf,
  progressOf,
  type ViewingRow,
  viewingRow,
} from "./progress.server.ts";
import { leads, mayRequireOf } from "./listeners.ts";
import type { OwnViewing, ViewingView } from "./viewing-views.ts";

/** What of it the actor may know: of whom they lead, and of themselves. Null where that is nobody. */
async function viewFor(
  actor: Member,
  viewing: ViewingRow,
  members: readonly Member[],
  known: KnownItems = new Map(),
): Promise<ViewingView | null> {
  const led = new Set(
    members.filter((member) => leads(actor, member)).map(({ memberId }) => memberId),
  );
  const progress = await progressOf(viewing, members, { lead: actor, known });
  const people = progress.filter(({ memberId }) => led.has(memberId));
  if (people.length === 0 && viewing.byId !== actor.memberId) return null;
  return {
    ...{ requiredId: viewing.id, folderId: viewing.folderId, by: viewing.by.name, people },
    ...{ name: viewing.team?.name ?? viewing.member?.name ?? "", isTeam: viewing.teamId !== null },
    ...{ includesLater: viewing.includesLater, dueOn: dayText(viewing.dueOn) ?? "" },
  };
}

/**
 * What of a library is to be heard, the next day first, with the progress of those whom the actor leads; and of whom they
 * may ask it: `team:` or `member:` and the id.
 * @throws DomainError `not_found`
 */
export async function listViewings(
  actor: Member,
  libraryId: string,
): Promise<{ viewings: ViewingView[]; listenerChoices: { id: string; name: string }[] }> {
  if (!can(actor, "library.require")) return { viewings: [], listenerChoices: [] };
  const { workspaceId } = actor;
  const [found, members, teams, library] = await Promise.all([
    db.requiredViewing.findMany({
      where: {
        ...{ workspaceId, libraryId, deletedAt: null, dueOn: { gt: sinceDay() } },
        library: visible(actor, "library.read"),
      },
      orderBy: [{ dueOn: "asc" }, { id: "asc" }],
      select: viewingRow,
    }),
    listMemberActors(workspaceId),
    db.team.findMany({
      where: { workspaceId, deletedAt: null },
      orderBy: { name: "asc" },
      select: { id: true, name: true },
    }),
    db.library.findFirst({
      where: { id: libraryId, AND: visible(actor, "library.read") },
      select: viewingRow.library.select,
    }),
  ]);
  if (!library) throw new DomainError("not_found");
  const views = [];
  const known: KnownItems = new Map();
  for (const viewing of found) views.push(await viewFor(actor, viewing, members, known));
  return {
    viewings: views.filter((view) => view !== null),
    listenerChoices: [
      ...teams
        .filter(({ id }) => mayRequireOf(actor, { memberId: null, teamId: id }, members))
        .map(({ id, name }) => ({ id: `team:${id}`, name })),
      ...members
        .filter((member) => leads(actor, member) && can(member, "library.read", library))
        .map(({ memberId, name }) => ({ id: `member:${memberId}`, name })),
    ],
  };
}

/** What the actor is to hear and has not, the next day first. Nobody sees it through their eyes. */
export async function listOwnViewings(actor: Member, libraryId?: string): Promise<OwnViewing[]> {
  const { workspaceId, memberId } = actor;
  if (actor.impersonator !== null) return [];
  const found = await db.requiredViewing.findMany({
    where: {
      ...{ workspaceId, deletedAt: null, ...(libraryId !== undefined && { libraryId }) },
      dueOn: { gt: sinceDay() },
      listeners: { some: { memberId, completedAt: null } },
      library: visible(actor, "library.read"),
    },
    orderBy: [{ dueOn: "asc" }, { id: "asc" }],
    select: viewingRow,
  });
  const own: OwnViewing[] = [];
  const known: KnownItems = new Map();
  for (const viewing of found) {
    const [mine] = await progressOf(viewing, [actor], { known });
    if (mine && isWaiting(mine))
      own.push({
        ...{ requiredId: viewing.id, libraryId: viewing.libraryId, library: viewing.library.name },
        ...{ folderId: viewing.folderId, folder: viewing.folder?.name ?? null },
        ...{ by: viewing.by.name, dueOn: dayText(viewing.dueOn) ?? "" },
        ...{ heard: mine.heard, total: mine.total, state: mine.state },
      });
  }
  return own;
}

/** Libraries with the days by which something of them is to be heard: by the actor, or by people they lead who are not through. */
export async function listDays(actor: Member): Promise<{ libraryId: string; dueOn: string }[]> {
  const own = await listOwnViewings(actor);
  const days = new Map(
    own.map(({ requiredId, libraryId, dueOn }) => [requiredId, { libraryId, dueOn }]),
  );
  if (!can(actor, "library.require")) return [...days.values()];
  const found = await db.requiredViewing.findMany({
    where: {
      ...{ workspaceId: actor.workspaceId, deletedAt: null, dueOn: { gt: sinceDay() } },
      listeners: { some: { completedAt: null } },
      library: visible(actor, "library.read"),
    },
    select: viewingRow,
  });
  if (found.length === 0) return [...days.values()];
  const members = await listMemberActors(actor.workspaceId);
  const led = new Set(
    members.filter((member) => leads(actor, member)).map(({ memberId }) => memberId),
  );
  for (const viewing of found) {
    const { id, libraryId, dueOn, listeners } = viewing;
    const isDone = new Set(
      listeners.filter((one) => one.completedAt !== null).map(({ memberId }) => memberId),
    );
    const waiting = listenersOf(viewing, members).filter(({ memberId }) => !isDone.has(memberId));
    if (waiting.some(({ memberId }) => led.has(memberId)))
      days.set(id, { libraryId, dueOn: dayText(dueOn) ?? "" });
  }
  return [...days.values()];
}

/** Viewings of a day before this one are over. */
const sinceDay = (): Date => new Date(now().getTime() - REQUIRED_DAYS * DAY_MS);

/**
 * Who of those the actor leads has not heard it yet, for a file.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function readWaiting(
  actor: Member,
  libraryId: string,
  requiredId: string,
): Promise<ViewingView & { library: string }> {
  demand(actor, "library.require");
  const { workspaceId } = actor;
  const viewing = await db.requiredViewing.findFirst({
    where: {
      ...{ workspaceId, libraryId, id: requiredId, deletedAt: null },
      library: visible(actor, "library.read"),
    },
    select: viewingRow,
  });
  const view = viewing && (await viewFor(actor, viewing, await listMemberActors(workspaceId)));
  if (!viewing || !view) throw new DomainError("not_found");
  const people = view.people.filter(({ state }) => state !== "done");
  await db.$transaction((tx) =>
    record(
      tx,
      actor,
      "list.exported",
      { kind: "library", id: libraryId },
      { after: { list: "required_viewing", rows: people.length } },
    ),
  );
  return { ...view, people, library: viewing.library.name };
}
