import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { NoticesPage } from "#app/core/domain/notification/notice-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { useNoticesChanged } from "#app/ui/browser/notice-feed.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { MarkAllRead } from "./mark-all-read.tsx";
import { NoticeList } from "./notice-list.tsx";

const MOST = 8;

/** The newest notices under the bell, kept fresh while it is open. */
export default function NoticePanel({ unread }: { unread: number }) {
  const { t } = useTranslation("notice");
  const { load, data } = useFetcher<NoticesPage>();
  useEffect(() => load(paths.notices()), [load]);
  useNoticesChanged(() => load(paths.notices()));
  const notices = data?.notices.slice(0, MOST);
  return (
    <div className="grid gap-2" aria-busy={notices === undefined}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 tabIndex={-1} className="grow text-base font-medium">
          {t("title")}
        </h2>
        {unread > 0 ? <MarkAllRead /> : null}
      </div>
      {notices === undefined ? (
        <p role="status" className="text-sm text-ink-muted">
          {t("loading")}
        </p>
      ) : notices.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("empty.title")}</p>
      ) : (
        <NoticeList notices={notices} />
      )}
      <p className="flex flex-wrap gap-x-4 border-t border-line pt-2 text-sm">
        <TextLink to={paths.notices()}>{t("all")}</TextLink>
        <TextLink to={paths.noticeSettings()}>{t("choose")}</TextLink>
      </p>
    </div>
  );
}
