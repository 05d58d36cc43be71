import type { clipsCommands } from "#app/core/pages/clips-commands.server.ts";
import type { activityCommands } from "#app/core/pages/saved-views.server.ts";
import type { viewCommands } from "#app/core/pages/view-commands.server.ts";
import { askedOf, type CasesOf, type Requests, type SomeCasesOf } from "../requests.ts";

const ofView = { right: "view.make", about: "own", form: { viewId: "{viewId}" } } as const;

const savings = (query: string) =>
  [
    { right: "view.make", form: { name: "Another view", query, shareWith: "workspace" } },
    {
      right: "view.make",
      about: "team",
      form: { name: "A view of a team", query, shareWith: "{teamId}" },
    },
  ] as const;

const savedViews = {
  save_view: savings("range=last-month"),
  change_view: {
    ...ofView,
    form: { ...ofView.form, name: "Renamed", shareWith: "workspace", version: "1" },
  },
  delete_view: ofView,
  restore_view: { ...ofView, form: { viewId: "{goneViewId}" } },
} satisfies CasesOf<typeof activityCommands.commands>;

const ofRecordings = {
  save_view: savings("state=ready"),
  update_view: { ...ofView, form: { ...ofView.form, query: "q=price", version: "1" } },
  change_view: {
    ...ofView,
    form: { ...ofView.form, name: "Renamed", shareWith: "workspace", version: "1" },
  },
  delete_view: ofView,
  restore_view: { ...ofView, form: { viewId: "{goneViewId}" } },
  default_view: { right: "preferences.update", about: "own", form: { viewId: "{viewId}" } },
  follow_view: { ...ofView, form: { ...ofView.form, pace: "daily" } },
  arrange_list: {
    right: "preferences.update",
    form: { order: "owner", shown: "owner", density: "compact", press: "save" },
  },
} satisfies CasesOf<typeof viewCommands>;

const ofClips = {
  save_view: savings("days=7"),
  change_view: {
    ...ofView,
    form: { ...ofView.form, name: "Renamed", shareWith: "workspace", version: "1" },
  },
  delete_view: ofView,
  restore_view: { ...ofView, form: { viewId: "{goneViewId}" } },
} satisfies SomeCasesOf<typeof clipsCommands.commands>;

export const requests: Requests = {
  commands: [
    ...askedOf("routes/work/recordings", "/recordings", ofRecordings),
    ...askedOf("routes/work/clips", "/clips", ofClips),
    /** Of a page of figures: its command changes a view of any page, as its owner may. */
    ...askedOf("routes/analytics/activity", "/analytics/activity", savedViews),
    ...askedOf("routes/analytics/talk-stats", "/analytics/talk-stats", savedViews),
  ],
  optional: ["query", "order", "shown", "press", "shareWith"],
  roles: { "view.everywhere": "admins" },
};
