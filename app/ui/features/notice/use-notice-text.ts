import type { NoticeView } from "#app/core/domain/notification/notice-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";

/** The sentence of a notice: who did what, and with which call, clip or library as far as the reader may know it. */
export function useNoticeText(): (notice: NoticeView) => string {
  const { t } = useTranslation("notice");
  return ({ kind, by, about }) => {
    const who = by ?? t("someone");
    const title = about?.title ?? null;
    if (about?.kind === "member")
      return t(`line.${kind}`, { who, call: title ?? t("gone.member") });
    const subject = about?.kind ?? "call";
    const call = title === null ? t(`gone.${subject}`) : t(`the.${subject}`, { title });
    if (kind === "share_viewed" && by === null) return t("unnamed.share_viewed", { call });
    return t(`line.${kind}`, { who, call });
  };
}
