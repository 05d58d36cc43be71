import { Portal, Slot } from "radix-ui";
import { Popper } from "radix-ui/internal";
import {
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Key } from "./key.tsx";
import { watchTab } from "./tab-focus.ts";

const OPEN_MS = 400;
/** Long enough for the pointer to reach the words, which may be selected. */
const CLOSE_MS = 150;

type Props = {
  text: string;
  keys?: string;
  /** The words say more than the control's own name, so ears get them too. */
  isDescription?: boolean;
  children: ReactElement;
};

/**
 * A few words beside a control on hover, and on focus that came by Tab; never the only place of a fact. Escape closes it
 * and goes on to the layer the control stands in, which is why this is no layer of Radix: those keep Escape to themselves.
 */
export function Tooltip({ text, keys, isDescription = false, children }: Props) {
  const id = useId();
  const { isOpen, open, close, handlers } = useOpening();
  return (
    <Popper.Root>
      <Popper.Anchor asChild>
        <Slot.Root {...handlers} {...(isOpen && isDescription ? { "aria-describedby": id } : {})}>
          {children}
        </Slot.Root>
      </Popper.Anchor>
      {isOpen ? (
        <Portal.Root asChild>
          <Popper.Content
            id={id}
            role="tooltip"
            // Ears have the words as the control's name or description; outside every landmark they would be heard twice.
            aria-hidden
            sideOffset={6}
            collisionPadding={8}
            onPointerEnter={() => open(0)}
            onPointerLeave={() => close(CLOSE_MS)}
            className="z-50 flex max-w-72 items-center gap-2 rounded-control border border-line bg-surface-raised px-2 py-1 text-xs text-ink shadow-float motion-safe:animate-layer"
          >
            {text}
            {keys === undefined ? null : <Key>{keys}</Key>}
          </Popper.Content>
        </Portal.Root>
      ) : null}
    </Popper.Root>
  );
}

function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const wasByTab = useRef<() => boolean>(() => false);
  const set = (isWanted: boolean, ms: number) => {
    clearTimeout(timer.current);
    if (ms === 0) setOpen(isWanted);
    else timer.current = setTimeout(() => setOpen(isWanted), ms);
  };
  useEffect(() => {
    const watch = watchTab();
    wasByTab.current = watch.wasTab;
    return () => {
      watch.end();
      clearTimeout(timer.current);
    };
  }, []);
  useEffect(() => {
    if (!isOpen) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape") setOpen(false);
    };
    document.addEventListener("keydown", escape, { capture: true });
    return () => document.removeEventListener("keydown", escape, { capture: true });
  }, [isOpen]);
  return {
    isOpen,
    open: (ms: number) => set(true, ms),
    close: (ms: number) => set(false, ms),
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== "touch") set(true, OPEN_MS);
      },
      onPointerLeave: () => set(false, CLOSE_MS),
      onPointerDown: () => set(false, 0),
      onClick: () => set(false, 0),
      onFocus: ({ currentTarget }: FocusEvent) => {
        if (wasByTab.current() && currentTarget.matches(":focus-visible")) set(true, 0);
      },
      onBlur: () => set(false, 0),
    },
  };
}
