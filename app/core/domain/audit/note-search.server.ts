import { now } from "#app/core/platform/clock.ts";
import { seal, unseal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "./record.server.ts";

/** The same words of the same reader within this time are one search: pages, reloads, what a stream asks anew. */
const ONE_SEARCH_MS = 10 * 60_000;
const REMEMBERED = 20;
const PURPOSE = "search-words";

/**
 * Somebody searched the calls: an entry of the user log. The words are for its owner's eyes only (product §26), so they
 * are sealed: neither other readers of the log nor the places it is copied to can read them.
 */
export async function noteSearch(actor: Member, q: string): Promise<void> {
  if (q === "") return;
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const lately = await tx.auditEntry.findMany({
      where: {
        workspaceId,
        event: "search.run",
        actor: actor.impersonator?.memberId ?? actor.memberId,
        createdAt: { gt: new Date(now().getTime() - ONE_SEARCH_MS) },
      },
      orderBy: { createdAt: "desc" },
      take: REMEMBERED,
      select: { after: true },
    });
    if (lately.some((entry) => wordsOf(entry.after) === q)) return;
    const words = seal(PURPOSE, q).toString("base64url");
    await record(tx, actor, "search.run", undefined, { after: { words } });
  });
}

/** What an entry's search was for. @param after of the entry, as it is stored */
export function wordsOf(after: string | null): string | null {
  try {
    const facts: unknown = JSON.parse(after ?? "");
    if (typeof facts !== "object" || facts === null || !("words" in facts)) return null;
    return unseal(PURPOSE, Buffer.from(String(facts.words), "base64url"));
  } catch {
    return null; // of another key, or nothing
  }
}
