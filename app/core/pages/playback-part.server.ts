import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { commandsFor } from "./commands.ts";

/**
 * A part of the page of a call is one module here: `commands`, what its forms ask for, by intent, and `load`, what it
 * shows, read from a `PlaybackSource`. Its `Panel` is in `ui/features/playback`.
 */
export const { command, table } = commandsFor<Member, Permission, { callId: string }>();
