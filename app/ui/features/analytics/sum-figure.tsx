import type { ListSum } from "#app/core/pages/recordings-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useTalkText } from "./use-talk-text.ts";

/** The number of talk statistics that a list counts: "Talk share: median 52 %, mean 54 %, n 36". */
export default function SumFigure({ metric, n, mean, median }: NonNullable<ListSum["figure"]>) {
  const { t } = useTranslation("search");
  const { number } = useFormat();
  const { name, value } = useTalkText();
  const said = { metric: name(metric), n: number(n) };
  return (
    <span>
      {mean === null || median === null
        ? t("sum.few", said)
        : t("sum.figure", { ...said, mean: value(metric, mean), median: value(metric, median) })}
    </span>
  );
}
