import type { MouseEvent } from "react";
import { Link } from "./link.tsx";

export type Segment = {
  to: string;
  label: string;
  isCurrent: boolean;
  /** Before the link is followed; what it prevents does not happen. */
  onPress?: (event: MouseEvent<HTMLAnchorElement>) => void;
};

/** One of a few that exclude each other, as links: the choice is in the address and works without script. */
export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex max-w-full flex-wrap overflow-hidden rounded-control border border-line-strong bg-surface-raised"
    >
      {segments.map(({ to, label: text, isCurrent, onPress }) => (
        <Link
          key={text}
          to={to}
          preventScrollReset
          {...(onPress === undefined ? {} : { onClick: onPress })}
          {...(isCurrent ? { "aria-current": "true" as const } : {})}
          className="inline-flex min-h-[28px] shrink-0 items-center border-r border-line px-2.5 text-sm whitespace-nowrap text-ink-soft -outline-offset-2 last:border-r-0 hover:bg-surface-hover aria-[current=true]:bg-surface-chosen aria-[current=true]:font-medium aria-[current=true]:text-ink pointer-coarse:min-h-9"
        >
          {text}
        </Link>
      ))}
    </div>
  );
}
