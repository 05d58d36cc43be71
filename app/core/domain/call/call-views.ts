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

/** A colleague who opened the call. `isPrivate`: at least once by an admin's private access. */
export type Watcher = { name: string; times: number; lastAt: string; isPrivate: boolean };
