import type { CrmFieldType, CrmValue } from "../connection/connection-types.ts";
import type { REVIEWS, WriteRule } from "../mapping/mapping-types.ts";
import type { Side } from "../views.ts";
import type { WriteState } from "./write-state.ts";

export const CRM_TABS = ["waiting", "written", "rejected", "expired"] as const;
export type CrmTab = (typeof CRM_TABS)[number];

/** Words that a change comes from. */
export type CrmEvidence = {
  t0Ms: number;
  t1Ms: number;
  name: string;
  side: Side | null;
  quote: string;
};
/** A line of a change's journal. */
export type CrmStep = { state: WriteState; at: string; by: string | null };

/** One change of one field, as its reader may see and do it. */
export type CrmWriteView = {
  id: string;
  version: number;
  callId: string;
  state: WriteState;
  fieldLabel: string;
  type: CrmFieldType;
  rule: WriteRule;
  review: (typeof REVIEWS)[number];
  /** What stood there when it was proposed, or right before it was written. */
  before: CrmValue;
  /** What was proposed, or what somebody made of it; null: somebody has to choose. */
  proposed: CrmValue;
  /** What the field holds, or would hold. */
  after: CrmValue;
  theirs: { value: CrmValue; by: string | null; at: string | null } | null;
  /** A code of the catalogue `crm`: why it waits, failed, or how it was made. */
  fault: string | null;
  /** In the CRM's own words. */
  faultDetail: string | null;
  /** Said between the lines. */
  isImplied: boolean;
  evidence: CrmEvidence[];
  /** Values in use; empty where anything will do. */
  options: { value: string; label: string }[];
  readAt: string;
  expiresAt: string;
  writtenAt: string | null;
  decidedBy: string | null;
  template: { name: string; version: number; section: string } | null;
  steps: CrmStep[];
  canDecide: boolean;
  /** Its mapping sends, and records no more. */
  isSending: boolean;
  canRevert: boolean;
  /** Who decides, where that is not the reader. */
  waitsFor: string | null;
};

/** Changes of one record that one call made. */
export type CrmGroupView = {
  key: string;
  callId: string;
  title: string;
  company: string | null;
  startedAt: string | null;
  durationMs: number | null;
  /** Base64, as lists show who spoke when. */
  strip: string | null;
  /** `mock` is the demo's. */
  crm: string;
  object: string;
  /** Its id there; null: it is still to be made, or not known. */
  record: string | null;
  recordLabel: string | null;
  /** Its page in the CRM. */
  recordUrl: string | null;
  writes: CrmWriteView[];
};

export type CrmChanges = { groups: CrmGroupView[]; counts: Record<CrmTab, number>; tab: CrmTab };
