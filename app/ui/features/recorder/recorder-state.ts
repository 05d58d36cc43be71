import type { RecorderTimeline } from "#app/core/domain/live/browser-recorder.schema.ts";
import type { PieceSource } from "./piece-store.client.ts";

/** Why a recording is over, where it was not its owner who stopped it. */
export type EndReason = "stopped" | "limit" | "deviceFull" | "serverFull" | "takenOver" | "gone";
export type Alarm =
  | "micLost"
  | "tabEnded"
  | "screenEnded"
  | "deaf"
  | "quiet"
  | "stillThere"
  | "nearLimit"
  | "lowSpace"
  | "offline"
  | "signedOut"
  | "refused"
  | "slept";
/** What may be lost for good while it lasts: it is said in the title, by a tone, and by a notice of the system. */
export const URGENT = ["deaf", "micLost", "tabEnded", "stillThere"] as const;
type StartProblem =
  | "otherTab"
  | "inRoom"
  | "tooLong"
  | "otherDevice"
  | "signedOut"
  | "notAllowed"
  | "busy"
  | "invalid"
  | "failed";
/** What came of throwing a recording away. */
export type Discarded = "gone" | "later" | "published";
export type RecorderState = {
  phase: "idle" | "starting" | "recording" | "paused" | "sending" | "done";
  problem: StartProblem | null;
  callId: string | null;
  recordingId: string | null;
  title: string;
  /** What it is about, as far as it was said. */
  details: Record<string, string>;
  sources: PieceSource[];
  zero: number;
  isMuted: boolean;
  /** Ms of the call that the server has. */
  keptMs: number;
  /** Pieces that are still here, once it is over. */
  left: number;
  alarms: readonly Alarm[];
  marks: RecorderTimeline["marks"];
  end: EndReason | null;
  /** A recording that was to be thrown away is a call already: its id. */
  published: string | null;
};
/** Nothing is recorded. */
export const IDLE: RecorderState = {
  ...{ phase: "idle", problem: null, callId: null, title: "", sources: [], zero: 0 },
  ...{
    recordingId: null,
    details: {},
    isMuted: false,
    keptMs: 0,
    left: 0,
    alarms: [],
    marks: [],
    end: null,
    published: null,
  },
};
