import { Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useStore } from "#app/ui/browser/store.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { usePageAction } from "#app/ui/components/primitive/page-actions.ts";
import type { ShareSubject } from "./share-subject.ts";
import { wantedRange } from "./wanted-range.ts";

const ShareDialog = lazy(() => import("./share-dialog.tsx"));

type Props = { subject: ShareSubject /** "Share" */; children: string };

/** Opens the dialog that shares a call, a clip or a library outside, which comes with the first press. */
export function ShareButton({ subject, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const range = useStore(wantedRange, (wanted) => wanted);
  usePageAction(children, () => setOpen(true));
  const close = () => {
    setOpen(false);
    wantedRange.set(null);
  };
  return (
    <span className="contents noscript:hidden">
      <Button icon={Share2} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen || range !== null ? (
        <Suspense>
          <ShareDialog subject={subject} range={range} onClose={close} />
        </Suspense>
      ) : null}
    </span>
  );
}
