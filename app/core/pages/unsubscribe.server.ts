import { readUnsubscribeToken } from "#app/core/domain/notification/unsubscribe.server.ts";

export { unsubscribe } from "#app/core/domain/notification/unsubscribe.server.ts";

/** What an e-mail's "stop" would end, before it does. @throws DomainError `not_found` */
export function getUnsubscribe(token: string): { what: "view" | "notices" } {
  return { what: readUnsubscribeToken(token).topic.startsWith("view:") ? "view" : "notices" };
}
