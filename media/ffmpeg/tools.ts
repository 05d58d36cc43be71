/**
 * The wrapped programs of this machine, as found by `detectIsolation` (reliability §4.4).
 * `level` 2 bubblewrap, 1 no network, 0 none.
 */
export type MediaTools = {
  level: 2 | 1 | 0;
  /** Absolute path of sandbox-ffmpeg; empty where ffmpeg is missing. */
  ffmpeg: string;
  /** Absolute path of sandbox-ffprobe; empty where ffprobe is missing. */
  ffprobe: string;
  /** Static English sentence for the log: why the level is not 2, or why nothing runs. */
  reason: string;
  hasFfmpeg: boolean;
  /** Whether files may be processed here: a tested level, or level 0 on purpose. */
  isUsable: boolean;
  /** ffmpeg's own version word, like `5.1.9-0+deb12u1`. */
  version: string;
};
