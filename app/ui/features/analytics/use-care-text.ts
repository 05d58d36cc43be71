import type { CareRule, Hard, Load, LookedAfter } from "#app/core/domain/care/care-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

const HOUR_MS = 3_600_000;
type Facts = { load: Load; lookedAfter: LookedAfter; hard: Hard | null };

/** What a rule saw, in a sentence with its numbers. */
export function useCareText() {
  const { t } = useTranslation("care");
  const { number, percent } = useFormat();
  const hours = (ms: number): string => number(ms / HOUR_MS, 1);
  const share = ({ part, whole }: { part: number; whole: number }): string =>
    whole === 0 ? t("none") : percent(part / whole);
  const sentence = (rule: CareRule, { load, lookedAfter, hard }: Facts): string => {
    const { coverage, answered, tone, delay } = lookedAfter;
    const open = hard?.calls.filter(({ contactAt }) => contactAt === null).length ?? 0;
    const values: Record<CareRule, Record<string, string | number>> = {
      L1: { hours: number(load.hours, 1), usual: number(load.usual?.median ?? 0, 1) },
      L2: { part: load.backToBack.part, whole: load.backToBack.whole },
      L3: { share: share(load.outOfHours) },
      L4: { hours: hours(load.longestRun ?? 0) },
      S2: { count: hard?.exposure.calls ?? 0 },
      S3: { count: hard?.withoutBreak ?? 0 },
      C1: { part: coverage.part, whole: coverage.whole },
      C2: { count: coverage.whole },
      C3: { hours: hours(delay.median ?? 0) },
      C4: { part: answered.part, whole: answered.whole },
      C5: { count: tone.suggestion },
      C6: { count: open },
    };
    return t(`rule.${rule}`, { ...values[rule], defaultValue: rule });
  };
  return { sentence, hours, share, why: (rule: CareRule): string => t(`why.${rule}`) };
}
