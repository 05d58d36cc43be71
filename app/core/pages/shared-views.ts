import type { TranscriptSlice } from "#app/core/domain/transcript/transcript-reads.server.ts";
import type { RangeMs, Side } from "#app/core/domain/views.ts";

/** A voice of what is shared; a name of "" is not shown. */
export type SharedLane = {
  key: string;
  name: string;
  side: Side | null;
  peaksUrl: string | null;
};
export type SharedQuote = { name: string; side: Side | null; t0Ms: number; quote: string };
/** `title` null: the catalogue's, by `key`. */
export type SharedSection = { key: string; title: string | null; quotes: SharedQuote[] };

/**
 * What somebody outside is shown behind a link. No id of a call, a member or a participant is in it; files are named by
 * ids of their own, which are worth nothing without the browser's grant.
 */
/** `oembed`: where a site learns how to show it, if it plays there. */
export type SharedView = { kind: "share"; workspace: string; oembed?: string } & (
  | { step: "password" }
  | { step: "email" }
  /** `sendAgainAt`: ISO. */
  | { step: "code"; email: string; sendAgainAt: string }
  /** So many more times it can be opened. */
  | { step: "open"; left: number }
  | { step: "preparing" }
  | { step: "failed" }
  | ({ step: "shown" } & Asked & SharedRecording)
  | ({ step: "list" } & Asked & SharedList)
);

/** Whom a person on the recording asks to be taken out; null where they are not here any more. */
type Asked = { removalEmail: string | null };

/**
 * An address that leads nowhere, or not any more: the same whatever it once was, so that trying addresses tells nothing
 * but the status of the answer.
 */
export type SharedEnd = { kind: "ended"; workspace: null };

/** An address that lost some of its signs: it can have led nowhere. */
export type SharedIncomplete = { kind: "incomplete"; workspace: null };

/** A line of a shared list. `key` names it in the address: an id of its own, worth nothing without the browser's grant. */
export type SharedListItem = {
  key: string;
  title: string;
  why: string;
  durationMs: number;
  isReady: boolean;
};

/** A library for somebody outside: what of its list can be heard now, and one item of it whole. */
export type SharedList = {
  title: string;
  description: string;
  from: string | null;
  message: string | null;
  endsAt: string;
  openUrl: string | null;
  items: SharedListItem[];
  /** Null where the one that the address names cannot be heard, or none can. */
  current: (SharedRecording & { key: string }) | null;
};

export type SharedRecording = {
  title: string;
  /** What its maker wrote to stand before a clip. */
  card: string | null;
  from: string | null;
  message: string | null;
  startedAt: string | null;
  endsAt: string;
  /** Where it lies in the call; null: it is the whole call. */
  range: RangeMs | null;
  callDurationMs: number;
  durationMs: number;
  language: string | null;
  audioUrl: string | null;
  downloadUrl: string | null;
  captionsUrl: string | null;
  pulseUrl: string;
  wordsUrl: string;
  lanes: SharedLane[];
  words: TranscriptSlice | null;
  /** Where the words go on before and after those, as `page` of the address; for a reader without script. */
  moreWords: { before: number | null; after: number | null };
  summary: SharedSection[] | null;
  /** `t` of the address, in ms of what is shared; null where it lies outside of it. */
  startMs: number | null;
  /** For a member who may see the call. */
  openUrl: string | null;
};
