import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { COMMENT_KINDS, MOST_CHARS } from "./comment-views.ts";

/** Counted as people count: an emoji is one. The database counts the same. */
const body = z
  .string()
  .trim()
  .normalize("NFC")
  .min(1)
  .refine((text) => Array.from(text).length <= MOST_CHARS, `too_long?n=${MOST_CHARS}`);
const kind = z.enum(COMMENT_KINDS).default("plain");
const ids = z.array(z.uuid()).max(LIMITS.mentionsInComment).default([]);
const tick = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
/** Of a person who cannot open the call: nothing is done before somebody says which. */
const access = z.enum(["give", "leave"]).optional();
const people = { mentions: ids, access };

export const addCommentForm = z.object({
  body,
  kind,
  isPrivate: tick,
  /** ms from the start of the call; without them it is about the whole call. */
  t0Ms: z.coerce.number().int().nonnegative().optional(),
  t1Ms: z.coerce.number().int().nonnegative().optional(),
  /** Whose view is asked for, and until which day. */
  ask: ids,
  dueOn: z.iso.date("invalid_date").optional(),
  ...people,
});
export const replyForm = z.object({ commentId: z.uuid(), body, ...people });
export const editCommentForm = z.object({
  commentId: z.uuid(),
  body,
  kind,
  version: z.coerce.number().int().positive(),
  ...people,
});
export const ofComment = z.object({ commentId: z.uuid() });

export type NewComment = z.output<typeof addCommentForm>;
export type Reply = z.output<typeof replyForm>;
export type CommentEdit = z.output<typeof editCommentForm>;
