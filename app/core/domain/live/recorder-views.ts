import type { Visibility } from "../call/call-views.ts";

/** A recording of a browser that is not finished. */
export type OpenRecording = {
  recordingId: string;
  callId: string;
  title: string;
  startedAt: string;
  /** The browser that holds what has not arrived. */
  deviceId: string;
  deviceName: string;
  /** The tab that recorded it last. */
  tabId: string;
  /** A tab records it right now, or did a moment ago. */
  isHeld: boolean;
  arrivedMs: number;
  /** How long it is, as its browser says. */
  lengthMs: number;
};

/** The page `/recorder`. */
export type RecorderView = {
  /** Who records: what a browser keeps is theirs. */
  memberId: string;
  memberName: string;
  /** What the workspace says to the others before anything is recorded; empty where it wrote nothing. */
  consentText: string;
  /** SHA-256 in hexadecimal of the sentences that can be agreed to, in the page's language. */
  consentHashes: { everyone: string; self: string };
  workspace: string;
  /** The call that the member runs in a room: nothing is recorded beside it. */
  room: { callId: string; title: string } | null;
  /** A recording ends after this. */
  longestMs: number;
  defaultVisibility: Visibility;
  /** Open deals that a call of the actor may be linked to, newest first. */
  deals: { id: string; name: string; company: string | null }[];
  language: "en" | "ja";
  open: OpenRecording[];
  /** The one whose address was opened. */
  asked: OpenRecording | null;
  /** Where the call is whose address was opened, when nothing of it is recorded any more. */
  askedUrl: string | null;
};
