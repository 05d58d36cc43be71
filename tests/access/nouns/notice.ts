import { db } from "#app/core/platform/db.server.ts";
import { aNotice } from "#tests/support/notices.ts";
import { begin, type Fixtures, type Ids, part } from "../noun.ts";

const NOTICES = ["noticeId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof NOTICES> {}
}

const notices = part(NOTICES, async ({ actor }) => ({ noticeId: await aNotice(actor) }));

export const fixtures: Fixtures = {
  parts: [notices],
  beginnings: {
    "/?index mark_unread": begin(({ actor: { workspaceId }, house: { noticeId: id } }) =>
      db.notification.updateMany({ where: { workspaceId, id }, data: { readAt: new Date() } }),
    ),
    "/notices mark_all_read": begin(({ actor }) => aNotice(actor)),
  },
};
