import { Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { usePageAction } from "#app/ui/components/primitive/page-actions.ts";

const AccessDialog = lazy(() => import("./access-dialog.tsx"));

type Props = { callId: string /** "Access" */; children: string };

/** Opens the list of who sees a call, which comes with the first press. */
export function AccessButton({ callId, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  usePageAction(children, () => setOpen(true));
  return (
    <span className="contents noscript:hidden">
      <Button icon={Users} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen ? (
        <Suspense>
          <AccessDialog callId={callId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}
