import { type CallRow, can, type ClipRow, type LibraryRow } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { Grantee } from "../call/grant.server.ts";

/**
 * Whom an item of this library gives access: everyone, or its owner, its team and who has a role. A personal library gives
 * none (decisions §14): who has a role in it sees there what they can open anyway.
 */
export function granteesOf({ kind, ownerId, teamId, roles }: LibraryRow): Grantee[] {
  if (kind === "personal") return [];
  if (kind === "workspace") return [{ memberId: null, teamId: null }];
  return [
    { memberId: ownerId, teamId: null },
    ...(teamId === null ? [] : [{ memberId: null, teamId }]),
    ...roles
      .filter(
        (role) => role.memberId !== ownerId && (role.teamId === null || role.teamId !== teamId),
      )
      .map((role) => ({ memberId: role.memberId, teamId: role.teamId })),
  ];
}

/** Who reads the library and has the item afterwards, and who of them has it not now. */
export type Gained = { shown: Member[]; gains: Member[] };

const readersOf = (members: readonly Member[], library: LibraryRow): Member[] =>
  members.filter((member) => can(member, "library.read", library));

/**
 * What giving access does: who reads the library and can open the call afterwards, and who of them cannot now. The same
 * rules judge as when they come: a grant that opens nothing for somebody is not counted.
 * @param members every active member
 */
export function gainedBy(
  members: readonly Member[],
  library: LibraryRow,
  call: CallRow,
  grantees: readonly Grantee[] = granteesOf(library),
): Gained {
  const after: CallRow = {
    ...call,
    callGrants: [
      ...call.callGrants,
      ...grantees.map((grantee) => ({ ...grantee, level: "view" as const })),
    ],
  };
  const readers = readersOf(members, library);
  return {
    shown: readers.filter((member) => can(member, "call.read", after)),
    gains: readers.filter(
      (member) => can(member, "call.read", after) && !can(member, "call.read", call),
    ),
  };
}

/** The same of a clip, to which the item itself is the right: no call is opened by it. */
export function gainedByClip(
  members: readonly Member[],
  library: LibraryRow & { id: string },
  clip: ClipRow,
): Gained {
  const elsewhere = clip.items.filter(({ libraryId }) => libraryId !== library.id);
  const before: ClipRow = { ...clip, items: elsewhere };
  const after: ClipRow = { ...clip, items: [...elsewhere, { libraryId: library.id, library }] };
  const readers = readersOf(members, library);
  return {
    shown: readers.filter((member) => can(member, "clip.read", after)),
    gains: readers.filter(
      (member) => can(member, "clip.read", after) && !can(member, "clip.read", before),
    ),
  };
}
