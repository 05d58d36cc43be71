import type { ReactNode } from "react";
import type { SharedRecording } from "#app/core/pages/shared-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";

type Props = {
  view: Pick<SharedRecording, "title" | "from" | "endsAt" | "message" | "openUrl"> & {
    startedAt?: string | null;
  };
  workspace: string;
  children?: ReactNode;
};

/** What it is called, who sent it, until when, and what they wrote. */
export function SharedHead({ view, workspace, children }: Props) {
  const { t } = useTranslation("shared");
  const { date, whenInZone } = useFormat();
  const { title, from, startedAt = null, endsAt, message, openUrl } = view;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h1 className="text-xl leading-tight font-strong tracking-tight wrap-anywhere">{title}</h1>
        {openUrl === null ? null : (
          <LinkButton to={openUrl} reloadDocument>
            {t("page.inApp")}
          </LinkButton>
        )}
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-soft">
        {from === null ? null : <span>{t("page.from", { name: from })}</span>}
        {startedAt === null ? null : <span suppressHydrationWarning>{date(startedAt)}</span>}
        {/* A first request does not say where its sender is. */}
        <span suppressHydrationWarning>{t("page.until", { when: whenInZone(endsAt) })}</span>
      </p>
      {children}
      {message === null ? null : (
        <blockquote className="mt-3 rounded-panel border border-line bg-surface-raised px-4 py-3 text-base whitespace-pre-line wrap-anywhere">
          <p className="mb-0.5 text-xs text-ink-muted">
            {t("page.message", { name: from ?? workspace })}
          </p>
          {message}
        </blockquote>
      )}
    </>
  );
}
