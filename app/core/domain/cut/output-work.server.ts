import { makeClipOutput } from "#app/core/jobs/clip-output.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { cutMade, type CutWords } from "./cut.ts";
import { cutFolder, CutLost, type CutRef } from "./cut-work.server.ts";
import { type CutTrouble, endedBy, notifyOfTrouble } from "./trouble.server.ts";

export type OutputClaim = CutRef & {
  attempt: number;
  /** Of the cut, whose sound is in the files. */
  revision: number;
  durationMs: number;
  /** The sound as it was cut. */
  key: string;
  words: CutWords | null;
  wordsVersion: number | null;
  card: string | null;
  hasCaptions: boolean;
  /** The sound alone is there already, and waits for its picture. */
  hasSound: boolean;
};
export type OutputFile = {
  kind: "mp3" | "mp4";
  key: string;
  bytes: number;
  sha256: Uint8Array<ArrayBuffer>;
  mime: string;
};

/** Each attempt has a folder of its own, as those of a cut. */
export const outputFolder = (claim: OutputClaim): string =>
  `${cutFolder(claim)}/${claim.revision}-out-${claim.attempt}`;

/** Asks for the files of a clip, once its cut can be played. */
export async function askOutput(tx: Tx, { workspaceId, cutId }: CutRef, round = ""): Promise<void> {
  await tx.cutOutput.upsert({
    where: { workspaceId_cutId: { workspaceId, cutId } },
    create: { workspaceId, cutId },
    update: { state: "queued", cause: null, tries: 0 },
    select: { cutId: true },
  });
  await sendOutput(tx, { workspaceId, cutId }, round);
}

/**
 * Takes them: from here on every older attempt is void.
 * @returns null when there is nothing to do: made, given up, or what they are made of is gone
 */
export const claimOutput = ({ workspaceId, cutId }: CutRef): Promise<OutputClaim | null> =>
  db.$transaction(async (tx) => {
    const [claimed] = await tx.$queryRaw<{ attempt: number }[]>`
      UPDATE cut_output SET attempt = attempt + 1, state = 'rendering', cause = NULL, detail = NULL
      WHERE workspace_id = ${workspaceId}::uuid AND cut_id = ${cutId}::uuid AND state IN ('queued', 'rendering') RETURNING attempt`;
    if (!claimed) return null;
    const cut = await tx.cut.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: cutId } },
      select: {
        ...{ made: true, words: true, wordsVersion: true },
        clip: { select: { card: true, hasCaptions: true } },
        files: { select: { kind: true, key: true, revision: true } },
      },
    });
    const made = cutMade.parse(cut.made);
    const mix = cut.files.find(({ kind }) => kind === "mix");
    if (!cut.clip || !mix || made === null) {
      // There is nothing to make them of: left open, the sweep would send it again each minute.
      await tx.cutOutput.updateMany({
        where: { workspaceId, cutId },
        data: { state: "failed", cause: "unexpected" },
      });
      return null;
    }
    return {
      ...{ workspaceId, cutId, attempt: claimed.attempt, revision: made.revision },
      durationMs: made.ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0),
      key: mix.key,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `cut.make` wrote it from this very type
      words: cut.words as CutWords | null,
      wordsVersion: cut.wordsVersion,
      ...cut.clip,
      hasSound: cut.files.some(
        ({ kind, revision }) => kind === "mp3" && revision === made.revision,
      ),
    };
  });

/**
 * The files appear together, in the place of those before.
 * @param waitsFor the part without which there is no picture; null: all is made
 * @throws CutLost when another attempt has them, or the clip was cut anew meanwhile
 */
export async function publishOutput(
  claim: OutputClaim,
  files: readonly OutputFile[],
  waitsFor: string | null = null,
): Promise<void> {
  const { workspaceId, cutId, attempt, revision, wordsVersion } = claim;
  await db.$transaction(async (tx) => {
    const cut = await tx.cut.findFirst({
      where: { workspaceId, id: cutId },
      select: { made: true },
    });
    const { count } = await tx.cutOutput.updateMany({
      where: { workspaceId, cutId, attempt, state: "rendering" },
      data: {
        ...{ state: waitsFor === null ? "ready" : "queued", cause: waitsFor, tries: 0 },
        ...{ revision, wordsVersion },
      },
    });
    if (count === 0 || cutMade.parse(cut?.made ?? null)?.revision !== revision) throw new CutLost();
    await tx.cutFile.deleteMany({ where: { workspaceId, cutId, kind: { in: ["mp3", "mp4"] } } });
    await tx.cutFile.createMany({
      data: files.map(({ bytes, ...file }) => ({
        ...{ id: newId(), workspaceId, cutId, revision, lane: null, bytes: BigInt(bytes) },
        ...file,
      })),
    });
  });
}

/** Ends an attempt that made nothing; a wait takes no try, as with a cut. @throws CutLost */
export async function putOffOutput(
  { workspaceId, cutId, attempt }: OutputClaim,
  trouble: CutTrouble,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const mine = { workspaceId, cutId, attempt, state: "rendering" as const };
    const found = await tx.cutOutput.findFirst({ where: mine, select: { tries: true } });
    if (!found) throw new CutLost();
    const { data, waitSeconds } = endedBy(trouble, found.tries);
    await tx.cutOutput.updateMany({ where: mine, data });
    if (waitSeconds !== undefined)
      await sendOutput(tx, { workspaceId, cutId }, `${attempt}`, waitSeconds);
    await notifyOfTrouble(tx, workspaceId, trouble);
  });
}

export async function sendOutput(
  tx: Tx,
  { workspaceId, cutId }: CutRef,
  round = "",
  startAfter = 0,
): Promise<void> {
  const key = round === "" ? cutId : `${cutId}:${round}`;
  await enqueue(tx, makeClipOutput, key, { v: 1, workspaceId, cutId }, { startAfter });
}
