/** Facts of a call as screens show them, as JSON: times are ISO 8601 UTC strings. */
export type CallState =
  | "scheduled"
  | "live"
  | "ended"
  | "available"
  | "empty"
  | "cancelled"
  | "trashed"
  | "purged";

export type CallKind = "room" | "meeting" | "phone" | "recorder" | "upload";

export type Visibility = "private" | "team" | "workspace";

export type ConsentState = "not_asked" | "waiting" | "agreed" | "partly" | "refused" | "withdrawn";

/** A colleague who opened the call. */
export type Watcher = {
  name: string;
  times: number;
  lastAt: string;
  /** At least once by an admin's private access. */
  isPrivate: boolean;
  /** Seconds of the call they heard, each once. */
  seconds: number;
  /** 0–1 of the call; null where it has no length. */
  share: number | null;
};

/** Clips that could go with calls; `others`: of these, those that another member made. */
export type ClipsOfCalls = { clips: number; others: number };
