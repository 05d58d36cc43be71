import { Lock } from "lucide-react";
import { memo } from "react";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { CommentText } from "./comment-text.tsx";
import { PlaceChip, PlayFrom } from "./place-chip.tsx";

type Props = { comment: CommentView; isNew: boolean };

/** What one person said: who, where, when, and the words it is about. */
export const CommentItem = memo(function CommentItem({ comment, isNew }: Props) {
  const { t } = useTranslation("comment");
  const { author, callId, t0Ms, t1Ms, body, isPrivate, isDeleted, kind } = comment;
  if (isDeleted) return <p className="text-sm text-ink-muted italic">{t("deleted")}</p>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {isPrivate ? <Icon of={Lock} /> : <Face name={author.name} />}
        <b className="min-w-0 font-strong">
          <bdi>{isPrivate ? t("onlyYou") : author.name}</bdi>
        </b>
        {t0Ms === null ? (
          comment.parentId === null ? (
            <span className="text-xs text-ink-muted">{t("wholeCall")}</span>
          ) : null
        ) : (
          <PlaceChip callId={callId} t0Ms={t0Ms} t1Ms={t1Ms} />
        )}
        <span className="text-xs text-ink-muted">
          <Moment iso={comment.createdAt} />
          {comment.editedAt === null ? null : ` · ${t("edited")}`}
        </span>
        {isNew ? <Tag tone="plain">{t("new")}</Tag> : null}
        <span className="grow" />
        {comment.isFlag ? <Tag>{t("flagged")}</Tag> : null}
        {kind === "plain" ? null : <Tag>{t(`kind.${kind}`)}</Tag>}
      </div>
      {comment.quotes.map((quote) => (
        <blockquote
          key={quote.t0Ms}
          className="mt-1.5 border-l-2 border-line-strong pl-2.5 text-sm leading-normal text-ink-soft"
        >
          <PlayFrom callId={callId} ms={quote.t0Ms} className="hover:underline">
            {`“${quote.text}”`}
          </PlayFrom>
        </blockquote>
      ))}
      {body === "" ? null : <CommentText body={body} mentions={comment.mentions} />}
      <Asked asked={comment.asked} />
    </>
  );
});

function Asked({ asked }: Pick<CommentView, "asked">) {
  const { t } = useTranslation("comment");
  const { day } = useFormat();
  if (asked.length === 0) return null;
  return (
    <ul className="mt-1.5 text-xs text-ink-muted">
      {asked.map(({ member, dueOn, state }) => (
        <li key={member.id}>
          {state === "answered"
            ? t("asked.answered", { name: member.name })
            : dueOn === null
              ? t("asked.open", { name: member.name })
              : t("asked.openUntil", { name: member.name, date: day(`${dueOn}T12:00:00Z`) })}
        </li>
      ))}
    </ul>
  );
}
