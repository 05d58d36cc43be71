import { cva } from "class-variance-authority";
import type { ReactNode } from "react";

const look = cva(
  "inline-flex max-w-full items-center gap-1 rounded-control border py-px pl-2 text-sm",
  {
    variants: {
      state: {
        kept: "border-line-strong",
        made: "border-dashed border-line-control",
        gone: "border-line text-ink-muted line-through",
      },
      hasButton: { true: "pr-0.5", false: "pr-2" },
    },
  },
);

/** A phrase as it stands in a form: kept, new, or taken out. */
export function PhraseChip({
  phrase,
  state,
  children,
}: {
  phrase: string;
  state: "kept" | "made" | "gone";
  /** The button that takes it out or puts it back. */
  children?: ReactNode;
}) {
  return (
    <span className={look({ state, hasButton: children !== undefined })}>
      <bdi className="wrap-anywhere">{phrase}</bdi>
      {children}
    </span>
  );
}
