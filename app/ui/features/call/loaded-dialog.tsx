import type { ReactNode } from "react";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";

type Props = {
  title: string;
  /** Until there is something to show. */
  loading: string;
  onClose: () => void;
  /** null while it is on its way. */
  children: ReactNode;
};

/** A dialog that is open as long as it is there, about what it asks the server for. */
export function LoadedDialog({ title, loading, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      size="form"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {children === null ? (
        <p role="status" className="text-sm text-ink-muted">
          {loading}
        </p>
      ) : (
        <div className="grid gap-4">{children}</div>
      )}
    </Dialog>
  );
}
