import { Toast as Radix } from "radix-ui";
import { useTranslation } from "#app/i18n/translation.tsx";
import { buttonLook } from "./button-look.ts";
import type { Shown } from "./toast.tsx";

const UNDO_MS = 10_000;
const READ_MS = 5_000;

type Props = { shown: readonly Shown[]; onClose: (id: number) => void };

/** The messages in their corner, and a place for them that keys and ears find. */
export function ToastList({ shown, onClose }: Props) {
  const { t } = useTranslation("common");
  return (
    <Radix.Provider label={t("notice")} swipeDirection="right">
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />
      ))}
      <Radix.Viewport
        label={t("notifications", { hotkey: "{hotkey}" })}
        className="fixed right-4 bottom-4 z-50 grid w-80 max-w-[calc(100vw-2rem)] gap-2 outline-none"
      />
    </Radix.Provider>
  );
}

function OneToast({ toast, onClose }: { toast: Shown; onClose: () => void }) {
  const { t } = useTranslation("common");
  return (
    <Radix.Root
      type="background"
      duration={toast.onUndo === undefined ? READ_MS : UNDO_MS}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="flex items-center gap-2.5 rounded-control border border-line bg-surface-raised py-1 pr-1.5 pl-3.5 text-sm text-ink shadow-float motion-safe:animate-layer"
    >
      <Radix.Description className="grow py-1">{toast.text}</Radix.Description>
      {toast.onUndo === undefined ? null : (
        <Radix.Action
          altText={t("undo")}
          onClick={toast.onUndo}
          className={buttonLook({ tone: "quiet" })}
        >
          {t("undo")}
        </Radix.Action>
      )}
    </Radix.Root>
  );
}
