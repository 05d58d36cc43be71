import { lazy, Suspense, useState } from "react";
import type { DealRef } from "#app/core/domain/deal/deal-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { usePageAction } from "#app/ui/components/primitive/page-actions.ts";

const DealDialog = lazy(() => import("./deal-dialog.tsx"));

type Props = { callId: string; deal: DealRef | null };

/** The way to say which deal a call is about, beside the one it is linked to. */
export default function CallDeal({ callId, deal }: Props) {
  const { t } = useTranslation("deal");
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState("");
  usePageAction(t(deal === null ? "choose" : "change"), () => setOpen(true));
  return (
    <>
      <Button tone="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(deal === null ? "choose" : "change")}
      </Button>
      <span role="status" className="sr-only">
        {done}
      </span>
      {isOpen ? (
        <Suspense>
          <DealDialog callId={callId} onClose={() => setOpen(false)} onDone={setDone} />
        </Suspense>
      ) : null}
    </>
  );
}
