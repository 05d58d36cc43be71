import * as z from "zod";
import { can, demand } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { listLibraries } from "#app/core/domain/library/library-reads.server.ts";
import { clipIdList, LIBRARY_KINDS } from "#app/core/domain/library/library.schema.ts";
import { teamChoices } from "#app/core/domain/library/library-writes.server.ts";
import { listDays } from "#app/core/domain/viewing/viewing-reads.server.ts";
import { listAsked } from "#app/core/domain/library/wishes.server.ts";
import { readQuery } from "#app/core/domain/list/list-query.ts";
import type { PersonRef } from "#app/core/domain/views.ts";

const kind = z.enum(LIBRARY_KINDS);

/**
 * The libraries the actor may read, and what waits for their word.
 * @param search `kind`, `q`; `add` (a call), `t0`, `t1`, `clip`, or `clips`: what is on its way into one of them
 * @throws DomainError `forbidden`
 */
export async function getLibraries(actor: Member, search: URLSearchParams) {
  demand(actor, "library.list");
  const query = readQuery(search);
  const asked = { kind: query.one("kind", kind), q: query.text("q", 80) };
  const [callId, clipId] = [query.one("add", z.uuid()), query.one("clip", z.uuid())];
  const clips = query.one("clips", clipIdList)?.join(",") ?? null;
  const isAdding = callId !== null || clipId !== null || clips !== null;
  const range = { t0: query.one("t0", ms), t1: query.one("t1", ms) };
  const mayPublish = can(actor, "library.publish");
  const [libraries, wishes, days, teams] = await Promise.all([
    listLibraries(actor, asked),
    listAsked(actor),
    listDays(actor),
    mayPublish ? teamChoices(actor) : ([] as PersonRef[]),
  ]);
  return {
    ...asked,
    libraries: libraries
      .filter(({ mayCurate }) => !isAdding || mayCurate)
      .map((library) => ({ ...library, required: nextOf(library.id, days) })),
    wishes,
    teams,
    mayPublish,
    /** What is on its way into one of them: a call, a range of it in ms, a clip, or several clips, "id,id". */
    adds: isAdding ? { callId: clipId === null ? callId : null, clipId, clips, ...range } : null,
    ignored: query.ignored("saved"),
  };
}

/** How many required viewings a library has for the reader, and by which day the next one is due. */
function nextOf(
  libraryId: string,
  days: readonly { libraryId: string; dueOn: string }[],
): { count: number; dueOn: string } | null {
  const mine = days.filter((one) => one.libraryId === libraryId).map(({ dueOn }) => dueOn);
  const [dueOn] = mine.toSorted();
  return dueOn === undefined ? null : { count: mine.length, dueOn };
}

export type LibrariesView = Awaited<ReturnType<typeof getLibraries>>;

const ms = z.coerce.number().int().min(0).max(86_400_000);
