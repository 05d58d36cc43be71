import { DoorOpen, Lock, LockOpen, UserMinus } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LivePerson, LiveCallRole, WaitingGuest } from "#app/core/domain/live/live-views.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { voiceOf } from "#app/ui/features/player/speaker.ts";
import { NotDone } from "./not-done.tsx";
import type { LiveActions } from "./use-live-action.ts";
import { useWaitingAlert } from "./use-waiting-alert.ts";

/** Who knocks, above everything else on the side: a person waits. */
export function LiveWaiting({
  waiting,
  actions,
}: {
  waiting: readonly WaitingGuest[];
  actions: LiveActions;
}) {
  const { t } = useTranslation("live");
  useWaitingAlert(waiting);
  if (waiting.length === 0) return null;
  const { act, busy, failed } = actions;
  return (
    <Panel title={t("waiting.title", { count: waiting.length })}>
      <ul
        aria-label={t("waiting.title", { count: waiting.length })}
        className="divide-y divide-line"
      >
        {waiting.map(({ guestId, name, consent, since }) => (
          <li key={guestId} className="grid gap-2 py-2">
            <div className="flex items-center gap-2">
              <Face name={name} side="them" />
              <div className="min-w-0">
                <div className="text-base font-medium wrap-anywhere">{name}</div>
                <div className="text-xs text-ink-muted">
                  {t(`waiting.${consent}`)} · {t("waiting.since")}{" "}
                  <Moment iso={since} style="time" />
                </div>
              </div>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                tone="primary"
                icon={DoorOpen}
                aria-label={t("waiting.admitName", { name })}
                busy={busy.has(`admit ${guestId}`) && t("waiting.admitting")}
                onClick={() => void act("admit", { guestId })}
              >
                {t("waiting.admit")}
              </Button>
              <Button
                aria-label={t("waiting.refuseName", { name })}
                busy={busy.has(`refuse ${guestId}`) && t("waiting.refusing")}
                onClick={() => void act("refuse", { guestId })}
              >
                {t("waiting.refuse")}
              </Button>
            </div>
            {failed?.subject === guestId ? (
              <p role="alert" className="text-xs text-danger">
                <NotDone failed={failed}>{t("notDone")}</NotDone>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Props = {
  people: readonly LivePerson[];
  callRole: LiveCallRole;
  isLocked: boolean;
  /** False where no guest may come in anyway. */
  canLock: boolean;
  ownId: string | null;
  actions: LiveActions;
};

/** Who is in the call; the host may take a guest out and lock the room. */
export function LivePeople({ people, callRole, isLocked, canLock, ownId, actions }: Props) {
  const { t } = useTranslation("live");
  const { act, busy, failed } = actions;
  const isHost = callRole === "host";
  const here = people.filter(({ isHere }) => isHere);
  return (
    <Panel title={t("people.title")} aside={t("people.count", { count: here.length })}>
      {here.length === 0 ? (
        <p className="py-1 text-sm text-ink-muted">{t("people.nobody")}</p>
      ) : null}
      <ul aria-label={t("people.title")} className="divide-y divide-line">
        {here.map((person) => (
          <PersonRow
            key={person.participantId}
            person={person}
            isOwn={person.participantId === ownId}
            canRemove={isHost && person.role === "customer"}
            actions={actions}
          />
        ))}
      </ul>
      {isHost && canLock ? (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button
            icon={isLocked ? LockOpen : Lock}
            aria-pressed={isLocked}
            busy={(busy.has("lock") || busy.has("unlock")) && t("people.working")}
            onClick={() => void act(isLocked ? "unlock" : "lock")}
          >
            {isLocked ? t("people.unlock") : t("people.lock")}
          </Button>
          <span className="text-xs text-ink-muted">
            {isLocked ? t("people.isLocked") : t("people.isOpen")}
          </span>
          {failed?.intent === "lock" || failed?.intent === "unlock" ? (
            <span role="alert" className="text-xs text-danger">
              <NotDone failed={failed}>{t("notDone")}</NotDone>
            </span>
          ) : null}
        </div>
      ) : isLocked ? (
        <p className="mt-2 text-xs text-ink-muted">{t("people.isLocked")}</p>
      ) : null}
    </Panel>
  );
}

function PersonRow({
  person,
  isOwn,
  canRemove,
  actions: { act, busy, failed },
}: {
  person: LivePerson;
  isOwn: boolean;
  canRemove: boolean;
  actions: LiveActions;
}) {
  const { t } = useTranslation("live");
  const { name, participantId } = person;
  const facts = [
    t(`people.role.${person.role}`),
    isOwn ? t("people.you") : null,
    person.isOnHold ? t("people.onHold") : person.isMuted ? t("people.muted") : null,
    person.isRecorded ? null : t("people.unrecorded"),
  ].filter((fact) => fact !== null);
  // A guest's identity carries the id the door knows it by (live §4).
  const guestId = person.identities.find((one) => one.startsWith("g:"))?.slice(2);
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5">
      <Face name={name} side={voiceOf(person.side)} />
      <div className="min-w-0 flex-1">
        <div className="truncate text-sm font-medium">{name}</div>
        <div className="text-xs text-ink-muted">{facts.join(" · ")}</div>
      </div>
      {canRemove && guestId !== undefined ? (
        <Dialog
          title={t("people.removeTitle", { name })}
          effect={t("people.removeEffect")}
          trigger={
            <IconButton icon={UserMinus} label={t("people.removeName", { name })} tone="danger" />
          }
          actions={
            <>
              <DialogClose>
                <Button tone="quiet">{t("people.keep")}</Button>
              </DialogClose>
              <DialogClose>
                <Button
                  tone="danger"
                  busy={busy.has(`remove ${guestId}`) && t("people.working")}
                  onClick={() => void act("remove", { guestId })}
                >
                  {t("people.remove")}
                </Button>
              </DialogClose>
            </>
          }
        />
      ) : null}
      {failed?.intent === "remove" && failed.subject === guestId ? (
        <p key={participantId} role="alert" className="basis-full text-xs text-danger">
          <NotDone failed={failed}>{t("notDone")}</NotDone>
        </p>
      ) : null}
    </li>
  );
}
