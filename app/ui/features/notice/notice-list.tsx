import { useFetcher } from "@remix-run/react";
// Glyphs of the frame would come to every page in files of their own, were they here as well.
import {
  AtSign,
  AudioLines,
  CaptionsOff,
  CircleX,
  Ear,
  EyeClosed,
  FolderInput,
  HardDrive,
  Hourglass,
  Library,
  type LucideIcon,
  MailOpen,
  MessageCircleReply,
  MessageSquare,
  MessageSquarePlus,
  Scissors,
  ServerCrash,
  Unplug,
  ShieldAlert,
  UserRoundPlus,
} from "lucide-react";
import type { NoticeKind } from "#app/core/domain/notification/notices.ts";
import type { NoticeView } from "#app/core/domain/notification/notice-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { VisuallyHidden } from "#app/ui/components/primitive/visually-hidden.tsx";
import { focusBeside } from "./focus-beside.ts";
import { useNoticeText } from "./use-notice-text.ts";

const ICONS: Record<NoticeKind, LucideIcon> = {
  mention: AtSign,
  reply: MessageCircleReply,
  feedback_request: MessageSquarePlus,
  feedback_received: MessageSquare,
  reviewer_assigned: Ear,
  access_given: UserRoundPlus,
  call_handed_over: FolderInput,
  calls_handed_over: FolderInput,
  library_asked: Library,
  library_agreed: Library,
  library_declined: Library,
  library_item: Library,
  viewing_required: Ear,
  viewing_due: Hourglass,
  clip_asked: Scissors,
  clip_links_wait: Scissors,
  clip_agreed: Scissors,
  clip_declined: Scissors,
  share_viewed: Ear,
  share_ending: Hourglass,
  recording_ready: AudioLines,
  words_missing: CaptionsOff,
  recording_failed: CircleX,
  recording_left: Hourglass,
  private_opened: EyeClosed,
  chain_check_failed: ShieldAlert,
  storage_80: HardDrive,
  storage_95: HardDrive,
  storage_full: HardDrive,
  crm_review: MessageSquarePlus,
  crm_conflict: ShieldAlert,
  crm_failed: CircleX,
  connection_broken: Unplug,
  job_failed: ServerCrash,
};

/** Who, what, which call and when, the newest first; opening one marks it as read. */
export function NoticeList({ notices }: { notices: readonly NoticeView[] }) {
  const { t } = useTranslation("notice");
  return (
    <ul aria-label={t("title")} className="divide-y divide-line">
      {notices.map((notice) => (
        <Line key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}

function Line({ notice }: { notice: NoticeView }) {
  const { id, kind, dueOn, at, isUnread, isOpenable } = notice;
  const { t } = useTranslation("notice");
  const text = useNoticeText()(notice);
  return (
    <li className="flex items-start gap-2.5 py-2">
      <span className={`pt-0.5 ${isUnread ? "text-ink" : "text-ink-muted"}`}>
        <Icon of={ICONS[kind]} />
      </span>
      <div className="min-w-0 flex-1">
        <p className={`text-sm wrap-anywhere ${isUnread ? "font-medium" : "text-ink-soft"}`}>
          {isUnread ? <VisuallyHidden>{t("unread")} </VisuallyHidden> : null}
          {isOpenable ? (
            <TextLink tone="name" to={paths.notice(id)}>
              {text}
            </TextLink>
          ) : (
            text
          )}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
          <Moment iso={at} />
          {dueOn === null ? null : (
            <span>
              {t("due")} <Moment iso={`${dueOn}T12:00:00Z`} style="date" />
            </span>
          )}
        </p>
      </div>
      {isUnread ? <MarkRead id={id} text={text} /> : null}
    </li>
  );
}

/** The mark of an unread line, which takes it away. */
function MarkRead({ id, text }: { id: string; text: string }) {
  const { t } = useTranslation("notice");
  const { Form } = useFetcher();
  return (
    <Form
      method="post"
      action={paths.notices()}
      onSubmit={focusBeside("li", "a")}
      className="flex items-center gap-1.5"
    >
      <input type="hidden" name="intent" value="mark_read" />
      <span aria-hidden className="size-2 rounded-full bg-accent" />
      <IconButton
        icon={MailOpen}
        size="small"
        label={t("markRead", { text })}
        type="submit"
        name="noticeId"
        value={id}
      />
    </Form>
  );
}
