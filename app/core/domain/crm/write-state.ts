/** What a proposed or executed change of a CRM's field can be (product §5.6). */
export const WRITE_STATES = [
  "proposed",
  "blocked",
  "dry_run",
  "in_review",
  "approved",
  "writing",
  "conflict",
  "written",
  "failed",
  "reverted",
  "revert_conflict",
  "rejected",
  "expired",
  "superseded",
] as const;
export type WriteState = (typeof WRITE_STATES)[number];

/** Where each state may lead. A failed one can also be let go, or it would wait for ever (look/crm-review). */
const NEXT: Record<WriteState, readonly WriteState[]> = {
  proposed: ["approved", "in_review", "blocked", "dry_run", "superseded"],
  blocked: ["proposed", "expired"],
  dry_run: ["proposed", "expired"],
  in_review: ["approved", "rejected", "expired", "superseded"],
  approved: ["writing"],
  writing: ["written", "conflict", "failed", "approved"],
  conflict: ["approved", "rejected", "in_review"],
  written: ["reverted", "revert_conflict"],
  failed: ["approved", "rejected"],
  reverted: [],
  revert_conflict: ["reverted", "written"],
  rejected: [],
  expired: [],
  superseded: [],
};

export const mayFollow = (from: WriteState, to: WriteState): boolean => NEXT[from].includes(to);
export const isFinal = (state: WriteState): boolean => NEXT[state].length === 0;

/** What waits for somebody: to be decided, or to be mended. */
export const WAITING = [
  "in_review",
  "conflict",
  "failed",
  "revert_conflict",
] as const satisfies WriteState[];
/** Nobody has decided about it, and a later run of the summary takes its place. */
export const UNDECIDED = [
  "proposed",
  "blocked",
  "dry_run",
  "in_review",
] as const satisfies WriteState[];
/** On its way into the CRM, or there. */
export const UNDER_WAY = [
  "approved",
  "writing",
  "conflict",
  "failed",
  "written",
  "revert_conflict",
] as const satisfies WriteState[];

export const isOneOf = <S extends WriteState>(
  states: readonly S[],
  state: WriteState,
): state is S => states.some((one) => one === state);
