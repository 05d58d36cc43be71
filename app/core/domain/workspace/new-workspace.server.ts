import { newSecret } from "#app/core/platform/crypto.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { insertDefaultTrackers } from "../tracker/tracker-writes.server.ts";

type NewWorkspace = { name: string; timeZone: string; language: "en" | "ja" };

/** An empty workspace (product §30: it is asked three things). @returns its id */
export async function makeWorkspace(
  tx: Tx,
  { name, timeZone, language }: NewWorkspace,
): Promise<string> {
  const id = newId();
  await tx.workspace.create({
    data: { id, slug: slugOf(name), name, timeZone, languages: [language] },
    select: { id: true },
  });
  await insertDefaultTrackers(tx, id);
  return id;
}

/** Readable where the name is, and never one that is taken: `sato-trading-x7k2m9`. */
function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const tail = newSecret(6)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "0");
  return words === "" ? tail : `${words}-${tail}`;
}
