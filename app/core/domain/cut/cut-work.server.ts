import { makeCut } from "#app/core/jobs/cut-make.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { RangeMs } from "../views.ts";
import { cutMade, cutMasks, cutRanges, type CutLane, type CutMask, type CutWords } from "./cut.ts";
import { type CutTrouble, endedBy, notifyOfTrouble } from "./trouble.server.ts";

export type CutRef = { workspaceId: string; cutId: string };
export type CutClaim = CutRef & {
  callId: string;
  attempt: number;
  revision: number;
  ranges: RangeMs[];
  masks: CutMask[];
  /** The sound is there already: only words and names are made again. */
  hasMedia: boolean;
  /** Of the files that are there. */
  lanes: number;
  /** It is a clip's, which is kept as files besides. */
  isClip: boolean;
};
export type CutFile = {
  kind: "mix" | "peaks";
  lane: number | null;
  key: string;
  bytes: number;
  sha256: Uint8Array<ArrayBuffer>;
  mime: string;
};
export type MadeCut = {
  /** Null: the files stay as they are. */
  media: { files: CutFile[] } | null;
  /** Whose lanes they are, as people are called now. */
  voices: CutLane[];
  words: CutWords | null;
  wordsVersion: number | null;
  /** The first words, as a list shows them. */
  quote: string | null;
};

/** Another worker has the cut now: this attempt's work is thrown away. */
export class CutLost extends Error {
  override name = "CutLost";
}

/** Each attempt has a folder of its own: what a lost one wrote is removed with it. */
export const cutFolder = ({ workspaceId, cutId }: CutRef): string => `${workspaceId}/cuts/${cutId}`;
export const attemptFolder = (claim: CutClaim): string =>
  `${cutFolder(claim)}/${claim.revision}-${claim.attempt}`;

/**
 * Takes a cut: from here on every older attempt is void (reliability §7).
 * @returns null when there is nothing to do: made, given up, or the row is gone
 */
export async function claimCut({ workspaceId, cutId }: CutRef): Promise<CutClaim | null> {
  return db.$transaction(async (tx) => {
    const [claimed] = await tx.$queryRaw<{ attempt: number }[]>`
      UPDATE cut SET attempt = attempt + 1, state = 'rendering', cause = NULL, detail = NULL
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${cutId}::uuid AND state IN ('queued', 'rendering') RETURNING attempt`;
    if (!claimed) return null;
    const { callId, clipId, revision, ranges, masks, files } = await tx.cut.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: cutId } },
      select: {
        ...{ callId: true, clipId: true, revision: true, ranges: true, masks: true },
        files: { select: { revision: true, kind: true } },
      },
    });
    const lanes = files.filter((file) => file.kind === "peaks").length;
    const hasMedia = files.some((file) => file.kind === "mix" && file.revision === revision);
    const { attempt } = claimed;
    return {
      workspaceId,
      cutId,
      callId,
      attempt,
      revision,
      ranges: cutRanges.parse(ranges),
      masks: cutMasks.parse(masks),
      hasMedia,
      lanes,
      isClip: clipId !== null,
    };
  });
}

/**
 * The files and words appear together. A transcript that was corrected meanwhile is read once more.
 * @param after what is done in the same transaction; `before`: the pieces it was made of until then, where it is made of
 * others now
 * @throws CutLost when another attempt has the cut
 */
export async function publishCut(
  claim: CutClaim,
  made: MadeCut,
  after?: (tx: Tx, before: RangeMs[] | null) => Promise<void>,
): Promise<void> {
  const { workspaceId, cutId: id, attempt, revision } = claim;
  await db.$transaction(async (tx) => {
    const former = await tx.cut.findFirst({ where: { workspaceId, id }, select: { made: true } });
    const { count } = await tx.cut.updateMany({
      where: { workspaceId, id, attempt, revision, state: "rendering" },
      data: {
        ...{ state: "ready", tries: 0 },
        ...(made.words && { words: made.words }),
        wordsVersion: made.wordsVersion,
        ...(made.media && { made: { revision, ranges: claim.ranges } }),
        // Files that stay keep their number of lanes.
        ...((made.media !== null || made.voices.length === claim.lanes) && { lanes: made.voices }),
        quote: made.quote,
      },
    });
    if (count === 0) throw new CutLost();
    if (made.media) {
      await tx.cutFile.deleteMany({ where: { workspaceId, cutId: id } });
      await tx.cutFile.createMany({
        data: made.media.files.map((file) => ({
          ...{ id: newId(), workspaceId, cutId: id, revision, ...file },
          bytes: BigInt(file.bytes),
        })),
      });
    }
    const current = await currentVersion(tx, workspaceId, claim.callId);
    if (current !== made.wordsVersion) await requeue(tx, claim, `${attempt}`);
    const before = made.media && cutMade.parse(former?.made ?? null);
    await after?.(tx, before?.ranges ?? null);
  });
}

/** Number of the call's current transcript; null before there is one. */
export async function currentVersion(
  tx: Tx,
  workspaceId: string,
  callId: string,
): Promise<number | null> {
  const found = await tx.transcript.findFirst({
    where: { workspaceId, callId, isCurrent: true },
    select: { number: true },
  });
  return found?.number ?? null;
}

/** Ends an attempt that made nothing. @throws CutLost */
export async function putOffCut(claim: CutClaim, trouble: CutTrouble): Promise<void> {
  const { workspaceId, cutId: id, attempt } = claim;
  await db.$transaction(async (tx) => {
    const mine = { workspaceId, id, attempt, state: "rendering" as const };
    const found = await tx.cut.findFirst({ where: mine, select: { tries: true } });
    if (!found) throw new CutLost();
    const { data, waitSeconds } = endedBy(trouble, found.tries);
    await tx.cut.updateMany({ where: mine, data });
    if (waitSeconds !== undefined) await requeueLater(tx, claim, waitSeconds);
    await notifyOfTrouble(tx, workspaceId, trouble);
  });
}

/** Makes it again, files that are there apart. `round` keeps it from being dropped as a copy of the delivery that runs now. */
export async function requeue(tx: Tx, { workspaceId, cutId }: CutRef, round = ""): Promise<void> {
  await tx.cut.updateMany({
    where: { workspaceId, id: cutId },
    data: { state: "queued", cause: null },
  });
  await sendCut(tx, { workspaceId, cutId }, round);
}

const requeueLater = (tx: Tx, claim: CutClaim, seconds: number) =>
  sendCut(tx, claim, `${claim.attempt}`, seconds);

export async function sendCut(
  tx: Tx,
  { workspaceId, cutId }: CutRef,
  round = "",
  startAfter = 0,
): Promise<void> {
  const key = round === "" ? cutId : `${cutId}:${round}`;
  const priority = await turnOf(tx, { workspaceId, cutId });
  await enqueue(tx, makeCut, key, { v: 1, workspaceId, cutId }, { startAfter, priority });
}

const SHORT_MS = 10 * 60_000;
const LONG_MS = 60 * 60_000;

/** Its place in a lane of one worker: a short part that is waited for comes before a whole call, both before lists and words. */
async function turnOf(tx: Tx, { workspaceId, cutId }: CutRef): Promise<number> {
  const cut = await tx.cut.findFirst({
    where: { workspaceId, id: cutId },
    select: { durationMs: true, shareItemId: true, made: true },
  });
  if (cut === null || cut.shareItemId !== null || cut.made !== null) return 0;
  return cut.durationMs <= SHORT_MS ? 3 : cut.durationMs <= LONG_MS ? 2 : 1;
}
