import { useFetcher, useSearchParams } from "@remix-run/react";
import { MessageSquarePlus } from "lucide-react";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { threadsOf, type Thread } from "#app/core/domain/comment/threads.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Key } from "#app/ui/components/primitive/key.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { useToast } from "#app/ui/components/primitive/toast.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { usePlayer, usePosition } from "#app/ui/features/player/player-context.tsx";
import { EMPTY } from "./comment-drafts.ts";
import { placeAt, useComments } from "./comments-context.tsx";
import { Composer } from "./composer.tsx";
import { commandOf, ThreadView } from "./thread.tsx";
import { useArrival } from "./use-arrival.ts";
import { FILTERS, filterOf, isShown } from "./filters.ts";

type Answer = { ok?: boolean; error?: Record<string, string[] | null> | null };
type Sent = { intent: string; id: string };

/** The comments of a call by place, and where the next one is written. */
export function CommentsPanel({ me, canComment }: { me: string; canComment: boolean }) {
  const { t } = useTranslation("comment");
  const { t: forms } = useTranslation("forms");
  const { comments, chosen, chosenId, newIds, drafts } = useComments();
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const { submit, state, data } = useFetcher<Answer>();
  const [sent, setSent] = useState<Sent | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const arrival = useArrival(comments, newIds);
  const copyLink = useCopyCommentLink();
  useDone({ sent, state, data, undo: (id) => send({ intent: "restore_comment", id }) });
  const send = (command: Sent) => {
    setSent(command);
    submit({ intent: command.intent, commentId: command.id }, { method: "post" });
  };
  const onSubmit = (event: FormEvent<HTMLElement>) => {
    const command = commandOf(event);
    if (command === null) return;
    event.preventDefault();
    send(command);
    // What is deleted takes the focus with it.
    if (command.intent === "delete_comment") list.current?.focus();
  };
  const isSending = state !== "idle";
  const expected = useMemo(
    () => (isSending && sent !== null ? ahead(comments, sent) : comments),
    [comments, sent, isSending],
  );
  const threads = useMemo(() => threadsOf(expected), [expected]);
  const written = useStore(drafts, keysOf);
  const shown = threads.filter(
    (thread) =>
      isShown(thread, filter, me) || thread.root.id === chosen?.id || isWrittenIn(thread, written),
  );
  const errors: Record<string, string[] | null> = (!isSending && data?.error) || {};
  const codes = Object.entries(errors);
  const failure =
    codes.length === 0
      ? null
      : codes
          .flatMap(([name, all]) => (all ?? []).map((code) => formText(forms, code, { name })))
          .join(" ");
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
        <Segments
          label={t("filter.label")}
          segments={FILTERS.map((one) => ({
            to: `?${withFilter(search, one)}`,
            label: t(`filter.${one}`, {
              count: threads.filter((thread) => isShown(thread, one, me)).length,
            }),
            isCurrent: one === filter,
          }))}
        />
        <span className="grow" />
        {comments.length === 0 ? null : <Export />}
        {canComment ? <WriteHere /> : null}
      </div>
      <ul ref={list} tabIndex={-1} data-quiet-focus aria-label={t("title")} onSubmit={onSubmit}>
        {shown.map((thread) => (
          <ThreadView
            key={thread.root.id}
            {...thread}
            isChosen={thread.root.id === chosen?.id}
            isWritten={isWrittenIn(thread, written)}
            marked={thread.root.id === chosen?.id ? chosenId : null}
            newIds={newIds}
            failure={isIn(thread, sent?.id) ? failure : null}
            onCopyLink={copyLink}
          />
        ))}
      </ul>
      {shown.length > 0 ? null : (
        <p className="px-4 py-4 text-sm text-ink-muted">{t(`none.${filter}`)}</p>
      )}
      <p role="status" className="sr-only">
        {arrival === null ? null : t("arrived", { name: arrival })}
      </p>
      {canComment ? <Write onSent={() => list.current?.focus()} drafts={drafts} /> : null}
    </>
  );
}

const isIn = ({ root, answers }: Thread, id: string | undefined): boolean =>
  root.id === id || answers.some((answer) => answer.id === id);

/** The keys of all open drafts as one text: it changes as one is opened or closed, and not with every letter. */
const keysOf = (drafts: ReadonlyMap<string, unknown>): string => [...drafts.keys()].join(" ");

const isWrittenIn = ({ root, answers }: Thread, written: string): boolean =>
  [root, ...answers].some(({ id }) => written.includes(id));

function withFilter(search: URLSearchParams, filter: (typeof FILTERS)[number]): string {
  const next = new URLSearchParams(search);
  next.set("tab", "comments");
  next.delete("comment");
  if (filter === "all") next.delete("comments");
  else next.set("comments", filter);
  return next.toString();
}

type Comments = ReturnType<typeof useComments>["comments"];

/** The comments as they will be once the command is carried out. */
function ahead(comments: Comments, { intent, id }: Sent): Comments {
  const isAnswered = comments.some(({ parentId }) => parentId === id);
  return comments.flatMap((comment) => {
    if (comment.id !== id) return [comment];
    switch (intent) {
      case "resolve_comment":
        return [{ ...comment, resolved: { by: null, at: comment.createdAt } }];
      case "reopen_comment":
        return [{ ...comment, resolved: null }];
      case "delete_comment":
        return isAnswered ? [{ ...comment, isDeleted: true }] : [];
      case "follow_comment":
      case "unfollow_comment":
        return [{ ...comment, isFollowed: intent === "follow_comment" }];
      default:
        return [comment];
    }
  });
}

type Done = {
  sent: Sent | null;
  state: string;
  data: Answer | undefined;
  undo: (commentId: string) => void;
};

/** Says what was done, with Undo where something is gone. */
function useDone({ sent, state, data, undo }: Done): void {
  const { t } = useTranslation("comment");
  const toast = useToast();
  const latest = useRef(undo);
  const told = useRef<Sent | null>(null);
  useEffect(() => {
    latest.current = undo;
  });
  useEffect(() => {
    if (state !== "idle" || data?.ok !== true || sent === null || told.current === sent) return;
    told.current = sent;
    const { id, intent } = sent;
    if (intent === "delete_comment")
      toast({ text: t("said.deleted"), onUndo: () => latest.current(id) });
    else if (intent === "restore_comment") toast({ text: t("said.restored") });
    else if (intent === "follow_comment") toast({ text: t("said.followed") });
    else if (intent === "unfollow_comment") toast({ text: t("said.unfollowed") });
  }, [state, data, sent, t, toast]);
}

function useCopyCommentLink(): (commentId: string) => void {
  const { t } = useTranslation("comment");
  const { callId } = useComments();
  const toast = useToast();
  return (comment) => {
    const path = paths.playback(callId, { tab: "comments", comment });
    const address = new URL(path, window.location.href).href;
    void copyText(address).then((isCopied) =>
      toast({ text: isCopied ? t("said.linkCopied") : address }),
    );
  };
}

/** Plain links with `download`, so that the browser and not the router follows them. */
function Export() {
  const { t } = useTranslation("comment");
  const { callId } = useComments();
  return (
    <details className="relative text-sm">
      <summary className="min-h-6 cursor-pointer text-xs text-ink-muted">{t("export")}</summary>
      <ul className="absolute right-0 z-10 mt-1 rounded-control border border-line bg-surface-raised p-1 shadow-float">
        {(["txt", "vtt", "csv"] as const).map((format) => (
          <li key={format}>
            <a
              href={paths.commentsFile(callId, format)}
              download
              className="flex min-h-8 items-center rounded-control px-2 hover:bg-surface-hover"
            >
              {t(`exportAs.${format}`)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

type WriteProps = { drafts: ReturnType<typeof useComments>["drafts"]; onSent: () => void };

/** "Comment at 12:34", and the field it opens; where no script runs the field is there. */
function Write({ drafts, onSent }: WriteProps) {
  const readOnly = useReadOnly();
  const isScripted = useHydrated();
  const [search] = useSearchParams();
  const isOpen = useStore(drafts, (all) => all.has("new"));
  if (readOnly !== undefined) return null;
  const seconds = Number(search.get("t") ?? Number.NaN);
  const place = Number.isFinite(seconds) ? { t0Ms: Math.round(seconds * 1_000), t1Ms: null } : null;
  return (
    <div className="bottom-0 z-10 border-t border-line bg-surface-raised px-4 py-3 desk:sticky">
      {isOpen || !isScripted ? (
        <Composer
          mode={{ kind: "new" }}
          first={{ ...EMPTY, place }}
          onDone={(id) => {
            if (id !== null) onSent();
          }}
        />
      ) : (
        <span className="max-desk:hidden">
          <WriteButton />
        </span>
      )}
    </div>
  );
}

/** On a phone the list is as long as the page: the way to write stands over it. */
function WriteHere() {
  const isReadOnly = useReadOnly() !== undefined;
  const isScripted = useHydrated();
  return isScripted && !isReadOnly ? (
    <span className="desk:hidden">
      <WriteButton />
    </span>
  ) : null;
}

function WriteButton() {
  const { t } = useTranslation("comment");
  const { duration } = useFormat();
  const { startAt } = useComments();
  const player = usePlayer();
  const { durationMs } = player.get();
  const [ms, setMs] = useState(0);
  usePosition((now) => setMs(Math.floor(now / 1_000) * 1_000));
  return (
    <Button
      icon={MessageSquarePlus}
      aria-keyshortcuts="C"
      onClick={() => startAt(placeAt(player.positionMs(), durationMs))}
    >
      {durationMs === 0 ? t("write.label") : t("write.at", { time: duration(ms) })}
      <span className="max-desk:hidden">
        <Key>C</Key>
      </span>
    </Button>
  );
}
