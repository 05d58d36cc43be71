import * as z from "zod";
import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { listMemberActors } from "#app/core/domain/account/member-actors.server.ts";
import { findPlayerSettings } from "#app/core/domain/account/preferences.server.ts";
import { findLibrary } from "#app/core/domain/library/find-library.server.ts";
import { previewItem } from "#app/core/domain/library/preview.server.ts";
import { clipIdList, giveRoleForm } from "#app/core/domain/library/library.schema.ts";
import { previewClips } from "#app/core/domain/library/many.server.ts";
import { findToAdd, readLibrary } from "#app/core/domain/library/library-reads.server.ts";
import { listRoles, previewRole } from "#app/core/domain/library/roles.server.ts";
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
  const part = { from: query.one("from", seconds), to: query.one("to", seconds) };
  const t0 = part.from === null ? query.one("t0", ms) : part.from * 1000;
  const t1 = part.to === null ? query.one("t1", ms) : part.to * 1000;
  const isReversed = t0 !== null && t1 !== null && t1 <= t0;
  const isRange = t0 !== null && t1 !== null && !isReversed;
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
  const grantee = query.one("role", giveRoleForm.shape.grantee);
  const level = query.one("level", giveRoleForm.shape.level);
  const library = await findLibrary(db, actor, libraryId, "library.read");
  const mayCurate = can(actor, "library.curate", library);
  const mayManage = can(actor, "library.manage", library);
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
      mayManage ? countWorkingLinks(actor, { kind: "library", id: libraryId }) : 0,
    ]);
  const role =
    mayManage && grantee !== null && level !== null
      ? await previewRole(actor, libraryId, { grantee, level })
      : null;
  const isOutside = isRange && preview !== null && t1 > preview.source.durationMs;
  const wanted = query.one("folder", z.uuid());
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
    adds: !mayCurate ? null : isOutside && adds ? { ...adds, t0: null, t1: null } : adds,
    /** The part of a call as the form had it, in seconds, and what is wrong with it. */
    part: {
      ...part,
      code: isReversed ? "range_reversed" : isOutside ? "range_outside" : null,
    } satisfies Part,
    /** What giving a role would do, before it is given. */
    role,
    /** A curator looks for something to add. */
    isPicking: mayCurate && (q !== "" || query.one("panel", z.literal("add")) !== null),
    /** The folder that the address names; what is added goes there. */
    folder: contents.folders.some(({ id }) => id === wanted) ? wanted : null,
    /** Clips and calls that the search found; null while nothing is searched. */
    found,
    q,
  };
}

type Part = {
  from: number | null;
  to: number | null;
  code: "range_reversed" | "range_outside" | null;
};

export type LibraryPageView = Awaited<ReturnType<typeof getLibrary>>;
