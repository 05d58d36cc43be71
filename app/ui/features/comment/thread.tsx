import {
  Bell,
  BellOff,
  Check,
  CircleCheck,
  Ellipsis,
  Link2,
  Pencil,
  Reply,
  Trash2,
  Undo2,
} from "lucide-react";
import { type FormEvent, memo, useEffect, useRef, useState } from "react";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import type { Thread } from "#app/core/domain/comment/threads.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { ClipThis } from "#app/ui/features/player/clip-this.tsx";
import { CommentItem } from "./comment-item.tsx";
import { EMPTY } from "./comment-drafts.ts";
import { useComments } from "./comments-context.tsx";
import { Composer, draftKey } from "./composer.tsx";

export type ThreadProps = Thread & {
  isChosen: boolean;
  /** Somebody writes in it, or what they wrote is on its way: it stays open, or the field would go with the text. */
  isWritten: boolean;
  /** The one of it that the address names, and those that are new. */
  marked: string | null;
  newIds: ReadonlySet<string>;
  /** A command for one of its comments was not carried out: the sentences that say why. */
  failure: string | null;
  onCopyLink: (commentId: string) => void;
};

/** A comment with its answers. One that is dealt with is a line until somebody wants to see it. */
export const ThreadView = memo(function ThreadView(props: ThreadProps) {
  const { root, answers, isChosen, isWritten, marked, newIds, failure } = props;
  const { t } = useTranslation("comment");
  const box = useRef<HTMLLIElement>(null);
  const [isShown, setShown] = useState(isChosen);
  useEffect(() => {
    if (!isChosen) return;
    setShown(true);
    const at = marked === null ? null : document.getElementById(`comment-${marked}`);
    (at ?? box.current)?.scrollIntoView({ block: "nearest" });
  }, [isChosen, marked]);
  const isFolded = root.resolved !== null && !isShown && !isWritten;
  return (
    <li
      ref={box}
      data-thread={root.id}
      aria-current={isChosen ? "true" : undefined}
      className={`border-b border-line px-4 py-3 [contain-intrinsic-size:auto_110px] [content-visibility:auto] aria-[current=true]:bg-surface aria-[current=true]:shadow-[inset_2px_0_var(--ink)] ${root.isPrivate ? "outline-1 -outline-offset-4 outline-line-strong outline-dashed" : ""}`}
    >
      {root.resolved === null ? null : (
        <p className="flex items-center gap-2 text-xs text-ink-muted">
          <Icon of={CircleCheck} />
          <span className="min-w-0 grow truncate">
            {root.resolved.by === null
              ? t("resolved", { text: textOf(root, t("flagged")) })
              : t("resolvedBy", { name: root.resolved.by, text: textOf(root, t("flagged")) })}
          </span>
          {isWritten ? null : (
            <span className="noscript:hidden">
              <Button
                tone="quiet"
                size="small"
                aria-expanded={isShown}
                onClick={() => setShown(!isShown)}
              >
                {t(isShown ? "hide" : "show")}
              </Button>
            </span>
          )}
        </p>
      )}
      {isFolded ? null : (
        <>
          <One comment={root} isNew={newIds.has(root.id)} {...props} />
          {answers.length === 0 ? null : (
            <ul className="mt-2.5 grid gap-2.5 pl-6">
              {answers.map((answer) => (
                <li key={answer.id}>
                  <One comment={answer} isNew={newIds.has(answer.id)} {...props} />
                </li>
              ))}
            </ul>
          )}
          <ReplyField root={root} answers={answers} />
        </>
      )}
      {failure === null ? null : (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {failure}
        </p>
      )}
    </li>
  );
}, isSame);

const textOf = ({ body }: CommentView, flag: string): string => (body === "" ? flag : body);

function isSame(a: ThreadProps, b: ThreadProps): boolean {
  const plain =
    a.root === b.root &&
    a.isChosen === b.isChosen &&
    a.isWritten === b.isWritten &&
    a.marked === b.marked;
  const answers =
    a.answers.length === b.answers.length && a.answers.every((one, n) => one === b.answers[n]);
  return plain && answers && a.failure === b.failure && a.newIds === b.newIds;
}

/** One of a thread, or the field in which it is changed. */
function One({
  comment,
  isNew,
  marked,
  onCopyLink,
}: { comment: CommentView; isNew: boolean } & Pick<ThreadProps, "marked" | "onCopyLink">) {
  const { drafts } = useComments();
  const isEdited = useStore(drafts, (all) => all.has(`edit ${comment.id}`));
  if (isEdited && comment.canEdit)
    return <Composer mode={{ kind: "edit", comment }} onDone={() => undefined} />;
  return (
    <article
      id={`comment-${comment.id}`}
      tabIndex={-1}
      className={marked === comment.id && comment.parentId !== null ? "bg-surface-chosen" : ""}
    >
      <CommentItem comment={comment} isNew={isNew} />
      {comment.isDeleted ? null : <Actions comment={comment} onCopyLink={onCopyLink} />}
    </article>
  );
}

/** So much is made a clip of where a comment is about a moment. */
const MOMENT_MS = 10_000;

/** What may be done with a comment: a form, so that most of it works without script. */
function Actions({
  comment,
  onCopyLink,
}: { comment: CommentView } & Pick<ThreadProps, "onCopyLink">) {
  const { t } = useTranslation("comment");
  const { callId, drafts, wanted } = useComments();
  const readOnly = useReadOnly();
  const [isMore, setMore] = useState(false);
  const { id, parentId, author, body, kind, mentions } = comment;
  if (readOnly !== undefined) return null;
  const edit = () => {
    wanted.current = `edit ${id}`;
    drafts.write(`edit ${id}`, { body, kind, mentions: mentions.map((person) => person.id) });
  };
  const answer = () => {
    wanted.current = `reply ${parentId ?? id}`;
    drafts.write(`reply ${parentId ?? id}`, {});
  };
  return (
    <form
      method="post"
      action={paths.playback(callId, { tab: "comments" })}
      data-comment={id}
      className="-ml-2 mt-1 flex flex-wrap items-center"
    >
      <input type="hidden" name="commentId" value={id} />
      <span className="contents noscript:hidden">
        <Button tone="quiet" size="small" icon={Reply} onClick={answer}>
          {t("act.reply")}
        </Button>
      </span>
      {parentId !== null ? null : comment.resolved === null ? (
        <Act intent="resolve_comment" icon={Check}>
          {t("act.resolve")}
        </Act>
      ) : (
        <Act intent="reopen_comment" icon={Undo2}>
          {t("act.reopen")}
        </Act>
      )}
      <span className="contents noscript:hidden">
        <Button
          tone="quiet"
          size="small"
          icon={Ellipsis}
          aria-expanded={isMore}
          aria-label={t("act.more", { name: author.name })}
          onClick={() => setMore(!isMore)}
        />
      </span>
      {isMore ? (
        <>
          <Button tone="quiet" size="small" icon={Link2} onClick={() => onCopyLink(id)}>
            {t("act.copyLink")}
          </Button>
          {comment.t0Ms === null ? null : (
            <ClipThis
              t0Ms={comment.t0Ms}
              t1Ms={comment.t1Ms ?? comment.t0Ms + MOMENT_MS}
              title={comment.quotes[0]?.text ?? ""}
              isNamed
            />
          )}
          {parentId === null && !comment.isPrivate ? (
            <Act
              intent={comment.isFollowed ? "unfollow_comment" : "follow_comment"}
              icon={comment.isFollowed ? BellOff : Bell}
            >
              {t(comment.isFollowed ? "act.unfollow" : "act.follow")}
            </Act>
          ) : null}
          {comment.canEdit ? (
            <Button tone="quiet" size="small" icon={Pencil} onClick={edit}>
              {t("act.edit")}
            </Button>
          ) : null}
        </>
      ) : null}
      {comment.canDelete ? (
        <span className={isMore ? "contents" : "hidden noscript:contents"}>
          <Act intent="delete_comment" icon={Trash2}>
            {t("act.delete")}
          </Act>
        </span>
      ) : null}
    </form>
  );
}

function Act({ intent, icon, children }: { intent: string; icon: typeof Check; children: string }) {
  return (
    <Button type="submit" tone="quiet" size="small" icon={icon} name="intent" value={intent}>
      {children}
    </Button>
  );
}

function ReplyField({ root, answers }: Thread) {
  const { drafts } = useComments();
  const mode = { kind: "reply", to: root } as const;
  const isOpen = useStore(drafts, (all) => all.has(draftKey(mode)));
  const isReadOnly = useReadOnly() !== undefined;
  if (isReadOnly || (root.isDeleted && answers.length === 0)) return null;
  return isOpen ? (
    <div className="mt-2.5">
      <Composer mode={mode} first={EMPTY} onDone={() => undefined} />
    </div>
  ) : null;
}

/** The command of a form of `Actions`, and the comment it is about; null for another form. */
export function commandOf(event: FormEvent<HTMLElement>): { intent: string; id: string } | null {
  const { target, nativeEvent } = event;
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  if (!(target instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return null;
  const id = target.dataset["comment"];
  return id === undefined ? null : { intent: button.value, id };
}
