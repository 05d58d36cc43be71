import type { generalCommands } from "#app/core/pages/general-commands.server.ts";
import type { homeCommands } from "#app/core/pages/home-commands.server.ts";
import type { noticesCommands } from "#app/core/pages/notices-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests, type SomeCasesOf } from "../requests.ts";

const ofNotice = { right: "home.read", about: "own", form: { noticeId: "{noticeId}" } } as const;

const list = {
  mark_read: { right: "notice.mark", about: "notice", form: { noticeId: "{noticeId}" } },
  mark_all_read: { right: "notice.mark" },
} satisfies CasesOf<typeof noticesCommands.commands>;

const ofHome = {
  mark_read: ofNotice,
  mark_unread: ofNotice,
} satisfies SomeCasesOf<typeof homeCommands.commands>;

const choices = {
  notices: { right: "profile.change", form: { mention: "digest" } },
} satisfies SomeCasesOf<typeof generalCommands.commands>;

export const requests: Requests = {
  reads: [
    read("notice.list", "routes/work/notices", "/notices"),
    read("notice.list", "routes/resource/notice", "/notices/{noticeId}", undefined, {
      about: "notice",
      leadsOn: true,
    }),
  ],
  commands: [
    ...askedOf("routes/work/notices", "/notices", list),
    ...askedOf("routes/work/home", "/?index", ofHome),
    ...askedOf("routes/setting/general", "/setting/general", choices),
  ],
  optional: ["mention"],
};
