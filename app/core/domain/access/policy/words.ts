import type { Prisma } from "#app/core/platform/db.server.ts";
import { withFrame } from "./rule.ts";
import { teamOwned } from "./team-owned.ts";

/** What a rule about a term looks at; spread it into a `select`. */
export const termAccess = {
  workspaceId: true,
  teamId: true,
} as const satisfies Prisma.TermSelect;
/** What a rule about a tracker looks at; spread it into a `select`. */
export const trackerAccess = {
  workspaceId: true,
  teamId: true,
} as const satisfies Prisma.TrackerSelect;

const terms = teamOwned("tm");
const trackers = teamOwned("tk");

export const term = withFrame(terms.frame, {
  "term.read": terms.read,
  "term.change": terms.change,
});
export const tracker = withFrame(trackers.frame, {
  "tracker.read": trackers.read,
  "tracker.change": trackers.change,
});
