import { asSystem } from "#app/core/domain/access/actor.ts";
import { claimStage, StageLost } from "#app/core/domain/recording/stages.server.ts";
import { findSummarySource, summariseStage } from "#app/core/domain/analysis/summarise.server.ts";
import { publishGuarded } from "../stages/guarded.ts";
import type { Handlers } from "../handle.ts";

export const summariseCall: Handlers["call.summarise"] = (call, { signal }) =>
  summarise(call, signal);

/** The current transcript's Highlights: verbatim, cited, made without any outside part. */
export async function summarise(
  { workspaceId, callId }: { workspaceId: string; callId: string },
  signal: AbortSignal,
): Promise<void> {
  const ref = await findSummarySource(asSystem(workspaceId, "call.summarise"), callId);
  if (!ref) return;
  const attempt = await claimStage(ref, "summary");
  if (!attempt) return;
  try {
    await publishGuarded(attempt, signal, () => summariseStage(attempt));
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
  }
}
