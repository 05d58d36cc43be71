import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { changeFolder, makeFolder, removeFolder } from "#app/core/domain/library/folders.server.ts";
import {
  addItem,
  noteItem,
  removeItem,
  restoreItem,
} from "#app/core/domain/library/items.server.ts";
import {
  addClipsForm,
  addItemForm,
  askItemForm,
  changeFolderForm,
  changeLibraryForm,
  giveRoleForm,
  makeFolderForm,
  moveItemForm,
  noteItemForm,
  ofItem,
  placeForm,
  removeFolderForm,
  takeBackRoleForm,
} from "#app/core/domain/library/library.schema.ts";
import { addClips } from "#app/core/domain/library/many.server.ts";
import {
  changeLibrary,
  deleteLibrary,
  followLibrary,
} from "#app/core/domain/library/library-writes.server.ts";
import { moveItem } from "#app/core/domain/library/places.server.ts";
import { keepPlace, openItem } from "#app/core/domain/library/plays.server.ts";
import { giveRole, takeBackRole } from "#app/core/domain/library/roles.server.ts";
import { askItem } from "#app/core/domain/library/wishes.server.ts";
import {
  changeViewingForm,
  ofViewing,
  requireForm,
} from "#app/core/domain/viewing/viewing.schema.ts";
import {
  changeViewing,
  endViewing,
  lookSoon,
  remindListeners,
  requireViewing,
  restoreViewing,
} from "#app/core/domain/viewing/viewing-writes.server.ts";
import * as z from "zod";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, { libraryId: string }>();
const needs = "library.make";
const nothing = z.object({});
const requires = "library.require";

/** What the page of a library may ask for; what of it a member may is asked of the library. */
export const libraryCommands = table({
  change_library: command({
    ...{ schema: changeLibraryForm, needs },
    run: (actor, input, { libraryId }) => changeLibrary(actor, libraryId, input),
  }),
  delete_library: command({
    ...{ schema: nothing, needs },
    run: (actor, _, { libraryId }) => deleteLibrary(actor, libraryId),
  }),
  follow: command({
    ...{ schema: nothing, needs: "library.list" },
    run: (actor, _, { libraryId }) => followLibrary(actor, libraryId, true),
  }),
  unfollow: command({
    ...{ schema: nothing, needs: "library.list" },
    run: (actor, _, { libraryId }) => followLibrary(actor, libraryId, false),
  }),
  give_role: command({
    ...{ schema: giveRoleForm, needs },
    run: (actor, input, { libraryId }) => giveRole(actor, libraryId, input),
  }),
  take_back_role: command({
    ...{ schema: takeBackRoleForm, needs },
    run: (actor, { roleId }, { libraryId }) => takeBackRole(actor, libraryId, roleId),
  }),
  make_folder: command({
    ...{ schema: makeFolderForm, needs },
    run: (actor, input, { libraryId }) => makeFolder(actor, libraryId, input),
  }),
  change_folder: command({
    ...{ schema: changeFolderForm, needs },
    run: (actor, input, { libraryId }) => changeFolder(actor, libraryId, input),
  }),
  remove_folder: command({
    ...{ schema: removeFolderForm, needs },
    run: (actor, { folderId }, { libraryId }) => removeFolder(actor, libraryId, folderId),
  }),
  add_item: command({
    ...{ schema: addItemForm, needs },
    run: (actor, input, { libraryId }) => addItem(actor, libraryId, input),
  }),
  add_clips: command({
    ...{ schema: addClipsForm, needs },
    run: (actor, input, { libraryId }) => addClips(actor, libraryId, input),
  }),
  ask_item: command({
    ...{ schema: askItemForm, needs },
    run: (actor, input, { libraryId }) => askItem(actor, libraryId, input),
  }),
  move_item: command({
    ...{ schema: moveItemForm, needs },
    run: (actor, input, { libraryId }) => moveItem(actor, libraryId, input),
  }),
  note_item: command({
    ...{ schema: noteItemForm, needs },
    run: (actor, input, { libraryId }) => noteItem(actor, libraryId, input),
  }),
  remove_item: command({
    ...{ schema: ofItem, needs },
    run: (actor, { itemId }, { libraryId }) => removeItem(actor, libraryId, itemId),
  }),
  restore_item: command({
    ...{ schema: ofItem, needs },
    run: (actor, { itemId }, { libraryId }) => restoreItem(actor, libraryId, itemId),
  }),
  require_viewing: command({
    ...{ schema: requireForm, needs: requires },
    run: (actor, input, { libraryId }) => requireViewing(actor, libraryId, input),
  }),
  change_viewing: command({
    ...{ schema: changeViewingForm, needs: requires },
    run: (actor, input, { libraryId }) => changeViewing(actor, libraryId, input),
  }),
  end_viewing: command({
    ...{ schema: ofViewing, needs: requires },
    run: (actor, { requiredId }, { libraryId }) => endViewing(actor, libraryId, requiredId),
  }),
  restore_viewing: command({
    ...{ schema: ofViewing, needs: requires },
    run: (actor, { requiredId }, { libraryId }) => restoreViewing(actor, libraryId, requiredId),
  }),
  remind_listeners: command({
    ...{ schema: ofViewing, needs: requires },
    run: (actor, { requiredId }, { libraryId }) => remindListeners(actor, libraryId, requiredId),
  }),
});

const { command: ofPlayer, table: playerTable } = commandsFor<
  Member,
  Permission,
  { libraryId: string; itemId: string }
>();

/** What the player of a library asks for about one item. */
export const itemCommands = playerTable({
  open_item: ofPlayer({
    ...{ schema: nothing, needs: "library.list" },
    run: (actor, _, { libraryId, itemId }) => openItem(actor, libraryId, itemId),
  }),
  keep_place: ofPlayer({
    ...{ schema: placeForm, needs: "library.list" },
    run: async (actor, place, at) => {
      await keepPlace(actor, at, place);
      if (place.isEnded) await lookSoon(actor, at.libraryId);
    },
  }),
});
