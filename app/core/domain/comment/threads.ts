import type { CommentView } from "./comment-views.ts";

/** A comment with its answers, oldest first. */
export type Thread = { root: CommentView; answers: CommentView[] };

/** Comments as threads: by place in the call, those about the whole of it first; at one place the older first. */
export function threadsOf(comments: readonly CommentView[]): Thread[] {
  const answers = Map.groupBy(comments, ({ parentId }) => parentId);
  const byAge = (a: CommentView, b: CommentView) =>
    a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;
  return (answers.get(null) ?? [])
    .map((root) => ({ root, answers: (answers.get(root.id) ?? []).toSorted(byAge) }))
    .toSorted(({ root: a }, { root: b }) => (a.t0Ms ?? -1) - (b.t0Ms ?? -1) || byAge(a, b));
}
