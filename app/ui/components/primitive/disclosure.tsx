import { useLocation } from "@remix-run/react";
import { cva } from "class-variance-authority";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "./visually-hidden.tsx";

const panel = cva(
  "z-40 border-line bg-surface-raised text-ink shadow-float motion-safe:animate-layer",
  {
    variants: {
      place: {
        end: "absolute top-full right-0 mt-1.5 w-60 rounded-panel border p-3",
        tools:
          "absolute mt-1.5 rounded-panel border p-3 max-desk:inset-x-0 desk:top-full desk:right-0 desk:w-60",
        wide: "absolute mt-1.5 max-h-[70vh] overflow-y-auto rounded-panel border p-3 text-sm max-desk:inset-x-0 desk:top-full desk:left-0 desk:w-80",
        note: "absolute top-full left-0 mt-1.5 w-72 rounded-panel border p-3 text-sm desk:right-0 desk:left-auto",
        list: "absolute right-0 top-full mt-1.5 max-h-[75vh] w-[26rem] overflow-y-auto rounded-panel border p-3 max-desk:fixed max-desk:inset-x-2 max-desk:top-12 max-desk:w-auto",
        drawer: "fixed inset-y-0 left-0 w-64 max-w-[85vw] overflow-y-auto border-r p-3",
      },
    },
  },
);

type Props = {
  /** Name of the button; `face` is what it shows in the place of its name. */
  label: string;
  face?: ReactNode;
  /**
   * Under its right end; wide under its left one, or along the left of the screen. `list`: as wide as a phone. `wide`
   * and `tools` (under its right end) are on a phone as wide as what they are positioned in.
   */
  place: "end" | "tools" | "wide" | "note" | "list" | "drawer";
  /** Open from the start: what was sent from it came back. */
  isOpen?: boolean;
  /**
   * A large panel, drawn when it is first opened: the address where it is open from the start, which its first line leads
   * to as long as there is no script.
   */
  plainTo?: string;
  /** With script: it was opened, or closed. */
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/**
 * A floating panel that opens without script (`<details>`). With script, Escape, a press outside,
 * leaving by Tab and going to another page close it.
 */
export function Disclosure(props: Props) {
  const { label, face, place, isOpen = false, plainTo, onToggle, children } = props;
  const ref = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const draw = () => setWasOpened(true);
  useEffect(() => {
    const details = ref.current;
    // Opened before script came. Whoever stands on the link already keeps it, and the focus.
    const isInside = document.activeElement?.matches("[data-plain]") === true;
    if (details?.open === true && !(isInside && details.contains(document.activeElement))) draw();
  }, []);
  useClosing(ref, isOpen);
  return (
    <details
      ref={ref}
      open={isOpen}
      className={place === "wide" || place === "tools" ? "desk:relative" : "relative"}
      data-print="no"
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      {face === undefined ? (
        <summary onClick={draw} className="words-link inline-block min-h-6 leading-6 text-link">
          {label}
        </summary>
      ) : (
        <summary
          onClick={draw}
          title={label}
          className="inline-grid min-h-[30px] min-w-[30px] grid-flow-col place-items-center rounded-control hover:bg-surface-hover pointer-coarse:min-h-9 pointer-coarse:min-w-9"
        >
          {face}
          <VisuallyHidden>{label}</VisuallyHidden>
        </summary>
      )}
      <div className={panel({ place })}>
        {plainTo === undefined || isOpen || wasOpened ? (
          children
        ) : (
          <a className="words-link text-link" href={plainTo} data-plain>
            {label}
          </a>
        )}
      </div>
    </details>
  );
}

function useClosing(ref: RefObject<HTMLDetailsElement>, isOpen: boolean) {
  const { key } = useLocation();
  const set = useRef({ key, isOpen });
  useEffect(() => {
    // As the server wrote it: what the reader opened before script came stays open.
    if (set.current.key === key && set.current.isOpen === isOpen) return;
    set.current = { key, isOpen };
    if (ref.current !== null) ref.current.open = isOpen;
  }, [ref, key, isOpen]);
  useEffect(() => {
    const details = ref.current;
    if (details === null) return undefined;
    const isOutside = (target: EventTarget | null) =>
      !(target instanceof Node) || !details.contains(target);
    const leave = (event: Event) => {
      if (isOutside(event.target)) details.open = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    const blur = (event: FocusEvent) => {
      if (event.relatedTarget !== null && isOutside(event.relatedTarget)) details.open = false;
    };
    document.addEventListener("pointerdown", leave);
    details.addEventListener("keydown", escape);
    details.addEventListener("focusout", blur);
    return () => {
      document.removeEventListener("pointerdown", leave);
      details.removeEventListener("keydown", escape);
      details.removeEventListener("focusout", blur);
    };
  }, [ref]);
}
