import { useEffect, useMemo, useState } from "react";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import { useCommentEvents } from "#app/ui/features/shell/use-pipeline.ts";

type Told = { comment: CommentView | null; atMs: number };
/** A loader that was asked before an event came answers after it: for so long the event is the newer of the two. */
const NEWER_MS = 3_000;

/** The comments of a call as the loader gave them, each replaced by what the stream has said of it since. */
export function useLiveComments(callId: string, loaded: readonly CommentView[]): CommentView[] {
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(new Map());
  useEffect(() => {
    const since = performance.now() - NEWER_MS;
    setTold((before) => new Map([...before].filter(([, { atMs }]) => atMs > since)));
  }, [loaded]);
  useCommentEvents(callId, ({ commentId, comment }) =>
    setTold((before) => new Map(before).set(commentId, { comment, atMs: performance.now() })),
  );
  return useMemo(() => {
    const here = new Set(loaded.map(({ id }) => id));
    const kept = loaded.flatMap((comment) => {
      const now = told.get(comment.id);
      return now === undefined ? [comment] : (now.comment ?? []);
    });
    const came = [...told].flatMap(([id, { comment }]) => (here.has(id) ? [] : (comment ?? [])));
    return [...kept, ...came];
  }, [loaded, told]);
}
