import type { PersonRef } from "../views.ts";

/** Somebody who is to listen to a call. */
export type ReviewerView = {
  /** The assignment. */
  id: string;
  member: PersonRef;
  /** Who asked them. */
  by: string;
  /** "2026-12-01" */
  dueOn: string | null;
  /** ISO; null: waiting. */
  doneAt: string | null;
  /** The assignment lets them see the call; taking them off ends that. */
  hasAccess: boolean;
  /** The reader is who is to listen. */
  isMine: boolean;
};

/** Who can be asked to listen. */
type ReviewerChoice = PersonRef & {
  /** They see the call as it is; else it takes the word of somebody who may give access. */
  sees: boolean;
};

/** What the dialog of a call's reviewers shows. */
export type ReviewersView = {
  reviewers: ReviewerView[];
  choices: ReviewerChoice[];
  /** Whom the reader asks may be given access with it. */
  mayGiveAccess: boolean;
};
