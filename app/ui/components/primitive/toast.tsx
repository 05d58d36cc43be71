import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
} from "react";

/** `text` says what happened; `onUndo` takes it back. One that can be undone stays longer. */
export type ToastMessage = { text: string; onUndo?: () => void };
export type Shown = ToastMessage & { id: number };
type Show = (message: ToastMessage) => void;

const MOST = 3;
const ShowToast = createContext<Show>(() => undefined);
/** Comes after the page, which can be read without, and is here before the network may be gone. */
const load = () => import("./toast-list.tsx");
const ToastList = lazy(async () => ({ default: (await load()).ToastList }));

/** Says in a corner what was done, with Undo. Errors do not belong here: they stand beside their item. */
export function useToast(): Show {
  return useContext(ShowToast);
}

/** Once, around the page. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([]);
  const [isUsed, setIsUsed] = useState(false);
  const show = useCallback<Show>((message) => {
    setIsUsed(true);
    setShown((before) =>
      [...before, { ...message, id: (before.at(-1)?.id ?? 0) + 1 }].slice(-MOST),
    );
  }, []);
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
  const drop = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id));
  return (
    <ShowToast.Provider value={show}>
      {children}
      {isUsed ? (
        <Suspense>
          <ToastList shown={shown} onClose={drop} />
        </Suspense>
      ) : null}
    </ShowToast.Provider>
  );
}
