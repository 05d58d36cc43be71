import { DomainError } from "#app/core/domain/errors.ts";
import { readUnsubscribeToken } from "#app/core/domain/notification/unsubscribe.server.ts";

export { unsubscribe } from "#app/core/domain/notification/unsubscribe.server.ts";

/** What an e-mail's "stop" would end, before it does; null where the token is not whole, or none of ours. */
export function findUnsubscribe(token: string): { what: "view" | "notices" } | null {
  const topic = topicOf(token);
  return topic === null ? null : { what: topic.startsWith("view:") ? "view" : "notices" };
}

function topicOf(token: string): string | null {
  try {
    return readUnsubscribeToken(token).topic;
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}
