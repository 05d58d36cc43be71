import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ReviewersView, ReviewerView } from "#app/core/domain/review/review-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { AssignReviewer } from "./assign-reviewer.tsx";
import { type AccessAnswer, codesOf } from "./access-answer.ts";
import { LoadedDialog } from "./loaded-dialog.tsx";

type Props = {
  callId: string;
  /** Another one: what the dialog shows is read again. */
  signature: string;
  onClose: () => void;
};

/** Who is to listen to a call: asked, and taken off again, here. Open as long as it is there. */
export default function ReviewersDialog({ callId, signature, onClose }: Props) {
  const { t } = useTranslation("review");
  const { load, data: view } = useFetcher<ReviewersView>();
  useEffect(() => load(paths.callReviewers(callId)), [load, callId, signature]);
  const [gone, setGone] = useState<ReviewerView | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <LoadedDialog title={t("title")} loading={t("loading")} onClose={onClose}>
      {view === undefined ? null : (
        <>
          <AssignReviewer
            callId={callId}
            choices={view.choices}
            mayGiveAccess={view.mayGiveAccess}
            onDone={(name) => {
              setGone(null);
              setAsked(name);
            }}
          />
          <p role="status" className="text-sm empty:hidden">
            {asked === null ? null : t("assigned", { name: asked })}
          </p>
          {gone === null ? null : (
            <Gone key={gone.id} callId={callId} gone={gone} onUndone={() => setGone(null)} />
          )}
          {view.reviewers.length === 0 ? (
            <p className="text-sm text-ink-muted">{t("nobody")}</p>
          ) : (
            <ul className="divide-y divide-line text-sm">
              {view.reviewers.map((reviewer) => (
                <Row
                  key={reviewer.id}
                  callId={callId}
                  reviewer={reviewer}
                  onGone={() => {
                    setAsked(null);
                    setGone(reviewer);
                  }}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </LoadedDialog>
  );
}

type RowProps = { callId: string; reviewer: ReviewerView; onGone: () => void };

function Row({ callId, reviewer, onGone }: RowProps) {
  const { t } = useTranslation("review");
  const { t: forms } = useTranslation("forms");
  const { calendarDay, when } = useFormat();
  const fetcher = useFetcher<AccessAnswer>();
  const { id: assignmentId, member, by, dueOn, doneAt, hasAccess } = reviewer;
  useAnswered(fetcher.data, onGone);
  const codes = codesOf(fetcher.data);
  const facts = [
    doneAt === null ? t("waiting") : t("done", { when: when(doneAt) }),
    ...(dueOn === null ? [] : [t("due", { day: calendarDay(dueOn) })]),
    t("asked", { name: by }),
    ...(hasAccess ? [t("access")] : []),
  ];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2.5 py-1.5">
      <Face name={member.name} side="us" />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{member.name}</span>
        <span className="block text-xs text-ink-muted">{facts.join(" · ")}</span>
      </span>
      <Button
        tone="quiet"
        aria-label={t("takeOffWho", { name: member.name })}
        busy={fetcher.state !== "idle" && t("takingOff")}
        onClick={() =>
          fetcher.submit(
            { intent: "take_reviewer", assignmentId },
            { method: "post", action: paths.playback(callId) },
          )
        }
      >
        {t("takeOff")}
      </Button>
      {codes.length === 0 ? null : (
        <p role="alert" className="basis-full text-xs text-danger">
          {codes.map((code) => formText(forms, code, { name: "", label: "" })).join(" ")}
        </p>
      )}
    </li>
  );
}

type GoneProps = { callId: string; gone: ReviewerView; onUndone: () => void };

/** Who was taken off last, with the way back. */
function Gone({ callId, gone: { id: assignmentId, member, hasAccess }, onUndone }: GoneProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation("common");
  const fetcher = useFetcher<AccessAnswer>();
  useAnswered(fetcher.data, onUndone);
  const { name } = member;
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 rounded-control bg-surface-sunken py-1 pr-1.5 pl-3 text-sm">
      <p role="status" className="grow">
        {codesOf(fetcher.data).length > 0
          ? t("refused")
          : t(hasAccess ? "takenOffAccess" : "takenOff", { name })}
      </p>
      <Button
        tone="quiet"
        busy={fetcher.state !== "idle" && common("working")}
        onClick={() =>
          fetcher.submit(
            { intent: "restore_reviewer", assignmentId },
            { method: "post", action: paths.playback(callId) },
          )
        }
      >
        {common("undo")}
      </Button>
    </div>
  );
}

/** Calls back once for each answer that says yes. */
function useAnswered(answer: AccessAnswer | undefined, then: () => void): void {
  const [heard, setHeard] = useState(answer);
  useEffect(() => {
    if (answer === heard) return;
    setHeard(answer);
    if (answer?.ok === true) then();
  }, [answer, heard, then]);
}
