import type { Ignored } from "../list/list-query.ts";
import type { NoticeKind } from "./notices.ts";

/** What has a title or name that its reader may know, or no longer. */
export const NOTICE_SUBJECTS = ["call", "clip", "library", "member"] as const;
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number];

/** Of who came by a link and showed that an address is theirs. */
export const emailIn = (values: Record<string, unknown>): string | null =>
  typeof values["email"] === "string" ? values["email"] : null;

/** A line of the bell's list. */
export type NoticeView = {
  id: string;
  kind: NoticeKind;
  /** Who did it: a colleague's name, or the address of who opened a link. Null: a program, a deleted account, or not known. */
  by: string | null;
  /** What it is about, where that has a title; `title` null: one the reader can no longer open. */
  about: { kind: NoticeSubject; title: string | null } | null;
  dueOn: string | null;
  /** ISO */
  at: string;
  isUnread: boolean;
  /** It leads somewhere. */
  isOpenable: boolean;
};

/** A page of the list, and how much of all of it is unread. */
export type NoticesPage = {
  notices: NoticeView[];
  unread: number;
  /** Where this page begins; null at the newest. */
  after: string | null;
  next: string | null;
  ignored: Ignored[];
};

/** What the stream says when a member's notices changed. */
export type NoticesChanged = {
  /** Counted to `MOST_COUNTED`. */
  unread: number;
  /** Of the newest; another one means that a list is not whole. */
  newest: string | null;
};
/** More are shown as "99+". */
export const MOST_COUNTED = 100;
