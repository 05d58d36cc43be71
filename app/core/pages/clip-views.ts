import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import type { Width } from "#app/core/domain/clip/pieces.ts";
import type { LabelRef } from "#app/core/domain/label/label-views.ts";
import type { TranscriptSlice } from "#app/core/domain/transcript/transcript-reads.server.ts";
import type { TranscriptView } from "#app/core/domain/transcript/transcript-views.ts";
import type { LaneView, PlaybackView } from "./playback-views.ts";

/** Whom an audience reaches: how many members, and how many of them cannot open the call. */
export type Reach = { visibility: Width; people: number; outside: number };

/** What changing the pieces of a clip takes beside the clip: its call, on the call's clock. */
export type ClipEditorView = {
  callId: string;
  durationMs: number;
  language: string;
  mixUrl: string | null;
  lanes: LaneView[];
  transcript: TranscriptView;
  start: TranscriptSlice;
  people: PlaybackView["people"];
};

export type ClipPageView = {
  clip: ClipView;
  language: string | null;
  /** What is heard first: the clip's file, or else the call, of which the pieces are played. */
  mixUrl: string | null;
  isOfCall: boolean;
  words: TranscriptSlice | null;
  durationMs: number;
  /** Members who opened it. */
  views: number;
  settings: PlayerSettings;
  startMs: number | null;
  /** For who may change the clip. */
  reach: Reach[];
  labels: LabelRef[];
  /** Asked for by the address, and there for who may open the call. */
  editor: ClipEditorView | null;
};
