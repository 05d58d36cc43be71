import { ArrowRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { CrmGroupView, CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Key } from "#app/ui/components/primitive/key.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { ActButton } from "./act-button.tsx";
import { BlockedActions, type DealSlot } from "./blocked-actions.tsx";
import { EditForm, startOf } from "./edit-form.tsx";
import { ThreeWay } from "./three-way.tsx";
import { useCrmText } from "./use-crm-text.ts";

type Props = {
  group: CrmGroupView;
  write: CrmWriteView;
  isCurrent: boolean;
  onCurrent: () => void;
  /** The chip that plays what it comes from. */
  evidence: ReactNode;
  /** What it comes from, opened in the row. */
  opened: ReactNode;
  deal: DealSlot;
};

/** What is said beside these is how it came, and nothing to mend. */
const OVER = ["written", "reverted", "rejected"];

/** One change: field and rule, what was and what will be, and what can be done about it. */
export function CrmRow({ group, write, isCurrent, onCurrent, evidence, opened, deal }: Props) {
  const { t, faultOf } = useCrmText();
  const [isEditing, setEditing] = useState(false);
  const { fieldLabel, rule, state } = write;
  const isOpenQuestion = state === "conflict" || state === "revert_conflict";
  const canAnswer = state === "conflict" ? write.canDecide : write.canRevert;
  const fault = faultOf(write, group);
  return (
    // The keys of the list are heard for the row that has the focus, as of a grid.
    <li
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isCurrent ? 0 : -1}
      data-row={write.id}
      data-quiet-focus
      aria-label={fieldLabel}
      aria-current={isCurrent ? "true" : undefined}
      onFocus={onCurrent}
      className="grid gap-x-4 gap-y-2 px-4 py-3 not-last:border-b not-last:border-line aria-[current=true]:bg-surface-hover @xl:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <p className="min-w-0 text-sm">
        <b className="font-strong wrap-anywhere">{fieldLabel}</b>
        <span className="text-xs text-ink-muted ml-2 @xl:ml-0 @xl:block">{t(`rule.${rule}`)}</span>
      </p>
      <div className="grid min-w-0 gap-2">
        {isOpenQuestion ? (
          <>
            <p className="text-sm text-warn">
              <Meanwhile group={group} write={write} />
            </p>
            {canAnswer ? <ThreeWay group={group} write={write} evidence={evidence} /> : null}
          </>
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Change write={write} evidence={evidence} />
            {isEditing ? null : (
              <Actions
                {...{ group, write, isCurrent, deal }}
                onEdit={() => {
                  setEditing(true);
                }}
              />
            )}
          </div>
        )}
        {fault === null ? null : (
          <p className={`text-sm ${OVER.includes(state) ? "text-ink-muted" : "text-danger"}`}>
            {fault}
          </p>
        )}
        {isEditing ? (
          <EditForm
            write={write}
            intent="accept"
            start={startOf(write.proposed)}
            isAsked
            onDone={() => {
              setEditing(false);
            }}
            onCancel={() => {
              setEditing(false);
            }}
          />
        ) : null}
        {opened}
      </div>
    </li>
  );
}

function Change({ write, evidence }: { write: CrmWriteView; evidence: ReactNode }) {
  const { t, valueOf } = useCrmText();
  const isAsked = write.proposed === null && write.state === "in_review";
  const after = write.after ?? write.proposed;
  // Without a record nobody knows what stands there.
  const isUnread = write.state === "blocked" && write.before === null;
  return (
    <div className="flex min-w-0 grow basis-60 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {isUnread ? null : (
        <>
          <span className="line-clamp-3 max-w-full text-ink-muted wrap-anywhere whitespace-pre-line">
            {valueOf(write, write.before)}
          </span>
          <Icon of={ArrowRight} />
          <span className="sr-only">{t("becomes")}</span>
        </>
      )}
      <span
        className={`line-clamp-4 max-w-full wrap-anywhere whitespace-pre-line ${isAsked ? "text-warn" : "font-medium"} ${write.state === "rejected" || write.state === "reverted" ? "line-through decoration-ink-muted" : ""}`}
      >
        {isAsked ? t("choose") : isUnread && after === null ? null : valueOf(write, after)}
      </span>
      {write.isImplied ? <Tag>{t("implied")}</Tag> : null}
      {evidence}
    </div>
  );
}

function Meanwhile({ group, write }: { group: CrmGroupView; write: CrmWriteView }) {
  const { t, crmOf, format } = useCrmText();
  const crm = crmOf(group);
  const isUndo = write.state === "revert_conflict";
  const { by, at } = write.theirs ?? { by: null, at: null };
  if (by === null || at === null)
    return <>{t(isUndo ? "conflict.revertSome" : "conflict.some", { crm })}</>;
  return (
    <span suppressHydrationWarning>
      {t(isUndo ? "conflict.revertBy" : "conflict.by", {
        name: by,
        crm,
        time: format.dateTime(at),
      })}
    </span>
  );
}

type ActionsProps = Pick<Props, "group" | "write" | "isCurrent" | "deal"> & { onEdit: () => void };

/** What its reader may do; else whom it waits for, or what became of it. */
function Actions({ group, write, isCurrent, deal, onEdit }: ActionsProps) {
  const { t } = useCrmText();
  const { state, fieldLabel: field } = write;
  switch (state) {
    case "in_review":
    case "failed": {
      if (!write.canDecide) return <Waits write={write} />;
      const needsValue = write.proposed === null;
      const edit = (
        <Button
          tone={needsValue ? (isCurrent ? "primary" : "plain") : "quiet"}
          size="small"
          aria-label={t("editOf", { field })}
          data-act="edit"
          onClick={onEdit}
        >
          {needsValue ? t("chooseValue") : t("edit")}
        </Button>
      );
      return (
        <div className="flex flex-wrap gap-1.5 max-sm:w-full">
          {needsValue ? null : (
            <ActButton
              write={write}
              intent="accept"
              tone={isCurrent ? "primary" : "plain"}
              keys="A"
            >
              {t(state === "failed" ? "sendAgain" : "accept")}
              <span className="sr-only"> {field}</span>
              {/* Its place is kept: nothing may move under a press. */}
              <span aria-hidden className={`ml-1.5 max-sm:hidden ${isCurrent ? "" : "invisible"}`}>
                <Key>A</Key>
              </span>
            </ActButton>
          )}
          {edit}
          <ActButton write={write} intent="reject" tone="quiet" label={t("rejectOf", { field })}>
            {t("reject")}
          </ActButton>
        </div>
      );
    }
    case "dry_run":
      return (
        <div className="flex flex-wrap items-center gap-2">
          <Became write={write} />
          {write.canDecide && write.isSending ? (
            <ActButton write={write} intent="resend" label={`${t("send")}: ${field}`}>
              {t("send")}
            </ActButton>
          ) : null}
        </div>
      );
    case "written":
      return (
        <div className="flex flex-wrap items-center gap-2">
          <Became write={write} />
          {write.canRevert ? (
            <ActButton
              write={write}
              intent="revert"
              label={t("undoOf", { field })}
              busyText={t("undoing")}
            >
              {t("undo")}
            </ActButton>
          ) : null}
        </div>
      );
    case "blocked":
      return (
        <div className="flex flex-wrap items-center gap-2">
          <Became write={write} />
          <BlockedActions group={group} write={write} deal={deal} />
        </div>
      );
    case "rejected":
      return (
        <div className="flex flex-wrap items-center gap-2">
          <Became write={write} />
          {write.canDecide && write.fault === null ? (
            <ActButton write={write} intent="propose_again" label={t("undoOf", { field })}>
              {t("undo")}
            </ActButton>
          ) : null}
        </div>
      );
    case "proposed":
    case "approved":
    case "writing":
    case "conflict":
    case "revert_conflict":
    case "reverted":
    case "expired":
    case "superseded":
      return <Became write={write} />;
  }
}

function Waits({ write: { waitsFor } }: { write: CrmWriteView }) {
  const { t } = useCrmText();
  const isManager = waitsFor === null || waitsFor === "";
  return (
    <span className="text-sm text-ink-muted">
      {isManager ? t("waitsForManager") : t("waitsFor", { name: waitsFor })}
    </span>
  );
}

function Became({ write: { state, writtenAt } }: { write: CrmWriteView }) {
  const { t, format } = useCrmText();
  const isWritten = state === "written";
  return (
    <span
      role="status"
      suppressHydrationWarning
      className={`text-sm ${state === "blocked" ? "text-danger" : isWritten ? "text-ok" : "text-ink-muted"}`}
    >
      {isWritten ? <span aria-hidden>● </span> : null}
      {t(`state.${state}`, { time: writtenAt === null ? "" : format.when(writtenAt) })}
    </span>
  );
}
