import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import type { TabState } from "./page-data.ts";
import { useHrefAt } from "./use-href-at.ts";

/** What every panel needs to lead to a place of the call and to name who spoke. */
export function useCall({ call, people }: PlaybackView) {
  const hrefAt = useHrefAt(call.id);
  return {
    hrefAt,
    nameOf: (id: string) => people.find((person) => person.id === id)?.name ?? null,
  };
}

/** @param counted the older version whose numbers these are, while those of the current one are computed */
export function Body({
  children,
  counted = null,
}: {
  children: ReactNode;
  counted?: number | null;
}) {
  const { t } = useTranslation("panels");
  return (
    <div className="px-4 py-3">
      {counted === null ? null : (
        <p className="mb-2 text-xs text-ink-soft">{t("recount", { version: counted })}</p>
      )}
      {children}
    </div>
  );
}

export const Missing = ({ text }: { text: string }) => (
  <p className="text-sm text-ink-muted">{text}</p>
);

/** Says that what a tab shows is on its way, or did not come. */
export function Waiting({ tab: { data, hasFailed, again } }: { tab: TabState<unknown> }) {
  const { t } = useTranslation("panels");
  if (data !== undefined) return null;
  if (!hasFailed)
    return (
      <p role="status" className="text-sm text-ink-muted">
        {t("tab.loading")}
      </p>
    );
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-sm">
      {t("tab.failed")}
      <Button size="small" onClick={again}>
        {t("tab.again")}
      </Button>
    </div>
  );
}
