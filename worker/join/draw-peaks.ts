import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { publishPeaks } from "#app/core/domain/recording/assemble.server.ts";
import { listUndrawn } from "#app/core/domain/recording/recorder-join.server.ts";
import type { RecordingRef } from "#app/core/domain/recording/stages.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { peaksPlan } from "#media/ffmpeg/plan/run.ts";
import { readPeaks } from "#media/ffmpeg/peaks.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import { createHash } from "node:crypto";
import type { JoinJob } from "./lanes.ts";

/** Waveforms of tracks that play already: each is decoded once, which takes longer than joining it did. */
export async function drawPeaks(ref: RecordingRef, job: JoinJob): Promise<void> {
  const { jobDir, tools, signal } = job;
  for (const [at, { trackId, key, durationMs }] of (await listUndrawn(ref)).entries()) {
    const [name, pcm, drawn] = [`draw-${at}.ogg`, `draw-${at}.s16`, `peaks-${at}.i8`];
    await blobs().getFile(key, join(jobDir, name));
    await runFfmpeg(peaksPlan({ name, output: pcm }), { tools, cwd: jobDir, signal, durationMs });
    const { peaks } = await readPeaks(
      createReadStream(join(jobDir, pcm), { highWaterMark: 1 << 20 }),
    );
    for (const gone of [name, pcm]) await rm(join(jobDir, gone), { force: true });
    await writeFile(join(jobDir, drawn), peaks);
    const stored = `${ref.workspaceId}/${ref.recordingId}/peaks/${trackId}.i8`;
    const bytes = await blobs().putFile(stored, join(jobDir, drawn));
    const sha256 = new Uint8Array(createHash("sha256").update(peaks).digest());
    const file = { key: stored, bytes, sha256, mime: "application/octet-stream", durationMs };
    await publishPeaks(ref, trackId, file);
  }
}
