import { useLocation } from "@remix-run/react";
import { cva } from "class-variance-authority";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { VisuallyHidden } from "./visually-hidden.tsx";

const panel = cva(
  "z-40 border-line bg-surface-raised text-ink shadow-float motion-safe:animate-layer",
  {
    variants: {
      place: {
        end: "absolute top-full right-0 mt-1.5 w-60 rounded-panel border p-3",
        wide: "absolute mt-1.5 max-h-[70vh] overflow-y-auto rounded-panel border p-3 text-sm max-desk:inset-x-0 desk:top-full desk:left-0 desk:w-80",
        note: "absolute top-full left-0 mt-1.5 w-72 rounded-panel border p-3 text-sm desk:right-0 desk:left-auto",
        drawer: "fixed inset-y-0 left-0 w-64 max-w-[85vw] overflow-y-auto border-r p-3",
      },
    },
  },
);

type Props = {
  /** Name of the button; `face` is what it shows in the place of its name. */
  label: string;
  face?: ReactNode;
  /** Under its right end; wide under its left one, on a phone as wide as what it is positioned in; or along the left of the screen. */
  place: "end" | "wide" | "note" | "drawer";
  children: ReactNode;
};

/**
 * A floating panel that opens without script (`<details>`). With script, Escape, a press outside,
 * leaving by Tab and going to another page close it.
 */
export function Disclosure({ label, face, place, children }: Props) {
  const ref = useRef<HTMLDetailsElement>(null);
  useClosing(ref);
  return (
    <details ref={ref} className={place === "wide" ? "desk:relative" : "relative"} data-print="no">
      {face === undefined ? (
        <summary className="words-link inline-block min-h-6 leading-6 text-link">{label}</summary>
      ) : (
        <summary
          title={label}
          className="inline-grid min-h-[30px] min-w-[30px] grid-flow-col place-items-center rounded-control hover:bg-surface-hover pointer-coarse:min-h-9 pointer-coarse:min-w-9"
        >
          {face}
          <VisuallyHidden>{label}</VisuallyHidden>
        </summary>
      )}
      <div className={panel({ place })}>{children}</div>
    </details>
  );
}

function useClosing(ref: RefObject<HTMLDetailsElement>) {
  const { key } = useLocation();
  useEffect(() => {
    if (ref.current !== null) ref.current.open = false;
  }, [ref, key]);
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
