import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CARD_MS } from "#app/core/domain/cut/card.ts";
import { cuesOf, linesOf } from "#app/core/domain/cut/cues.ts";
import { CutLost } from "#app/core/domain/cut/cut-work.server.ts";
import {
  claimOutput,
  type OutputClaim,
  type OutputFile,
  outputFolder,
  publishOutput,
  putOffOutput,
} from "#app/core/domain/cut/output-work.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { log } from "#app/core/platform/log.server.ts";
import { findFont } from "#media/ffmpeg/fonts.ts";
import type { MadeFile } from "#media/ffmpeg/made-file.ts";
import { makeOutputs } from "#media/ffmpeg/output.ts";
import type { WorkerContext } from "../context.ts";
import type { Handlers } from "../handle.ts";
import { troubleOf } from "../stages/guarded.ts";

type Bench = { folder: string; context: WorkerContext; signal: AbortSignal };
const SOUND = "sound.m4a";

/** Makes the files a clip is kept as. Without a font for what would be written there is its sound alone, and the video waits. */
export const clipOutput: Handlers["clip.output"] = async (
  { workspaceId, cutId },
  { signal, context },
) => {
  const claim = await claimOutput({ workspaceId, cutId });
  if (!claim) return;
  const folder = await context.jobFolder(`${cutId}-output-${claim.attempt}`);
  try {
    await make(claim, { folder, context, signal });
  } catch (error) {
    await blobs().deleteFolder(outputFolder(claim)); // no row will ever name it
    if (error instanceof CutLost) return;
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    await putOff(claim, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function putOff(claim: OutputClaim, error: unknown): Promise<void> {
  const trouble = troubleOf(error);
  if (trouble.cause === "unexpected")
    log.error({ cut: claim.cutId, attempt: claim.attempt, detail: trouble }, "output broke off");
  await orLost(() => putOffOutput(claim, trouble));
}

async function orLost(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (lost) {
    if (!(lost instanceof CutLost)) throw lost;
  }
}

async function make(claim: OutputClaim, { folder, context, signal }: Bench): Promise<void> {
  const font = await findFont();
  const card = claim.card === null ? null : { lines: linesOf(claim.card, 3), lastsMs: CARD_MS };
  const cues = claim.hasCaptions && claim.words ? cuesOf(claim.words) : [];
  const isWritten = card !== null || cues.length > 0;
  const lacksFont = isWritten && font === null;
  if (lacksFont && claim.hasSound) {
    await orLost(() => putOffOutput(claim, { kind: "wait", cause: "font_missing" }));
    return;
  }
  await blobs().getFile(claim.key, join(folder, SOUND));
  const picture = isWritten && font !== null ? { card, cues, font } : null;
  const { mp3, mp4 } = await makeOutputs({
    ...{ jobDir: folder, name: SOUND, durationMs: claim.durationMs },
    ...{ mp4: lacksFont ? null : { picture }, tools: context.tools(), signal },
  });
  const files = [await store(claim, folder, { ...mp3, kind: "mp3" })];
  if (mp4) files.push(await store(claim, folder, { ...mp4, kind: "mp4" }));
  await publishOutput(claim, files, lacksFont ? "font_missing" : null);
}

async function store(
  claim: OutputClaim,
  folder: string,
  { name, mime, kind }: MadeFile & Pick<OutputFile, "kind">,
): Promise<OutputFile> {
  const path = join(folder, name);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const key = `${outputFolder(claim)}/${name}`;
  const bytes = await blobs().put(key, createReadStream(path));
  return { kind, mime, key, bytes, sha256: new Uint8Array(hash.digest()) };
}
