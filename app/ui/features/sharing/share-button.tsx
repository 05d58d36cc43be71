import { Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { usePageAction } from "#app/ui/components/primitive/page-actions.ts";
import type { ShareSubject } from "./share-subject.ts";
import { useWantedLink } from "./use-wanted-link.ts";
import { wantedRange } from "./wanted-range.ts";

const ShareDialog = lazy(() => import("./share-dialog.tsx"));

type Props = {
  subject: ShareSubject;
  /** What is chosen on the page, and would be shared. */
  chosen?: RangeMs | null;
  /** "Share", or what of it. */
  children: string;
};

/** Opens the dialog that shares a call, a clip or a library outside, which comes with the first press. */
export function ShareButton({ subject, chosen = null, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const wanted = useStore(wantedRange, (range) => range);
  const [wantedId, leaveLink] = useWantedLink();
  usePageAction(children, () => setOpen(true));
  const close = () => {
    setOpen(false);
    wantedRange.set(null);
    leaveLink();
  };
  return (
    <span className="contents noscript:hidden">
      <Button icon={Share2} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen || wanted !== null || wantedId !== null ? (
        <Suspense>
          <ShareDialog
            subject={subject}
            range={wanted ?? chosen}
            wantedId={wantedId}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </span>
  );
}
