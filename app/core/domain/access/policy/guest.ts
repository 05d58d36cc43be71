import type { Guest } from "../actor.ts";

/**
 * What guests may do, by how they stand with their one call (product §3.3). They are no members with flags:
 * a right of members is never one of theirs, and what is not listed here they may not do.
 */
export const guest = {
  /** How they stand, and nothing else until they are in. */
  "lobby.watch": ["waiting", "admitted", "refused", "left", "removed"],
  "lobby.leave": ["waiting", "admitted"],
  "room.enter": ["admitted"],
  "room.mute": ["admitted"],
} as const satisfies Record<`${string}.${string}`, readonly Guest["state"][]>;
