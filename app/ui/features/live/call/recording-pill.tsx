import { cva } from "class-variance-authority";
import type { ReactNode } from "react";
import type { ShownRecording } from "./recording-trouble.ts";

const look = cva(
  "inline-flex shrink-0 items-center gap-[7px] rounded-full border px-[9px] py-0.5 text-sm font-medium whitespace-nowrap",
  {
    variants: {
      state: {
        recording: "border-transparent bg-live text-on-live",
        starting: "border-line-strong text-ink-soft",
        paused: "border-line-strong bg-surface-chosen text-ink",
        absent: "border-danger text-danger",
        offline: "border-line-strong text-ink-soft",
      },
    },
  },
);

type Props = { state: ShownRecording; children: ReactNode };

/** The state of the recording as the recorder says it; red and filled only while it records. */
export function RecordingPill({ state, children }: Props) {
  return (
    <span className={look({ state })}>
      {state === "recording" ? (
        <span aria-hidden className="size-[7px] rounded-full bg-current" />
      ) : null}
      {/* By its state: what a translated page shows of it is never the state before. */}
      <span key={state}>{children}</span>
    </span>
  );
}
