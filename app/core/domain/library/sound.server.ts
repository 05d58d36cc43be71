import { buffer } from "node:stream/consumers";
import { BlobMissing } from "#app/core/platform/blob/blob.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { type LanePeaks, quietFromPeaks, spokenSeconds } from "../call/quiet.ts";
import { playedMs } from "../cut/cut.ts";
import type { RangeMs } from "../views.ts";

/** Shorter pauses no member may have skipped (product §6). */
const SHORTEST_MS = 500;

type Lane = { key: string; offsetMs: number };
/** What plays of a call or a clip for everyone who may hear it. */
export type Sound = {
  workspaceId: string;
  of: "file" | "cut_file";
  fileId: string;
  durationMs: number;
  /** Where the loudness of each lane is kept; null where that of one is missing: it might be the one that speaks. */
  lanes: Lane[] | null;
  /** Its seconds with anything to hear were worked out already. */
  hasSpoken: boolean;
};

/** The files that play, for a `select`: the mix, or the one track there is. */
export const playingFiles = { kind: { in: ["mix" as const, "track" as const] } };

/** Of the files of a recording the one that plays: a single lane is what everyone hears, and no second file is made of it. */
export const playingFile = <F extends { kind: string }>(files: readonly F[]): F | null => {
  const sounds = files.filter(({ kind }) => kind === "mix" || kind === "track");
  const mix = sounds.find(({ kind }) => kind === "mix");
  return mix ?? (sounds.length === 1 ? (sounds[0] ?? null) : null);
};

/** @returns null where no sound is kept, or none for everyone at once */
export async function soundOfCall(workspaceId: string, callId: string): Promise<Sound | null> {
  const recording = await db.recording.findFirst({
    where: { workspaceId, callId, isPrimary: true, mediaRemovedAt: null },
    select: {
      call: { select: { durationMs: true } },
      files: { where: playingFiles, select: { id: true, kind: true, spoken: true } },
      tracks: {
        select: {
          ...{ source: true, offsetMs: true },
          files: { where: { kind: "peaks" }, select: { key: true }, take: 1 },
        },
      },
    },
  });
  const file = recording && playingFile(recording.files);
  if (!file) return null;
  return {
    ...{ workspaceId, of: "file", fileId: file.id, hasSpoken: file.spoken !== null },
    durationMs: recording.call.durationMs ?? 0,
    lanes: known(
      lanesOf(recording.tracks).map(
        ({ offsetMs, files: [peaks] }) => peaks && { key: peaks.key, offsetMs },
      ),
    ),
  };
}

/** @returns null for a clip whose sound is not made yet */
export async function soundOfClip(workspaceId: string, clipId: string): Promise<Sound | null> {
  const cut = await db.cut.findFirst({
    where: { workspaceId, clipId },
    select: {
      ...{ durationMs: true, made: true, lanes: true },
      files: {
        where: { kind: { in: ["mix", "peaks"] } },
        select: { id: true, kind: true, key: true, spoken: true },
      },
    },
  });
  const file = cut?.files.find(({ kind }) => kind === "mix");
  if (!cut || !file) return null;
  const peaks = cut.files.filter(({ kind }) => kind === "peaks");
  const isWhole = Array.isArray(cut.lanes) && cut.lanes.length === peaks.length;
  return {
    ...{ workspaceId, of: "cut_file", fileId: file.id, hasSpoken: file.spoken !== null },
    durationMs: playedMs(cut),
    lanes: isWhole ? known(peaks.map(({ key }) => ({ key, offsetMs: 0 }))) : null,
  };
}

/** As the lanes of a player: a mix beside the tracks it is of says nothing new. */
const lanesOf = <T extends { source: string }>(tracks: readonly T[]): readonly T[] =>
  tracks.filter(({ source }) => source !== "mix" || tracks.length === 1);

const known = (lanes: readonly (Lane | undefined)[]): Lane[] | null => {
  const found = lanes.filter((lane) => lane !== undefined);
  return found.length === lanes.length && found.length > 0 ? found : null;
};

/**
 * Stretches of half a second and more without anything to hear, by the loudness of all lanes, as every player finds them.
 * The first time, the seconds that are left to hear are kept beside the file: they are what a required viewing counts.
 * @returns none where the loudness of a lane is not known
 */
export async function readSilences(sound: Sound): Promise<RangeMs[]> {
  const { workspaceId, of, fileId, durationMs, lanes, hasSpoken } = sound;
  if (lanes === null || durationMs === 0) return [];
  const peaks = await readPeaks(lanes);
  // Waveforms that are lost are not looked for again: every second counts, and nothing is skipped.
  const silences = peaks === null ? [] : quietFromPeaks(peaks, durationMs, SHORTEST_MS);
  if (!hasSpoken) {
    const [where, data] = [
      { workspaceId, id: fileId },
      { spoken: spokenSeconds(silences, durationMs) },
    ];
    await (of === "file"
      ? db.file.updateMany({ where, data })
      : db.cutFile.updateMany({ where, data }));
  }
  return silences;
}

async function readPeaks(lanes: readonly Lane[]): Promise<LanePeaks[] | null> {
  try {
    return await Promise.all(
      lanes.map(async ({ key, offsetMs }) => ({
        peaks: new Int8Array(await buffer(await blobs().get(key))),
        offsetMs,
      })),
    );
  } catch (error) {
    // A waveform that went meanwhile: the call plays without skipping.
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}
