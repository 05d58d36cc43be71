import type { BrowserRun, RunSource } from "#app/core/domain/recording/recorder-join.server.ts";
import { type Span, withoutSpans } from "#app/core/platform/ranges.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import type { Joined } from "#media/recorder/join.ts";

export type JoinJob = {
  /** Under the jobs root of `tools`. */
  jobDir: string;
  tools: Pick<MediaTools, "ffmpeg">;
  signal: AbortSignal;
};

export type SoundSource = Exclude<RunSource, "screen">;

/** One source of a browser's recording, its runs joined. */
export type JoinedLane = {
  source: SoundSource;
  participantId: string | null;
  /** Of the file in the job folder. */
  name: string;
  parts: BrowserRun[];
  made: Joined;
};

/** A run that is not in its lane: its pieces were `lost`, or its encoder broke off and nothing of it can be read. */
export type LeftOut = Pick<BrowserRun, "source" | "participantId" | "startMs"> & {
  cause: "lost" | "encoder";
};

/** Where a lane has sound, in order, ms of the call. */
export const soundOf = ({ made: { runs, holes } }: JoinedLane): Span[] =>
  withoutSpans(
    runs.flatMap((run) => run ?? []),
    holes,
  );
