import type { PersonRef, RangeMs } from "../views.ts";

export const COMMENT_KINDS = ["plain", "praise", "suggestion", "question"] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];
/** Of a comment's text (product §6). */
export const MOST_CHARS = 4_000;

/** What was said in the range of a comment by one person, as the newest words have it. */
export type CommentQuote = RangeMs & { participantId: string | null; text: string };

/** Somebody was asked for their view of a comment. `dueOn`: a day, `2026-11-21`. */
export type AskedView = {
  member: PersonRef;
  dueOn: string | null;
  state: "open" | "answered" | "withdrawn";
};

/**
 * A comment as one reader sees it. Answers have a parent; a deleted one is there while it has answers, and says nothing
 * more. Times: ms from the start of the call; both null: it is about the call as a whole.
 */
export type CommentView = {
  id: string;
  callId: string;
  parentId: string | null;
  author: PersonRef;
  t0Ms: number | null;
  t1Ms: number | null;
  body: string;
  kind: CommentKind;
  /** Its author's alone. */
  isPrivate: boolean;
  /** A moment flagged while the call ran. */
  isFlag: boolean;
  isDeleted: boolean;
  quotes: CommentQuote[];
  mentions: PersonRef[];
  asked: AskedView[];
  createdAt: string;
  editedAt: string | null;
  /** Of a thread that is dealt with: who said so; null for somebody who is not known any more. */
  resolved: { by: string | null; at: string } | null;
  version: number;
  /** The reader is told of answers. */
  isFollowed: boolean;
  canEdit: boolean;
  canDelete: boolean;
};

/** Who can be mentioned on a call; `sees`: without being given access. */
export type Mentionable = PersonRef & { team: string | null; sees: boolean };
export type MentionChoices = {
  people: Mentionable[];
  /** The reader may give others access. */
  canShare: boolean;
};
