import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import type { Thread } from "#app/core/domain/comment/threads.ts";

export const FILTERS = ["all", "open", "mine"] as const;
export type CommentFilter = (typeof FILTERS)[number];

/** What of the comments the address asks for (`comments=open`). */
export const filterOf = (search: URLSearchParams): CommentFilter =>
  FILTERS.find((one) => one === search.get("comments")) ?? "all";

/** Whether a thread is one of these; `mine`: the reader wrote in it, or it speaks to them. */
export function isShown({ root, answers }: Thread, filter: CommentFilter, me: string): boolean {
  if (filter === "all") return true;
  if (filter === "open") return root.resolved === null;
  return [root, ...answers].some((comment) => isMine(comment, me));
}

const isMine = ({ author, mentions, asked }: CommentView, me: string): boolean =>
  author.id === me ||
  mentions.some(({ id }) => id === me) ||
  asked.some(({ member }) => member.id === me);
