/**
 * What the screens and streams of a live call carry, as JSON: times are ISO 8601 UTC strings, offsets and
 * lengths integer milliseconds on the call clock, shares 0–1. Streams send these, the UI reads them.
 */
import type { Visibility } from "../call/call-views.ts";
import type { PersonRef, Side } from "../views.ts";

/** `reason`: a code of the `live` catalogue; null when on. */
export type LiveAvailability = { state: "on" | "preparing" | "off"; reason: string | null };

/** What the recorder itself says (product §20.9); `absent` after 10 s without one. */
export type RecordingNow = {
  state: "starting" | "recording" | "paused" | "absent";
  /** Tracks that are being written; it is `starting` until the first one. */
  tracks: number;
  /** Names of people who speak and are not recorded though they should be, for 5 s or more. */
  missing: string[];
  since: string;
};

export type LiveSpeech = { state: "on" | "off"; reason: string | null };

/** Event `state` of both streams: whole at connect and at each change. */
export type LiveStateEvent = {
  callId: string;
  startedAt: string | null;
  /** The server's now: browsers show elapsed time against it. */
  at: string;
  recording: RecordingNow;
  speech: LiveSpeech;
  /** What stands in the call's row; null where it is not told: to guests, and before the stream speaks. */
  call: { title: string; language: string | null; visibility: Visibility } | null;
  isLocked: boolean;
  /** Names of coaches who listen, shown as a badge. */
  listeners: string[];
};

export type LivePerson = {
  participantId: string;
  memberId: string | null;
  /** LiveKit identities in the room now: `rep:<uid>:<tab>` or `g:<uuid>`. */
  identities: string[];
  name: string;
  side: Side;
  role: "host" | "rep" | "coach" | "customer";
  lane: number;
  /** When they first came, on the call's clock; null for who has not come yet. */
  arrivedMs: number | null;
  isHere: boolean;
  isMuted: boolean;
  isOnHold: boolean;
  /** False: joined without being recorded. */
  isRecorded: boolean;
};
export type PeopleEvent = { people: LivePerson[] };

export type WaitingGuest = {
  guestId: string;
  name: string;
  consent: "agreed" | "unrecorded";
  since: string;
};
/** Event `waiting`, for hosts only. */
export type WaitingEvent = { waiting: WaitingGuest[] };

/** Event `seg`: one segment's newest text; `stable` leading characters of a draft will not change. */
export type SegEvent = {
  seq: number;
  no: number;
  rev: number;
  isFinal: boolean;
  participantId: string | null;
  t0Ms: number;
  t1Ms: number;
  text: string;
  stable: number;
};

/** Event `meter`, twice a second while somebody speaks: not stored; the first of a stream has the levels of the last minutes. */
export type MeterEvent = {
  nowMs: number;
  /** How long ago the oldest words were said that are not on screen yet; absent from a worker that knows nothing of it. */
  behindMs?: number | undefined;
  people: {
    participantId: string;
    /** Share of all speech, rolling 5 minutes and whole call; null before anybody spoke. */
    share5: number | null;
    share: number | null;
    monologueMs: number;
    /** Words (ja: characters) a minute over 30 s; null without recognition. */
    speed: number | null;
    /** 0–15 per 100 ms, newest last: what moves the lanes. */
    levels: number[];
  }[];
};

/** Event `note`: a note, flag, pause or hold on the timeline; whole list at connect. */
export type LiveMark = {
  id: string;
  kind: "note" | "flag" | "pause" | "gap";
  t0Ms: number;
  t1Ms: number | null;
  body: string | null;
  by: string | null;
  /** Why there is a gap, as in `MarkView`; null for the other kinds. */
  cause: string | null;
};
/** What somebody wrote, or flagged without words, at a moment of a live call. */
export type CallNote = {
  id: string;
  kind: "note" | "flag";
  t0Ms: number;
  body: string | null;
  by: string;
};
export type MarksEvent = { marks: LiveMark[] };

/** Event `done`: the call is over; `url` leads to playback. */
export type DoneEvent = { callId: string; url: string };

/** Who the asker is in this call: `host` has End for all, admit and record controls. */
export type LiveCallRole = "host" | "rep" | "watcher";

/** The page `/console/{callId}` before its stream speaks. */
export type LiveCallView = {
  callId: string;
  title: string;
  company: string | null;
  visibility: Visibility;
  owner: PersonRef;
  language: string | null;
  callRole: LiveCallRole;
  /** No gap in the recording so far. */
  isWhole: boolean;
  /** The demo's call, in which two synthetic voices speak: its page enters the room only to hear them. */
  isDemo: boolean;
  /** May hear the room without being in it. */
  canListen: boolean;
  /** Null for watchers, and in a demo's call. */
  invitation: { url: string; expiresAt: string | null } | null;
  allowsUnrecorded: boolean;
  state: LiveStateEvent;
  people: LivePerson[];
  waiting: WaitingGuest[];
  marks: LiveMark[];
};

/** A card of the wall and of the own-call pill. */
export type LiveCard = {
  callId: string;
  title: string;
  company: string | null;
  owner: PersonRef;
  startedAt: string | null;
  people: { name: string; side: Side }[];
  share: number | null;
  monologueMs: number;
  recording: RecordingNow;
  isMine: boolean;
  /** Who waits to be let in; empty on cards of others' calls. */
  waiting: WaitingGuest[];
  canListen: boolean;
  /** Two synthetic voices speak in it. */
  isDemo: boolean;
};

/** The page `/console`. */
export type ConsoleView = {
  availability: LiveAvailability;
  /** The own call that runs: starting another offers "Return to call". */
  current: LiveCard | null;
  /** Live calls in the manager's scope; null for reps. */
  wall: LiveCard[] | null;
  /** Who sees a call that is begun without a choice. */
  defaultVisibility: Visibility;
  today: { callId: string; title: string; at: string; isLive: boolean }[];
};

/** The page `/console-popper`; it follows the member's live call. */
export type PopperView = Pick<ConsoleView, "availability" | "current">;

/** What a browser needs to enter a room; asked for anew on every (re)connect. */
export type JoinToken = { url: string; token: string; identity: string; room: string };

/** The page `/shared/{urlPath}` of a call invitation. */
export type LobbyView = {
  kind: "invitation";
  workspace: string;
  host: string;
  /** Null: open now. */
  startsAt: string | null;
  consentText: string;
  consentHash: string;
  allowsUnrecorded: boolean;
  guest: {
    guestId: string;
    name: string;
    state: GuestCallRole;
    consent: "agreed" | "unrecorded";
  } | null;
  callId: string | null;
  /** For members who came by the link and may see the call. */
  openUrl: string | null;
};
/** All that a link-preview program gets of an invitation. */
export type LobbyPreview = { kind: "preview"; workspace: string };
export type GuestCallRole = "waiting" | "admitted" | "refused" | "left" | "removed";

/** Event `admission` of the lobby stream. */
export type AdmissionEvent = { state: GuestCallRole; lockedOut: boolean };
/** Event `people` of the lobby stream: what a guest may know of the others. */
export type GuestPeopleEvent = {
  people: {
    participantId: string;
    name: string;
    identities: string[];
    isMuted: boolean;
    isYou: boolean;
  }[];
};
