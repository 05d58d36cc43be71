import * as z from "zod";
import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { listMemberActors } from "#app/core/domain/account/member-actors.server.ts";
import { findPlayerSettings } from "#app/core/domain/account/preferences.server.ts";
import { findLibrary } from "#app/core/domain/library/find-library.server.ts";
import { previewItem } from "#app/core/domain/library/preview.server.ts";
import { clipIdList } from "#app/core/domain/library/library.schema.ts";
import { previewClips } from "#app/core/domain/library/many.server.ts";
import { findToAdd, readLibrary } from "#app/core/domain/library/library-reads.server.ts";
import { listRoles } from "#app/core/domain/library/roles.server.ts";
import { listOwnViewings, listViewings } from "#app/core/domain/viewing/viewing-reads.server.ts";
import { readQuery } from "#app/core/domain/list/list-query.ts";
import { countWorkingLinks } from "#app/core/domain/share/working-links.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { LibrariesView } from "./libraries.server.ts";

const seconds = z.coerce.number().int().min(0).max(86_400);
const ms = z.coerce.number().int().min(0).max(86_400_000);

/**
 * A library with its items and people.
 * @param search `add` (a call), `t0`, `t1` in ms or `from`, `to` in seconds, `clip`, or `clips`: what is about to be added; `q`:
 * words of its title
 * @throws DomainError `not_found`, also for what is to be added and is not there
 */
export async function getLibrary(actor: Member, libraryId: string, search: URLSearchParams) {
  const query = readQuery(search);
  const callId = query.one("add", z.uuid());
  // The form of a part speaks of seconds.
  const [from, to] = [query.one("from", seconds), query.one("to", seconds)];
  const t0 = from === null ? query.one("t0", ms) : from * 1000;
  const t1 = to === null ? query.one("t1", ms) : to * 1000;
  const isRange = t0 !== null && t1 !== null && t1 > t0;
  const clipId = query.one("clip", z.uuid());
  const clipIds = query.one("clips", clipIdList);
  const nothing = { callId: null, clipId: null, clips: null, t0: null, t1: null };
  const adds: LibrariesView["adds"] =
    clipIds !== null
      ? { ...nothing, clips: clipIds.join(",") }
      : clipId !== null
        ? { ...nothing, clipId }
        : callId !== null
          ? { ...nothing, callId, t0: isRange ? t0 : null, t1: isRange ? t1 : null }
          : null;
  const q = query.text("q", 120);
  const library = await findLibrary(db, actor, libraryId, "library.read");
  const mayCurate = can(actor, "library.curate", library);
  const [contents, people, members, settings, preview, many, found, required, own, workingLinks] =
    await Promise.all([
      readLibrary(actor, libraryId),
      listRoles(actor, libraryId),
      listMemberActors(actor.workspaceId),
      findPlayerSettings(actor),
      mayCurate && adds !== null && clipIds === null
        ? previewItem(actor, libraryId, { ...adds, t0Ms: adds.t0, t1Ms: adds.t1 })
        : null,
      mayCurate && clipIds !== null ? previewClips(actor, libraryId, clipIds) : null,
      mayCurate && q !== "" ? findToAdd(actor, q) : null,
      listViewings(actor, libraryId),
      listOwnViewings(actor, libraryId),
      can(actor, "library.manage", library)
        ? countWorkingLinks(actor, { kind: "library", id: libraryId })
        : 0,
    ]);
  return {
    ...contents,
    ...people,
    ...required,
    mayRequire: can(actor, "library.require"),
    /** What the reader is to hear and has not. */
    own,
    /** For who may delete the library: how many links stop with it. */
    workingLinks,
    /** How many members can open the library. */
    readers: members.filter((member) => can(member, "library.read", library)).length,
    settings,
    /** What is about to be added, and what that does; `many`: the same of several clips. */
    preview,
    many,
    adds: mayCurate ? adds : null,
    /** Clips and calls that the search found; null while nothing is searched. */
    found,
    q,
  };
}

export type LibraryPageView = Awaited<ReturnType<typeof getLibrary>>;
