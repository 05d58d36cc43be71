import * as z from "zod";
import type { Tx } from "#app/core/platform/db.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { findTrackerHits, findTrackersOf, trackerRule } from "../tracker/tracker-hits.server.ts";
import { findSpokenCall, isStillCurrent } from "../transcript/spoken.server.ts";
import { countAnewIn } from "./count-anew.server.ts";
import { insertHits } from "./derived-rows.server.ts";

type Ref = { workspaceId: string; callId: string };
const readings = z.record(z.string(), z.number());

/**
 * Reads a call with the newest version of one tracker: its hits are replaced, those of others stay as they are. A
 * tracker that is not for this call any more leaves it.
 * @returns whether the call had been read with another version
 */
export async function runTrackerIn(tx: Tx, ref: Ref, trackerId: string): Promise<boolean> {
  const call = await findSpokenCall(ref.workspaceId, ref.callId);
  if (!call || !(await isStillCurrent(tx, call))) return false;
  const { workspaceId, transcriptId } = call;
  const [tracker] = (await findTrackersOf(call)).filter(({ id }) => id === trackerId);
  const where = { workspaceId, transcriptId };
  const reading = await tx.trackerReading.findFirst({ where, select: { numbers: true } });
  const { [trackerId]: before, ...others } = readings.parse(reading?.numbers ?? {});
  if (before === tracker?.version) return false;
  const numbers = tracker ? { ...others, [trackerId]: tracker.version } : others;
  await tx.trackerReading.upsert({
    where: { workspaceId_transcriptId: where },
    create: { ...where, numbers },
    update: { numbers },
  });
  await tx.hit.deleteMany({ where: { ...where, kind: "tracker", rule: trackerRule(trackerId) } });
  await insertHits(tx, call, findTrackerHits(tracker ? [tracker] : [], call));
  if (
    tracker?.category === "objection" ||
    (await wasObjection(tx, { workspaceId, trackerId, before }))
  )
    await countAnewIn(tx, call);
  await publishPipelineChanged(tx, ref);
  return true;
}

async function wasObjection(
  tx: Tx,
  { before, ...where }: { workspaceId: string; trackerId: string; before: number | undefined },
): Promise<boolean> {
  if (before === undefined) return false;
  const found = await tx.trackerVersion.count({
    where: { ...where, number: before, category: "objection" },
  });
  return found > 0;
}
