import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { read, send, type Visitor } from "./door.ts";

const PATIENCE_MS = 60_000;
const LOOK_MS = 1_000;
const changesSchema = z.object({
  groups: z.array(
    z.object({
      record: z.string().nullable(),
      writes: z.array(
        z.object({
          ...{ id: z.string(), version: z.number(), fieldLabel: z.string(), state: z.string() },
        }),
      ),
    }),
  ),
});

/**
 * Somebody changes a deal in the CRM, and the rep accepts what the call says about the same field: a question for whoever
 * looks next.
 * @returns whether it came to that
 */
export async function makeConflict(
  { rep, admin }: { rep: Visitor; admin: Visitor },
  callId: string,
): Promise<boolean> {
  const path = `/calls/${callId}/crm.json`;
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const { groups } = await read(rep, path, changesSchema);
    for (const { record, writes } of groups) {
      const next = writes.find(
        ({ fieldLabel, state }) => fieldLabel === "Next step" && state === "in_review",
      );
      if (!next || record === null) continue;
      await send(admin, "/setting/admin-system-integration", {
        ...{ intent: "change_record", record, field: "NextStep" },
      });
      const { id: writeId, version } = next;
      await send(rep, `${path}?in=place`, { intent: "accept", writeId, version: String(version) });
      return true;
    }
    await sleep(LOOK_MS);
  }
  return false;
}
