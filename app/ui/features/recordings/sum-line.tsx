import type { ReactNode } from "react";
import type { ListSum } from "#app/core/pages/recordings-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

const HOUR_MS = 3_600_000;

/** "38 calls, 12.7 h": what a filtered list comes to, and the number that it belongs to. */
export function SumLine({ sum, figure }: { sum: ListSum; figure: ReactNode }) {
  const { t } = useTranslation("search");
  const { number } = useFormat();
  const said = {
    count: sum.calls,
    n: number(sum.calls),
    hours: number(sum.durationMs / HOUR_MS, 1),
  };
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line py-2 text-sm tabular-nums">
      <span>{sum.isAll ? t("sum.all", said) : t("sum.newest", said)}</span>
      {figure}
    </p>
  );
}
