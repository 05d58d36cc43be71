import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  acceptItemForm,
  makeLibraryForm,
  ofItem,
  ofLibrary,
} from "#app/core/domain/library/library.schema.ts";
import {
  followLibrary,
  makeLibrary,
  restoreLibrary,
} from "#app/core/domain/library/library-writes.server.ts";
import { acceptItem, declineItem } from "#app/core/domain/library/wishes.server.ts";
import { commandsFor } from "./commands.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onLibrary = commandOn(ofLibrary, "libraryId");
const onItem = commandOn(ofItem, "itemId");

/** What the list of libraries may ask for. */
export const librariesCommands = table({
  make_library: command({ schema: makeLibraryForm, needs: "library.make", run: makeLibrary }),
  restore_library: onLibrary("library.make", restoreLibrary),
  follow: onLibrary("library.list", (actor, id) => followLibrary(actor, id, true)),
  unfollow: onLibrary("library.list", (actor, id) => followLibrary(actor, id, false)),
  accept_item: command({ schema: acceptItemForm, needs: "call.share", run: acceptItem }),
  decline_item: onItem("call.share", declineItem),
});
