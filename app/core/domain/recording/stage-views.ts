import type { CallState } from "#app/core/domain/call/call-views.ts";

export type StageName =
  | "upload"
  | "inspect"
  | "normalise"
  | "transcribe"
  | "metrics"
  | "summary"
  | "crm"
  | "picture";

export type StageState = "waiting" | "running" | "done" | "skipped" | "failed";

/** One line of the pipeline (product §5.2). `done` and `total` count `unit`: bytes, or ms of audio. */
export type StageView = {
  name: StageName;
  state: StageState;
  done: number;
  total: number;
  unit: "bytes" | "ms" | null;
  attempt: number;
  /** A code of the `stages` catalogue: the reason of skipped and failed. */
  cause: string | null;
  retryAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
};

export type RecordingState =
  | "receiving"
  | "interrupted"
  | "uploaded"
  | "processing"
  | "ready"
  | "ready_partial"
  | "failed"
  | "media_removed"
  | "discarded";

/** What is wrong with the file itself: trying again changes nothing, another file may. */
const PERMANENT: ReadonlySet<string> = new Set([
  "unsupported_media",
  "unsupported_codec",
  "unsupported_rate",
  "no_audio",
  "too_many_tracks",
  "too_many_channels",
  "too_long",
  "encrypted",
  "media_elsewhere",
  "invalid_samples",
  "ends_early",
  "cut_off",
  "unreadable",
]);

/** Cause of a recording that plays, and whose words cover too little of what is said in it. */
export const WORDS_MISSING = "words_missing";

/** Whether a file was refused while it was sent: there is nothing to try again with. */
export const isRefusedUpload = (stages: readonly Pick<StageView, "name" | "state">[]): boolean =>
  stages.some(({ name, state }) => name === "upload" && state === "failed");

/** Whether a recording that failed for this cause would fail again. */
export const isPermanent = (cause: string | null): boolean =>
  cause !== null && PERMANENT.has(cause);

/**
 * Cause of a summary stage whose Highlights are there and whose model still writes (decisions §8). It is running, and
 * nothing waits for it: the recording is settled without it, and only the end of the model's run ends it.
 */
export const MODEL_WRITES = "model_writes";
/** Cause of a summary stage that ended with Highlights because the model had nothing to give; the run says why. */
export const MODEL_GAVE_UP = "model_gave_up";
/** Causes that are no trouble of the call; the summary itself says what its model does. */
const QUIET: ReadonlySet<string> = new Set([
  ...["imported", "no_mapping"],
  ...[MODEL_WRITES, MODEL_GAVE_UP],
]);

/** Whether a ready call's stages have something to say that its page does not say elsewhere. */
export const isQuiet = ({ cause }: Pick<StageView, "cause">): boolean =>
  cause === null || QUIET.has(cause);

/** What there is of the recording of a call that is over, for whoever waits for it. */
export type MediaState = "finishing" | "playable" | "failed" | "nothing";

/**
 * How far the media of a call is that is over. The call says itself when it plays: it turns available in the
 * transaction that publishes its media, whatever is still being made of them and whether the row has stages or not.
 */
export function mediaStateOf({
  callState,
  recordingState,
}: {
  callState: CallState;
  recordingState: RecordingState;
}): MediaState {
  if (callState === "empty") return "nothing";
  if (recordingState === "failed") return "failed";
  return callState === "available" ? "playable" : "finishing";
}
