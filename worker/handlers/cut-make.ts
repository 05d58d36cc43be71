import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { asSystem } from "#app/core/domain/access/actor.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import {
  findCutTracks,
  findCutTranscript,
  type CutTrack,
} from "#app/core/domain/cut/cut-source.server.ts";
import {
  attemptFolder,
  claimCut,
  type CutClaim,
  type CutFile,
  cutFolder,
  CutLost,
  type MadeCut,
  publishCut,
  putOffCut,
} from "#app/core/domain/cut/cut-work.server.ts";
import { carryHeard } from "#app/core/domain/clip/carry-heard.server.ts";
import { askOutput } from "#app/core/domain/cut/output-work.server.ts";
import { asHeard, silencesOf } from "#app/core/domain/cut/masks.ts";
import { quoteOf, wordsOfRanges } from "#app/core/domain/cut/words.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { log } from "#app/core/platform/log.server.ts";
import { cutMedia } from "#media/ffmpeg/cut.ts";
import { MediaError } from "#media/ffmpeg/media-error.ts";
import type { WorkerContext } from "../context.ts";
import type { Handlers } from "../handle.ts";
import { troubleOf } from "../stages/guarded.ts";

type Bench = { folder: string; context: WorkerContext; signal: AbortSignal };

/** Makes what leaves the house of a call: sound and waveforms once, words whenever the transcript has changed. */
export const cutMake: Handlers["cut.make"] = async (
  { workspaceId, cutId },
  { signal, context },
) => {
  const claim = await claimCut({ workspaceId, cutId });
  if (!claim) return;
  await deleteOlderAttempts(claim);
  const folder = await context.jobFolder(`${cutId}-cut-${claim.attempt}`);
  try {
    const made = await make(claim, { folder, context, signal });
    // As the round of this attempt: files of another revision, or with other words, may be at work.
    const askFiles = async (tx: Tx, before: RangeMs[] | null) => {
      if (before !== null) await carryHeard(tx, claim, before, claim.ranges);
      await askOutput(tx, claim, `c${claim.attempt}`);
    };
    await publishCut(claim, made, claim.isClip ? askFiles : undefined);
  } catch (error) {
    // The row may name the files already: the database can be gone after it has written them.
    if (isDatabaseUnavailable(error)) throw error;
    await blobs().deleteFolder(attemptFolder(claim)); // no row will ever name it
    if (error instanceof CutLost) return;
    signal.throwIfAborted();
    await putOff(claim, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** What a worker that died had stored; none of it was published, or this attempt would have no sound to make. */
async function deleteOlderAttempts(claim: CutClaim): Promise<void> {
  if (claim.hasMedia || claim.attempt === 1) return;
  const ofRevision = `${cutFolder(claim)}/${claim.revision}-`;
  for await (const { key } of blobs().list(cutFolder(claim)))
    if (key.startsWith(ofRevision) && !key.startsWith(`${attemptFolder(claim)}/`))
      await blobs().delete(key);
}

async function putOff(claim: CutClaim, error: unknown): Promise<void> {
  const trouble = troubleOf(error);
  if (trouble.cause === "unexpected")
    log.error({ cut: claim.cutId, attempt: claim.attempt, detail: trouble }, "cut broke off");
  try {
    await putOffCut(claim, trouble);
  } catch (lost) {
    if (!(lost instanceof CutLost)) throw lost;
  }
}

async function make(claim: CutClaim, bench: Bench): Promise<MadeCut> {
  const system = asSystem(claim.workspaceId, "cut.make");
  const tracks = await findCutTracks(system, claim.callId);
  const masks = asHeard(claim.masks, tracks);
  const media = claim.hasMedia ? null : await makeMedia({ ...claim, masks }, tracks, bench);
  const voices = tracks.map(({ name, side }) => ({ name, side }));
  const transcript = await findCutTranscript(system, claim.callId, claim.ranges, masks);
  if (!transcript) return { media, voices, words: null, wordsVersion: null, quote: null };
  const { said, lanes, number } = transcript;
  return {
    ...{ media, voices },
    words: wordsOfRanges(said, claim.ranges, lanes, number),
    wordsVersion: number,
    quote: quoteOf(said, claim.ranges),
  };
}

/** @throws MediaError `no_sound` where nothing of the call may be heard outside */
async function makeMedia(
  claim: CutClaim,
  tracks: readonly CutTrack[],
  { folder, context, signal }: Bench,
): Promise<MadeCut["media"]> {
  if (tracks.length === 0) throw new MediaError("no_audio", "The call has no sound that may leave");
  const names = tracks.map((_, lane) => `source-${lane}`);
  for (const [lane, { key }] of tracks.entries())
    await blobs().getFile(key, join(folder, `source-${lane}`));
  const { mix, peaks } = await cutMedia({
    ...{ jobDir: folder, ranges: claim.ranges, tools: context.tools(), signal },
    lanes: tracks.map(({ participantId, offsetMs, durationMs }, lane) => ({
      ...{ name: names[lane] ?? "", offsetMs, durationMs },
      silences: silencesOf(participantId, claim.masks, claim.ranges),
    })),
  });
  const files = [
    await store(
      claim,
      { name: "mix.m4a", body: () => createReadStream(join(folder, mix.name)) },
      {
        ...{ kind: "mix", lane: null, mime: mix.mime },
      },
    ),
  ];
  for (const [lane, levels] of peaks.entries())
    files.push(
      await store(
        claim,
        { name: `lane-${lane}.peaks`, body: () => Readable.from([Buffer.from(levels.buffer)]) },
        { kind: "peaks", lane, mime: "application/octet-stream" },
      ),
    );
  return { files };
}

async function store(
  claim: CutClaim,
  { name, body }: { name: string; body: () => Readable },
  about: Pick<CutFile, "kind" | "lane" | "mime">,
): Promise<CutFile> {
  const hash = createHash("sha256");
  await pipeline(body(), hash);
  const key = `${attemptFolder(claim)}/${name}`;
  const bytes = await blobs().put(key, body());
  return { ...about, key, bytes, sha256: new Uint8Array(hash.digest()) };
}
