import type { Tx } from "#app/core/platform/db.server.ts";

/** The run that a call shows: the newest live one that is done (decisions §8); null before there is one. */
export const findShownRun = (
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<{ id: string; templateId: number | null } | null> =>
  tx.summaryRun.findFirst({
    where: { workspaceId, callId, purpose: "live", state: "done" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, templateId: true },
  });
