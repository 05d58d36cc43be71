import type { Schedule } from "../working-hours.ts";
import type { FeedbackKind, HardSigns } from "./care-views.ts";

/** A call of the member's that counts here, as it was held. */
export type HeldCall = {
  callId: string;
  title: string;
  startMs: number;
  endMs: number;
  /** Somebody outside was spoken with. */
  isConnected: boolean;
  /** Another member who leads people heard 60 seconds or a quarter of it. */
  isCovered: boolean;
  isPrivate: boolean;
};
/** What somebody else wrote on one of these calls. */
export type Feedback = {
  callId: string;
  atMs: number;
  kind: FeedbackKind;
  by: string;
  /** It was written by somebody who leads people. */
  isOfManager: boolean;
  /** When the member answered or settled it. */
  answeredAtMs: number | null;
};
/** Everything that care says of a member is made of this. */
export type CareInput = {
  schedule: Schedule;
  /** Seventeen weeks and more, by their beginning. */
  calls: readonly HeldCall[];
  feedback: readonly Feedback[];
  checkIns: readonly { atMs: number; by: string }[];
  /** Hard by what was said in them and not taken back by the member, or marked by them. */
  hardCalls: ReadonlySet<string>;
  /** What was said in calls of the last four weeks that makes them hard, by call. */
  signs: ReadonlyMap<string, HardSigns>;
  /** When the member showed a call to who leads them, by call. */
  shown: ReadonlyMap<string, Date>;
  /** What the member said of suggestions, by rule and Monday. */
  marks: ReadonlyMap<string, boolean>;
};
