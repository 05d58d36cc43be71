import { isGapCause, type MarkView } from "#app/core/domain/recording/mark-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

/** A gap, pause or hold in a sentence: whose, how long, why. */
export function useMarkText(): (mark: MarkView) => string {
  const { t } = useTranslation("player");
  const format = useFormat();
  return ({ kind, t0Ms, t1Ms, cause, name, filledFrom }) => {
    const ms = t1Ms - t0Ms;
    const length = ms < 10_000 ? format.seconds(ms) : format.duration(ms);
    const why = isGapCause(cause) ? t(`mark.cause.${cause}`) : null;
    const who = name ?? t("mark.everyone");
    if (kind === "pause") return t("mark.pause", { length });
    if (kind === "hold") return t("mark.hold", { who, length });
    if (filledFrom !== null) return t("mark.filled", { who, length });
    return why === null ? t("mark.gap", { who, length }) : t("mark.gapWhy", { who, length, why });
  };
}
