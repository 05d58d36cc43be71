import { useId } from "react";
import type { FeedbackItem, WordItem } from "#app/core/pages/home-views.ts";
import { MOST_CHARS } from "#app/core/domain/comment/comment-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import type { OnFinished } from "./finished.ts";
import { useInPlace } from "./use-in-place.ts";

type Props = { item: FeedbackItem | WordItem; onFinished: OnFinished };

/** An answer to a comment, which also closes what was asked there. Whom it would let in is asked before anybody is. */
export function AnswerForm({ item, onFinished }: Props) {
  const { t } = useTranslation("home");
  const { t: forms } = useTranslation("forms");
  const id = useId();
  const { callId, by, comment } = item;
  const isFeedback = item.kind === "feedback";
  const [about, aboutId] = isFeedback
    ? (["requestId", item.requestId] as const)
    : (["noticeId", item.noticeId] as const);
  const { Form, action, onSubmit, state, codes } = useInPlace(({ commentId = "" }) =>
    onFinished({
      text: t(isFeedback ? "done.feedback" : "done.answer", { name: by }),
      undo: { intent: "undo_answer", callId, commentId, [about]: aboutId },
    }),
  );
  const label = t(isFeedback ? "answer.feedback" : "answer.reply", { name: by });
  const access = codes.filter(({ field }) => field === "access");
  const canGive = access.length > 0 && access.every(({ code }) => code.startsWith("gives_access"));
  const busy = { isBusy: state !== "idle", busyText: t("answer.busy") };
  return (
    <Form method="post" action={action} onSubmit={onSubmit} className="grid gap-2">
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="callId" value={callId} />
      <input type="hidden" name="commentId" value={comment.commentId} />
      {isFeedback ? null : <input type="hidden" name="noticeId" value={item.noticeId} />}
      <label htmlFor={id} className="text-xs font-strong">
        {label}
      </label>
      <textarea
        id={id}
        name="body"
        rows={3}
        required
        maxLength={MOST_CHARS}
        aria-invalid={codes.length > 0}
        aria-describedby={codes.length > 0 ? `${id}e` : undefined}
        className={controlLook({ className: "w-full resize-y" })}
      />
      {codes.length === 0 ? null : (
        <p id={`${id}e`} role="alert" className="text-sm text-danger">
          {codes.map(({ field, code }) => formText(forms, code, { name: field, label })).join(" ")}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-xs text-ink-muted">{t("answer.readers")}</span>
        {access.length === 0 ? (
          <FormButton {...busy}>{t(isFeedback ? "answer.sendFeedback" : "answer.send")}</FormButton>
        ) : (
          <>
            <FormButton {...busy} tone="plain" name="access" value="leave">
              {t("answer.without")}
            </FormButton>
            {canGive ? (
              <FormButton {...busy} name="access" value="give">
                {t("answer.give")}
              </FormButton>
            ) : null}
          </>
        )}
      </div>
    </Form>
  );
}
