import { Toast as Radix } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { buttonLook } from "./button-look.ts";

/** `text` says what happened; `onUndo` takes it back. One that can be undone stays longer. */
export type ToastMessage = { text: string; onUndo?: () => void };
type Shown = ToastMessage & { id: number };
type Show = (message: ToastMessage) => void;

const UNDO_MS = 10_000;
const READ_MS = 5_000;
const MOST = 3;
const ShowToast = createContext<Show>(() => undefined);

/** Says in a corner what was done, with Undo. Errors do not belong here: they stand beside their item. */
export function useToast(): Show {
  return useContext(ShowToast);
}

/** Once, around the page. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  const [shown, setShown] = useState<Shown[]>([]);
  const show = useCallback<Show>((message) => {
    setShown((before) =>
      [...before, { ...message, id: (before.at(-1)?.id ?? 0) + 1 }].slice(-MOST),
    );
  }, []);
  const drop = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id));
  return (
    <ShowToast.Provider value={show}>
      <Radix.Provider label={t("notice")} swipeDirection="right">
        {children}
        {shown.map((toast) => (
          <OneToast key={toast.id} toast={toast} onClose={() => drop(toast.id)} />
        ))}
        <Radix.Viewport
          label={t("notifications", { hotkey: "{hotkey}" })}
          className="fixed right-4 bottom-4 z-50 grid w-80 max-w-[calc(100vw-2rem)] gap-2 outline-none"
        />
      </Radix.Provider>
    </ShowToast.Provider>
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
