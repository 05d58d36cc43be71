import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { markAllRead, markRead } from "#app/core/domain/notification/inbox.server.ts";
import { ofNotice } from "#app/core/domain/notification/notice.schema.ts";
import { commandsFor } from "./commands.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onNotice = commandOn(ofNotice, "noticeId");

/** What may be asked of one's own notices; opening one is a link. */
export const noticesCommands = table({
  mark_read: onNotice("notice.mark", markRead),
  mark_all_read: command({ schema: z.object({}), needs: "notice.mark", run: markAllRead }),
});
