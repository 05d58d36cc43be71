import type { ReactNode } from "react";

type Props = {
  /** "No calls in the Enterprise team" */
  title: string;
  /** Why it is empty for this person. */
  why: string;
  /** The one action: a button, a link, "Clear filters". */
  action?: ReactNode;
};

/** An empty lane, one sentence why, one action. */
export function EmptyState({ title, why, action }: Props) {
  return (
    <div className="grid justify-items-center gap-1 rounded-panel border border-line bg-surface-raised px-4 py-9 text-center">
      <svg
        width="180"
        height="42"
        viewBox="0 0 180 42"
        aria-hidden
        className="mb-3 max-w-full stroke-line-strong"
        strokeDasharray="3 4"
      >
        <path d="M0 12H180M0 30H180" />
      </svg>
      <p className="text-read font-strong">{title}</p>
      <p className="max-w-[60ch] text-sm text-ink-muted">{why}</p>
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}
