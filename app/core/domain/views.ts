/**
 * What views of several nouns share. Views are JSON: times are ISO 8601 UTC strings, durations and offsets integer
 * milliseconds from the start of the call, ratios 0–1. Loaders return them, the UI reads them.
 */
export type Side = "R" | "C";

export type RangeMs = { t0Ms: number; t1Ms: number };

export type PersonRef = { id: string; name: string };

export type QualityClass = "A" | "B" | "C";

/** What JSON can hold, so that it means the same before and after the wire. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

/** What a call is about, as somebody said of it. */
export const TALK_KINDS = ["discovery", "demo", "follow_up", "other"] as const;
export type TalkKind = (typeof TALK_KINDS)[number];

/** The kind in force, and what it comes from: a choice by hand, a label, or nothing (then it is `other`). */
export type TalkKindView = { kind: TalkKind; by: "hand" | "label" | null; label: string | null };

/** The kinds of calls that are made here; only of these can be asked. */
export const MADE_KINDS = ["room", "upload", "recorder"] as const;
