import { useEffect } from "react";
import type { AnalyticsChoices } from "#app/core/pages/analytics-beside.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** How often the page looks how far it is, with the figures of what came. */
const LOOK_MS = 10_000;

/** How much of the demo's history is here; gone once it is whole. */
export function SampleProgress({ progress }: { progress: AnalyticsChoices["sampleProgress"] }) {
  const { t } = useTranslation("sample");
  const { number } = useFormat();
  const revalidate = useRevalidate();
  const isComing = progress !== null;
  useEffect(() => {
    if (!isComing) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) revalidate();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isComing, revalidate]);
  return (
    <p role="status" className="text-sm text-ink-muted empty:hidden" data-print="no">
      {progress === null
        ? null
        : t("progress", { done: number(progress.done), total: number(progress.total) })}
    </p>
  );
}
