import type { TalkKind } from "../views.ts";
import type { LabelColour } from "./label.schema.ts";

/** A label as it is shown on a call. */
export type LabelRef = { id: string; name: string; colour: LabelColour };
/** On a call's own page; `isByRule`: no person gave it. */
export type CallLabelView = LabelRef & { isByRule: boolean };

/** A line of the settings. */
export type LabelLine = LabelRef & {
  groupId: string | null;
  team: { id: string; name: string } | null;
  rule: string | null;
  /** What calls that wear it are about, unless somebody said otherwise. */
  talkKind: TalkKind | null;
  isArchived: boolean;
  version: number;
  /** Calls that have it, of those the reader may see. */
  calls: number;
  canChange: boolean;
};
export type GroupLine = { id: string; name: string; version: number };
/** A merge that can still be undone. */
export type MergeLine = LabelRef & { into: string; mergedAt: string };
/** What a rule would find among the calls the reader may see; `isMore` when it was counted to its limit. */
export type RulePreview = {
  rule: string;
  /** A form code; null where the rule can be read. */
  fault: string | null;
  calls: number;
  isMore: boolean;
  newest: { callId: string; title: string; startedAt: string }[];
};

/** What can be put on a call: those the reader gave last come first. */
export type LabelChoices = {
  labels: (LabelRef & { group: string | null; isRecent: boolean })[];
  canMake: boolean;
};
