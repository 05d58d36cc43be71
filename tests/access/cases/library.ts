import type { librariesCommands } from "#app/core/pages/libraries-commands.server.ts";
import type { itemCommands, libraryCommands } from "#app/core/pages/library-commands.server.ts";
import type { libraryLinkCommands } from "#app/core/pages/library-links-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

/** A personal library is its owner's alone: to anybody else it is not there. */
const own = { right: "library.make", about: "own" } as const;
const ofLibrary = {
  right: "library.list",
  about: "own",
  form: { libraryId: "{libraryId}" },
} as const;

const ofItem = { ...own, form: { itemId: "{itemId}" } };

type Commands = typeof libraryCommands.commands;
type Viewing =
  | "require_viewing"
  | "change_viewing"
  | "end_viewing"
  | "restore_viewing"
  | "remind_listeners";

const list = {
  make_library: [
    { right: "library.make", form: { name: "Openings", kind: "personal" } },
    {
      right: "library.make",
      also: "library.publish",
      about: "team",
      form: { name: "Openings", kind: "team", teamId: "{teamId}" },
    },
    {
      right: "library.make",
      also: "library.publish",
      form: { name: "Openings", kind: "workspace" },
    },
  ],
  restore_library: { ...own, form: { libraryId: "{goneLibraryId}" } },
  follow: ofLibrary,
  unfollow: ofLibrary,
  // Whose library it is does not matter: the call's right does.
  accept_item: { right: "call.share", form: { itemId: "{wishId}", gives: "0" } },
  decline_item: { right: "call.share", form: { itemId: "{wishId}" } },
} satisfies CasesOf<typeof librariesCommands.commands>;

const page = {
  change_library: { ...own, form: { name: "Renamed", version: "1" } },
  delete_library: own,
  follow: { right: "library.list", about: "own" },
  unfollow: { right: "library.list", about: "own" },
  give_role: { ...own, form: { grantee: "member:{heirId}", level: "reader", opens: "0" } },
  take_back_role: { ...own, form: { roleId: "{roleId}" } },
  make_folder: { ...own, form: { name: "Late" } },
  change_folder: { ...own, form: { folderId: "{folderId}", name: "Later" } },
  remove_folder: { ...own, form: { folderId: "{folderId}" } },
  add_item: [
    {
      ...own,
      form: { callId: "{callId}", folderId: "{folderId}", t0Ms: "0", t1Ms: "400", gives: "0" },
    },
    { ...own, form: { clipId: "{clipId}", folderId: "{folderId}", gives: "0" } },
  ],
  add_clips: { ...own, form: { clipIds: "{clipId}", folderId: "{folderId}", gives: "0" } },
  ask_item: [
    {
      ...own,
      form: { callId: "{callId}", folderId: "{folderId}", t0Ms: "0", t1Ms: "500" },
    },
    { ...own, form: { clipId: "{clipId}" } },
  ],
  move_item: [
    { ...own, form: { itemId: "{itemId}", place: "2" } },
    { ...own, form: { itemId: "{itemId}", folderId: "{folderId}", place: "1" } },
  ],
  note_item: { ...own, form: { itemId: "{itemId}", why: "The pause" } },
  remove_item: ofItem,
  restore_item: { ...own, form: { itemId: "{goneItemId}" } },
} satisfies CasesOf<Omit<Commands, Viewing>>;

/** In a library that a colleague may read, too. */
const requires = { right: "library.require", about: "own" } as const;
const ofViewing = { ...requires, form: { requiredId: "{requiredId}" } };
const viewing = {
  require_viewing: {
    ...requires,
    form: { grantee: "member:{listenerId}", dueOn: "2099-12-01" },
  },
  change_viewing: { ...requires, form: { requiredId: "{requiredId}", dueOn: "2099-12-02" } },
  end_viewing: ofViewing,
  restore_viewing: { ...requires, form: { requiredId: "{endedRequiredId}" } },
  remind_listeners: ofViewing,
} satisfies CasesOf<Pick<Commands, Viewing>>;

const player = {
  open_item: { right: "library.list", about: "own" },
  keep_place: {
    ...{ right: "library.list", about: "own" },
    form: { positionMs: "100", isEnded: "no" },
  },
} satisfies CasesOf<typeof itemCommands.commands>;

const ofLink = (more: Record<string, string> = {}) => ({
  ...own,
  form: { linkId: "{libraryLinkId}", ...more },
});
const links = {
  make_link: [
    { ...own, form: { names: "true", transcript: "true", whys: "true" } },
    { ...own, form: { audience: "people", addresses: "elena@north.example", days: "7" } },
  ],
  update_link: ofLink(),
  extend_link: ofLink({ days: "3" }),
  change_link_password: ofLink({ password: "another harbour" }),
  allow_link_views: ofLink({ views: "10" }),
  add_link_addresses: ofLink({ addresses: "ana@north.example" }),
  remove_link_address: ofLink({ email: "elena@north.example" }),
  revoke_link: ofLink(),
  retry_link: ofLink(),
} satisfies CasesOf<typeof libraryLinkCommands.commands>;

export const requests: Requests = {
  reads: [
    read("library.list", "routes/work/libraries", "/library", { add: "{callId}" }),
    read("library.list", "routes/work/libraries", "/library", { clip: "{clipId}" }),
    read(
      "library.list",
      "routes/work/library",
      "/library/{libraryId}",
      { role: "member:{heirId}", level: "curator", panel: "add" },
      { about: "notice" },
    ),
    ...(["json", "csv"] as const).flatMap((format) => [
      read("library.list", `routes/resource/libraries-${format}`, `/library.${format}`),
      read(
        "library.list",
        `routes/resource/library-items-${format}`,
        `/library/{libraryId}/items.${format}`,
        undefined,
        { about: "notice" },
      ),
    ]),
    read("library.list", "routes/work/library", "/library/{libraryId}", undefined, {
      about: "notice",
    }),
    read(
      "library.list",
      "routes/work/library",
      "/library/{libraryId}",
      { clip: "{clipId}", q: "call", share: "{libraryLinkId}" },
      { about: "notice" },
    ),
    read(
      "library.list",
      "routes/work/library",
      "/library/{libraryId}",
      { add: "{callId}", folder: "{folderId}", item: "{itemId}" },
      { about: "notice" },
    ),
    read(
      "library.require",
      "routes/resource/library-waiting",
      "/library/{viewedLibraryId}/required/{requiredId}/waiting.csv",
      undefined,
      { about: "own" },
    ),
    read(
      "library.make",
      "routes/resource/library-links",
      "/library/{libraryId}/links.json",
      undefined,
      {
        about: "notice",
      },
    ),
  ],
  commands: [
    ...askedOf("routes/work/libraries", "/library", list),
    ...askedOf("routes/work/library", "/library/{libraryId}", page),
    ...askedOf("routes/work/library", "/library/{viewedLibraryId}", viewing),
    ...askedOf("routes/resource/library-links", "/library/{libraryId}/links.json", links),
    ...askedOf("routes/resource/library-item", "/library/{libraryId}/items/{itemId}", player),
    ...askedOf("routes/resource/library-item", "/library/{libraryId}/items/{clipItemId}", player),
  ],
  optional: ["whys", "folderId", "gives", "opens", "why", "description"],
  roles: {
    "library.everywhere": "admins",
    "library.publish": "leaders",
    "library.require": "leaders",
  },
};
