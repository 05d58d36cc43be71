import { lazy, Suspense, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";

const DealDialog = lazy(() => import("./deal-dialog.tsx"));

/** Opens the choice of a call's deal from wherever something waits for it. */
export default function DealButton({ callId, label }: { callId: string; label: string }) {
  const { t } = useTranslation("deal");
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState("");
  const readOnly = useReadOnly();
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={label}
        disabledReason={readOnly}
        onClick={() => setOpen(true)}
      >
        {t("choose")}
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
