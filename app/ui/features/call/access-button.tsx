import { Users } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#app/ui/components/primitive/button.tsx";

const AccessDialog = lazy(() => import("./access-dialog.tsx"));

type Props = { callId: string /** "Access" */; children: ReactNode };

/** Opens the list of who sees a call, which comes with the first press. */
export function AccessButton({ callId, children }: Props) {
  const [isOpen, setOpen] = useState(false);
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
