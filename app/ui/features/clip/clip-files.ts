import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import { paths } from "#app/paths.ts";

type Shown = Pick<ClipView, "clipId" | "card" | "hasCaptions" | "media" | "kept">;

/** A file of a clip that can be downloaded; `label` is a text of `clip:download`. */
export type ClipDownload = {
  format: "mp4" | "mp3" | "vtt" | "txt";
  label: "mp4" | "mp4Captions" | "mp4Sound" | "mp3" | "vtt" | "vttCard" | "txt";
  url: string;
};

/** The files of a clip as far as they are made; what is made of its words is there as soon as they are. */
export function filesOf({ clipId, card, hasCaptions, media, kept }: Shown): ClipDownload[] {
  const hasWords = media?.hasWords === true;
  const files: ClipDownload[] = [];
  if (kept.mp4Id !== null)
    files.push({
      format: "mp4",
      label: !kept.hasPicture ? "mp4Sound" : hasCaptions && hasWords ? "mp4Captions" : "mp4",
      url: paths.clipDownload(kept.mp4Id),
    });
  if (kept.mp3Id !== null)
    files.push({ format: "mp3", label: "mp3", url: paths.clipDownload(kept.mp3Id) });
  if (!hasWords) return files;
  return [
    ...files,
    {
      format: "vtt",
      label: card === null ? "vtt" : "vttCard",
      url: paths.clipWordsFile(clipId, "vtt"),
    },
    { format: "txt", label: "txt", url: paths.clipWordsFile(clipId, "txt") },
  ];
}

/**
 * By which text of `clip:files` it says that sound and video are not all there, or not as new as they should be.
 * @returns null where they are, or where nothing of the clip may be played
 */
export function lackOf({ kept, isWithdrawn }: Pick<ClipView, "kept" | "isWithdrawn">) {
  const { state, cause, mp3Id, mp4Id } = kept;
  if (isWithdrawn || state === "ready") return null;
  const missing = mp4Id !== null ? "newer" : mp3Id !== null ? "video" : "both";
  const how = state === "failed" ? "failed" : cause === null ? "making" : "waiting";
  return { missing, how } as const;
}
