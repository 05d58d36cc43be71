import { useFetcher } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import type { ReviewerView } from "#app/core/domain/review/review-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";

const ReviewersDialog = lazy(() => import("./reviewers-dialog.tsx"));

type Props = {
  callId: string;
  reviewers: readonly ReviewerView[];
  /** The reader may ask others and take them off. */
  canEdit: boolean;
};

/** Who is to listen to the call and who has; whoever is one of them says here that they are done. */
export default function ReviewersPanel({ callId, reviewers, canEdit }: Props) {
  const { t } = useTranslation("review");
  const [isOpen, setOpen] = useState(false);
  const readOnly = useReadOnly();
  if (reviewers.length === 0 && !canEdit) return null;
  return (
    <section className="grid gap-2 border-t border-line px-4 py-3 text-sm">
      <h3 className="text-xs font-strong text-ink-muted">{t("title")}</h3>
      {reviewers.length === 0 ? (
        <p className="text-ink-muted">{t("panel.nobody")}</p>
      ) : (
        <ul className="grid gap-1.5">
          {reviewers.map((reviewer) => (
            <Reviewer key={reviewer.id} reviewer={reviewer} />
          ))}
        </ul>
      )}
      {canEdit ? (
        <div className="noscript:hidden">
          <Button
            size="small"
            aria-haspopup="dialog"
            disabledReason={readOnly}
            onClick={() => setOpen(true)}
          >
            {t(reviewers.length === 0 ? "panel.first" : "panel.edit")}
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <Suspense>
          <ReviewersDialog
            callId={callId}
            // Whoever changes something here sees it in the panel as well.
            signature={reviewers.map(({ id, dueOn, doneAt }) => `${id}${dueOn}${doneAt}`).join()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

function Reviewer({ reviewer }: { reviewer: ReviewerView }) {
  const { t } = useTranslation("review");
  const { calendarDay, when } = useFormat();
  const { Form, state } = useFetcher();
  const { member, by, dueOn, doneAt, isMine } = reviewer;
  const facts = [
    doneAt === null ? t("waiting") : t("done", { when: when(doneAt) }),
    ...(dueOn === null || doneAt !== null ? [] : [t("due", { day: calendarDay(dueOn) })]),
    t("asked", { name: by }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Face name={member.name} side="us" />
      <span className="min-w-0 grow wrap-anywhere">
        {member.name}
        <span className="block text-xs text-ink-muted" suppressHydrationWarning>
          {facts.join(" · ")}
        </span>
      </span>
      {isMine ? (
        <Form method="post">
          <FormButton
            tone="plain"
            size="small"
            name="intent"
            value={doneAt === null ? "finish_review" : "reopen_review"}
            isBusy={state !== "idle"}
            busyText={t("panel.finishing")}
          >
            {t(doneAt === null ? "panel.finish" : "panel.reopen")}
          </FormButton>
        </Form>
      ) : null}
    </li>
  );
}
