import { lazy, Suspense } from "react";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Fact } from "#app/ui/components/layout/page.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";

const CallDeal = lazy(() => import("#app/ui/features/deal/call-deal.tsx"));

/** The deal of a call; for who may change it the way to another comes after the page. */
export function DealFact({ view: { call, can } }: { view: PlaybackView }) {
  const isReadOnly = useReadOnly() !== undefined;
  const hasScript = useHydrated();
  const { t } = useTranslation("playback");
  const { id, deal } = call;
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1.5">
      {deal === null ? null : (
        <>
          <span>
            {t("deal")} <Fact>{deal.name}</Fact>
          </span>
          <Tag>{deal.stage}</Tag>
          {deal.isGone ? <Tag tone="warn">{t("dealGone")}</Tag> : null}
        </>
      )}
      {hasScript && can.editCall && !isReadOnly ? (
        <Suspense>
          <CallDeal callId={id} deal={deal} />
        </Suspense>
      ) : null}
    </span>
  );
}
