import { Prisma } from "#app/core/platform/db.server.ts";
import { labelFits } from "./label-fits.server.ts";

/**
 * What a call `c` is about: what somebody said, else what its labels say (of several the first in the order of kinds),
 * else `other`.
 */
export const TALK_KIND = Prisma.sql`coalesce(c.talk_kind, (SELECT min(l.talk_kind) FROM call_label x
  JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
  WHERE x.workspace_id = c.workspace_id AND x.call_id = c.id AND x.is_on AND l.talk_kind IS NOT NULL AND ${labelFits}), 'other')`;
