import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { bulkCommands } from "./bulk-commands.server.ts";
import { commandsFor } from "./commands.ts";
import type { ListAddress } from "./recordings-selection.server.ts";
import { uploadCommands } from "./upload-commands.server.ts";
import { viewCommands } from "./view-commands.server.ts";

/** What the page of the recordings may ask for: of the calls that are selected, of an upload that stands still, and of how they are listed. */
export const recordingsCommands = commandsFor<Member, Permission, ListAddress>().table({
  ...bulkCommands,
  ...uploadCommands.commands,
  ...viewCommands,
});
