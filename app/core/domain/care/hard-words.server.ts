import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { HardWords } from "./team-care-views.ts";

/** The lists of words that make a call hard, as the actor may see them: care hides no rule (product §15.4). */
export const findHardWords = (actor: Member): Promise<HardWords[]> =>
  rows<HardWords>(Prisma.sql`
    SELECT tk.id AS "trackerId", tk.name, v.category, v.language, v.phrases FROM tracker tk
    JOIN tracker_version v ON v.workspace_id = tk.workspace_id AND v.tracker_id = tk.id AND v.number = tk.number
    WHERE ${visibleSql(actor, "tracker.read")} AND tk.archived_at IS NULL AND v.category IN ('abuse', 'negative')
    ORDER BY v.language, tk.folded`);
