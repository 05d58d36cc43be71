import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { makeLibraryLink, updateLibraryLink } from "#app/core/domain/share/library-link.server.ts";
import { newLibraryLinkForm, updateLinkForm } from "#app/core/domain/share/link.schema.ts";
import { commandsFor } from "./commands.ts";
import { commandsOfLinks } from "./link-commands.server.ts";

type OfLibrary = { libraryId: string };
const { command, table } = commandsFor<Member, Permission, OfLibrary>();

/** A library's links are its own: who may share it is asked of the library, and of each of its calls. */
const needs = "library.make";

/** What may be asked for about the links of a library. */
export const libraryLinkCommands = table({
  make_link: command({
    schema: newLibraryLinkForm,
    needs,
    run: (actor, input, { libraryId }) => makeLibraryLink(actor, libraryId, input),
  }),
  /** A link shows the list as it stands now. */
  update_link: command({
    schema: updateLinkForm,
    needs,
    run: (actor, input, { libraryId }) => updateLibraryLink(actor, libraryId, input),
  }),
  ...commandsOfLinks<OfLibrary>(needs, ({ libraryId }) => ({ kind: "library", id: libraryId })),
});
