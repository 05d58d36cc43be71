import { cva } from "class-variance-authority";
import type { ReactNode } from "react";

const look = cva(
  "inline-flex shrink-0 items-center gap-[7px] rounded-full border px-[9px] py-0.5 text-sm font-medium whitespace-nowrap",
  {
    variants: {
      isPaused: {
        true: "border-line-strong bg-surface-chosen text-ink",
        false: "border-transparent bg-live text-on-live",
      },
    },
  },
);

/** Red and filled only while it records. */
export function OnAirPill({ isPaused, children }: { isPaused: boolean; children: ReactNode }) {
  return (
    <span role="status" className={look({ isPaused })}>
      {isPaused ? null : <span aria-hidden className="size-[7px] rounded-full bg-current" />}
      {children}
    </span>
  );
}
