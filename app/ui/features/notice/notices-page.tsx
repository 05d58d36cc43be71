import type { NoticesPage as Props } from "#app/core/domain/notification/notice-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Pager } from "#app/ui/components/primitive/pager.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { countText } from "./count-text.ts";
import { MarkAllRead } from "./mark-all-read.tsx";
import { NoticeList } from "./notice-list.tsx";

/** Everything the reader was told in the last 90 days. */
export function NoticesPage({ notices, unread, after, next, ignored }: Props) {
  const { t } = useTranslation("notice");
  return (
    <Page
      title={t("title")}
      facts={
        <>
          <span>
            {unread === 0
              ? t("noneUnread")
              : t("someUnread", { n: countText(unread), count: unread })}
          </span>
          <span>{t("kept")}</span>
          <TextLink to={paths.noticeSettings()}>{t("choose")}</TextLink>
        </>
      }
      actions={unread > 0 ? <MarkAllRead /> : undefined}
    >
      <IgnoredNote ignored={ignored} />
      {notices.length === 0 ? (
        <EmptyState title={t("empty.title")} why={t("empty.why")} />
      ) : (
        <Panel>
          <NoticeList notices={notices} />
        </Panel>
      )}
      <Pager
        newerTo={after === null ? null : paths.notices()}
        olderTo={next === null ? null : paths.notices({ after: next })}
      />
    </Page>
  );
}
