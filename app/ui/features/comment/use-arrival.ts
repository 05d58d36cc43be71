import { useEffect, useRef, useState } from "react";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";

/** Who wrote the newest comment that came while the page was open; null until one comes. */
export function useArrival(
  comments: readonly CommentView[],
  newIds: ReadonlySet<string>,
): string | null {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(comments.map(({ id }) => id));
    if (before === null) return;
    const came = comments.findLast(({ id }) => !before.has(id) && newIds.has(id));
    if (came) setName(came.author.name);
  }, [comments, newIds]);
  return name;
}
