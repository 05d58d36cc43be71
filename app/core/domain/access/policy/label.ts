import type { Prisma } from "#app/core/platform/db.server.ts";
import { withFrame } from "./rule.ts";
import { teamOwned } from "./team-owned.ts";

/** What a rule about a label looks at; spread it into a `select`. */
export const labelAccess = {
  workspaceId: true,
  teamId: true,
} as const satisfies Prisma.LabelSelect;

export type LabelRow = Prisma.LabelGetPayload<{ select: typeof labelAccess }>;

const { frame, read, change } = teamOwned("l");

export const label = withFrame(frame, { "label.read": read, "label.change": change });
