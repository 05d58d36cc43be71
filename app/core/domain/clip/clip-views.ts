import type { CutLane, CutMask } from "../cut/cut.ts";
import type { PersonRef, RangeMs } from "../views.ts";
import type { Width } from "./pieces.ts";

/** How far the files are: `making` also where those of the revision before are played meanwhile. */
export type ClipState = "making" | "ready" | "failed";

/** A clip as its page shows it to somebody who sees it. */
export type ClipView = {
  clipId: string;
  number: number;
  title: string;
  owner: PersonRef;
  /** The reader made it, or has it from who did. */
  isOwn: boolean;
  visibility: Width;
  /** An audience that was asked for and not answered yet. */
  wanted: { visibility: Width; by: string | null } | null;
  card: string | null;
  hasCaptions: boolean;
  version: number;
  revision: number;
  /** Whether links may show this revision. */
  isConfirmed: boolean;
  labels: { id: string; name: string; colour: string }[];
  state: ClipState;
  /** What the last attempt broke off at. */
  cause: string | null;
  /** Somebody took their consent back: nothing of it is played or read. */
  isWithdrawn: boolean;
  /** What is played now; null until there are files, or where nothing may be. Lengths are those of the pieces it has. */
  media: {
    mixId: string;
    peaks: { fileId: string; lane: number }[];
    lanes: CutLane[];
    pieces: number[];
    hasWords: boolean;
  } | null;
  /**
   * The files it is kept as. One that shows older pieces or words is not there; `making` also where the sound is there
   * and the video waits, for the part that `cause` names.
   */
  kept: {
    state: ClipState;
    cause: string | null;
    mp3Id: string | null;
    mp4Id: string | null;
    /** The MP4 has a picture, in which something is written; without it is the sound alone. */
    hasPicture: boolean;
  };
  /** Where the pieces lie in the call: for who may open it. `isPlayed`: they hear the pieces in the call until there are files. */
  source: {
    callId: string;
    title: string;
    pieces: RangeMs[];
    masks: CutMask[];
    isPlayed: boolean;
  } | null;
  /** The call lies in the trash; the clip was kept. */
  isSourceTrashed: boolean;
  mayChange: boolean;
  /** Give it a wider audience, and answer who asks for one. */
  mayWiden: boolean;
  /** Links to it. */
  mayLink: boolean;
};
