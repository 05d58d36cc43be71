import type { CareRule, Load } from "#app/core/domain/care/care-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";

/** The rule behind a suggestion, with its numbers where there is something to calculate. */
export function WhyThis({ rule, load }: { rule: CareRule; load: Load | null }) {
  const { t } = useTranslation("care");
  const { number } = useFormat();
  const usual = load?.usual ?? null;
  return (
    <div className="relative">
      <Disclosure label={t("why.title")} place="wide">
        <p className="font-medium">{t(`short.${rule}`)}</p>
        <p className="mt-1 text-ink-soft">{t(`why.${rule}`)}</p>
        {rule === "L1" && usual !== null && usual.z !== null ? (
          <p className="mt-1 font-mono text-xs">
            {t("why.z", {
              ...{ z: number(usual.z, 1), hours: number(load?.hours ?? 0, 1) },
              usual: number(usual.median, 1),
            })}
          </p>
        ) : null}
      </Disclosure>
    </div>
  );
}
