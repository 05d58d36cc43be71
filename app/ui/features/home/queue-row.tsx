import {
  AtSign,
  ChevronDown,
  ChevronUp,
  DoorOpen,
  Handshake,
  Headphones,
  LibraryBig,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  MessageSquarePlus,
  MessageSquareReply,
  Scissors,
  UserRound,
} from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from "react";
import type { DealItem, HomeItem } from "#app/core/pages/home-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { DealActions, type DealDialogSlot } from "./deal-actions.tsx";
import type { OnFinished } from "./finished.ts";
import { RowButton } from "./row-button.tsx";
import { SpeakerForm } from "./speaker-form.tsx";

export type QueueItem = Exclude<HomeItem, { kind: "failed" }>;
const ICONS: Record<QueueItem["kind"], LucideIcon> = {
  feedback: MessageSquarePlus,
  mention: AtSign,
  reply: MessageSquareReply,
  feedback_received: MessageSquare,
  review: Headphones,
  speaker: UserRound,
  deal: Handshake,
  crm: ListChecks,
  clip: Scissors,
  library: LibraryBig,
  guest: DoorOpen,
};

type Props = {
  item: QueueItem;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onFinished: OnFinished;
  /** A form of the row is on its way: it stays until the answer is there. */
  onSend: () => void;
  /** The sound and words of a stretch of the item's call. */
  evidence: (place: { t0Ms: number; t1Ms: number | null }) => ReactNode;
  dealDialog: DealDialogSlot;
};

/** One thing to do: what, why and when, and the fitting action; it opens in place. */
export function QueueRow(props: Props) {
  const { item, isOpen, onOpen, onFinished, onSend, evidence, dealDialog } = props;
  const opener = useRef<HTMLAnchorElement>(null);
  const id = useId();
  const opens = item.kind === "speaker" || "comment" in item;
  const what = useWhat(item);
  const toggle = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(!isOpen);
  };
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onOpen(false);
    opener.current?.focus();
  };
  return (
    // The key is heard for what stands inside; the row itself is no control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="py-2" onKeyDown={close} onSubmit={onSend}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <span className="mt-0.5">
          <Icon of={ICONS[item.kind]} />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          {opens ? (
            <Link
              ref={opener}
              to={isOpen ? paths.home() : paths.homeItem(item.key)}
              preventScrollReset
              role="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={toggle}
              onKeyDown={(event) => {
                if (event.key !== " ") return;
                event.preventDefault();
                onOpen(!isOpen);
              }}
              className="flex min-h-6 items-start gap-1 text-base font-medium text-ink"
            >
              <span className="min-w-0 wrap-anywhere">{what}</span>
              <span className="mt-0.5 shrink-0">
                <Icon of={isOpen ? ChevronUp : ChevronDown} />
              </span>
            </Link>
          ) : (
            <p className="text-base font-medium wrap-anywhere">{what}</p>
          )}
          <Facts item={item} />
          <Quote item={item} />
        </div>
        <div className="flex flex-wrap gap-2">
          {item.kind === "deal" ? (
            <DealActions item={item} onFinished={onFinished} dialog={dealDialog} />
          ) : (
            <Actions item={item} what={what} onFinished={onFinished} />
          )}
        </div>
      </div>
      {isOpen && opens ? (
        <div id={id} className="mt-2 grid gap-3 sm:pl-7">
          {item.kind === "speaker" ? (
            <>
              {evidence({ t0Ms: item.at0.t0Ms, t1Ms: null })}
              <SpeakerForm item={item} onFinished={onFinished} />
            </>
          ) : (
            <>
              {item.comment.t0Ms === null
                ? null
                : evidence({ t0Ms: item.comment.t0Ms, t1Ms: item.comment.t1Ms })}
              <AnswerForm item={item} onFinished={onFinished} />
            </>
          )}
        </div>
      ) : null}
    </li>
  );
}

function useWhat(item: QueueItem): string {
  const { t } = useTranslation("home");
  const { title } = item;
  switch (item.kind) {
    case "crm":
      return t("crm.what", { count: item.count, name: item.record ?? title });
    case "clip": {
      const of = { name: item.by ?? "", clip: item.clip.name };
      if (item.isOfLinks) return t("clip.links", of);
      return t(item.by === null ? "clip.askedBySomebody" : "clip.asked", of);
    }
    case "library":
      return item.clip === null
        ? t("library.call", { title, library: item.library })
        : t("library.clip", { clip: item.clip, library: item.library });
    case "guest":
      return t("what.guest", { name: item.name });
    case "speaker":
    case "deal":
      return t(`what.${item.kind}`, { title });
    case "feedback":
    case "mention":
    case "reply":
    case "feedback_received":
    case "review":
      return t(`what.${item.kind}`, { name: item.by, title });
  }
}

/** The call, the moment and since when; a due day that is past is said in words. */
function Facts({ item }: { item: QueueItem }) {
  const { t } = useTranslation("home");
  const { duration, calendarDay, isPastDay } = useFormat();
  const { callId, title, at } = item;
  const startMs = "comment" in item ? item.comment.t0Ms : null;
  const to =
    item.kind === "guest"
      ? paths.consoleCall(callId)
      : paths.playback(callId, startMs === null ? {} : { t: Math.floor(startMs / 1000) });
  const dueOn = "dueOn" in item ? item.dueOn : null;
  const late = dueOn !== null && isPastDay(dueOn);
  return (
    <p className="flex flex-wrap gap-x-2 text-xs leading-6 text-ink-muted">
      <TextLink to={to}>
        <bdi>{title}</bdi>
      </TextLink>
      {startMs === null ? null : <span className="font-mono">{duration(startMs)}</span>}
      <Moment iso={at} />
      {item.kind === "crm" && item.stuck > 0 ? (
        <span className="text-warn">{t("crm.stuck", { count: item.stuck })}</span>
      ) : null}
      {item.kind === "deal" ? (
        <span>{t("deal.matches", { count: item.choices, name: item.deal.name })}</span>
      ) : null}
      {dueOn === null ? null : (
        <span className={late ? "font-medium text-danger" : ""} suppressHydrationWarning>
          {t(late ? "overdue" : "due", { day: calendarDay(dueOn) })}
        </span>
      )}
    </p>
  );
}

function Quote({ item }: { item: QueueItem }) {
  const text =
    "comment" in item ? item.comment.body : item.kind === "speaker" ? item.text : undefined;
  if (text === undefined) return null;
  return <p className="line-clamp-3 text-xs text-ink-soft wrap-anywhere">“{text}”</p>;
}

type ActionsProps = { item: Exclude<QueueItem, DealItem>; what: string; onFinished: OnFinished };

/** What can be done without opening the row. */
function Actions({ item, what, onFinished }: ActionsProps) {
  const { t } = useTranslation("home");
  const { callId, title } = item;
  switch (item.kind) {
    case "feedback":
      return null;
    case "mention":
    case "reply":
    case "feedback_received":
      return (
        <RowButton
          fields={{ intent: "mark_read", noticeId: item.noticeId }}
          done={what}
          undo={{ intent: "mark_unread", noticeId: item.noticeId }}
          onFinished={onFinished}
          tone="quiet"
          label={t("markReadOf", { what })}
        >
          {t("markRead")}
        </RowButton>
      );
    case "review":
      return (
        <>
          <LinkButton size="small" to={paths.playback(callId)}>
            {t("listen")}
          </LinkButton>
          <RowButton
            fields={{ intent: "finish_review", callId }}
            done={t("done.review", { title })}
            undo={{ intent: "reopen_review", callId }}
            onFinished={onFinished}
            tone="quiet"
            label={t("finishOf", { title })}
          >
            {t("finish")}
          </RowButton>
        </>
      );
    case "speaker":
      return (
        <RowButton
          fields={{ intent: "leave_speaker", callId }}
          done={t("done.left", { title })}
          undo={{ intent: "ask_speaker", callId }}
          onFinished={onFinished}
          tone="quiet"
          label={t("leaveOf", { title })}
        >
          {t("leave")}
        </RowButton>
      );
    case "crm":
      return (
        <LinkButton size="small" to={paths.homeCrm()} aria-label={t("reviewOf", { title })}>
          {t("review")}
        </LinkButton>
      );
    case "clip": {
      const { id, name } = item.clip;
      return (
        <LinkButton
          size="small"
          to={paths.clip(id, item.isOfLinks ? { share: "open" } : {})}
          aria-label={t("decideOf", { title: name })}
        >
          {t("decide")}
        </LinkButton>
      );
    }
    case "library":
      return (
        <LinkButton size="small" to={paths.libraries()} aria-label={t("decideOf", { title })}>
          {t("decide")}
        </LinkButton>
      );
    case "guest":
      return (
        <RowButton
          fields={{ intent: "admit", guestId: item.guestId, callId }}
          done={t("done.admitted", { name: item.name })}
          undo={null}
          onFinished={onFinished}
          label={t("admitWho", { name: item.name })}
        >
          {t("admit")}
        </RowButton>
      );
  }
}
