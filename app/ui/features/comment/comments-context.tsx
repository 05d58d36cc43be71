import { useSearchParams } from "@remix-run/react";
import {
  createContext,
  type MutableRefObject,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useKeyAction } from "#app/ui/features/player/key-actions.tsx";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import {
  type CommentPlace,
  createDrafts,
  type Draft,
  type DraftKey,
  type DraftStore,
  EMPTY,
} from "./comment-drafts.ts";

type Comments = {
  callId: string;
  comments: readonly CommentView[];
  /** The thread that the address names. */
  chosen: CommentView | null;
  /** The comment that it names: the same, or an answer in it. */
  chosenId: string | null;
  choose: (commentId: string) => void;
  drafts: DraftStore;
  /** Which draft wants the focus, once it is on the page. */
  wanted: MutableRefObject<DraftKey | null>;
  /** The new comment that is on its way: the next one is begun beside it. */
  sending: MutableRefObject<Draft | null>;
  /** Begins a comment; what was written before stays and moves there. */
  startAt: (place: CommentPlace | null) => void;
  /** Of others, since the reader's last visit. */
  newIds: ReadonlySet<string>;
};

const Context = createContext<Comments | null>(null);

type Props = {
  callId: string;
  comments: readonly CommentView[];
  /** When the reader's last visit began, as the page was first loaded. */
  lastVisitAt: string;
  canComment: boolean;
  children: ReactNode;
};

/** What a page knows of the comments of its call. Stands in `PlayerProvider` and `KeyActions`. */
export function CommentsProvider({ callId, comments, lastVisitAt, canComment, children }: Props) {
  const [search, setSearch] = useSearchParams();
  const [drafts] = useState(() => createDrafts(callId));
  // A later look at the same page is the same visit.
  const [since] = useState(lastVisitAt);
  const player = usePlayer();
  const wanted = useRef<DraftKey | null>(null);
  const sending = useRef<Draft | null>(null);
  const go = useRef(setSearch);
  useEffect(() => {
    go.current = setSearch;
  });
  useEffect(() => drafts.recall(), [drafts]);
  useStartAtNamed(comments);
  const chosenId = search.get("comment");
  const value = useMemo((): Comments => {
    const open = (change: (next: URLSearchParams) => void) =>
      go.current(
        (now) => {
          now.set("tab", "comments");
          change(now);
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    const named = comments.find(({ id }) => id === chosenId) ?? null;
    const chosen = comments.find(({ id }) => id === (named?.parentId ?? named?.id)) ?? null;
    return {
      ...{ callId, comments, chosen, chosenId, drafts, wanted, sending },
      choose: (id) => open((now) => now.set("comment", id)),
      startAt: (place) => {
        wanted.current = "new";
        const isSent = sending.current !== null && drafts.get().get("new") === sending.current;
        drafts.write("new", isSent ? { ...EMPTY, place } : { place });
        open(() => undefined);
      },
      newIds: new Set(
        comments.flatMap(({ id, createdAt, canEdit }) => (createdAt > since && !canEdit ? id : [])),
      ),
    };
  }, [callId, comments, chosenId, drafts, since]);
  useKeyAction(
    "page.comment",
    () => value.startAt(placeAt(player.positionMs(), player.get().durationMs)),
    canComment,
  );
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** A page opened by the address of a comment begins where the comment was made; a time in the address comes first. */
function useStartAtNamed(comments: readonly CommentView[]): void {
  const [search] = useSearchParams();
  const player = usePlayer();
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    const named = comments.find(({ id }) => id === search.get("comment"));
    const root = comments.find(({ id }) => id === (named?.parentId ?? named?.id));
    if (root?.t0Ms != null && !search.has("t")) player.seek(root.t0Ms);
  }, [comments, search, player]);
}

/** The moment that is heard; of a call that has no clock, the whole of it. */
export const placeAt = (ms: number, durationMs: number): CommentPlace | null =>
  durationMs === 0 ? null : { t0Ms: Math.round(Math.min(ms, durationMs)), t1Ms: null };

export function useComments(): Comments {
  const context = useContext(Context);
  if (context === null) throw new Error("useComments needs a CommentsProvider above it");
  return context;
}

/** The stretch of the call that the chosen comment is about; null where it is about a moment or the whole. */
export function useChosenRange(): RangeMs | null {
  const { chosen } = useComments();
  const { t0Ms, t1Ms } = chosen ?? { t0Ms: null, t1Ms: null };
  return useMemo(() => (t0Ms === null || t1Ms === null ? null : { t0Ms, t1Ms }), [t0Ms, t1Ms]);
}
