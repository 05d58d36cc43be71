import type { Member } from "#app/core/domain/access/actor.ts";
import { readQuery } from "#app/core/domain/list/list-query.ts";
import type { NoticesPage } from "#app/core/domain/notification/notice-views.ts";
import { glanceAtNotices, listNotices } from "#app/core/domain/notification/inbox.server.ts";

/** A page of what the actor was told, the newest first, and how much of all of it is unread. @throws DomainError `forbidden` */
export async function getNotices(actor: Member, search: URLSearchParams): Promise<NoticesPage> {
  const query = readQuery(search);
  const after = query.cursor("after", "time");
  const [page, { unread }] = await Promise.all([
    listNotices(actor, { after }),
    glanceAtNotices(actor),
  ]);
  return { ...page, after, unread, ignored: query.ignored() };
}
