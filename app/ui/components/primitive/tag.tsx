import { cva } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const look = cva(
  "inline-flex max-w-full items-center gap-1.5 rounded-full border px-2 py-px text-xs whitespace-nowrap",
  {
    variants: {
      tone: {
        plain: "border-line text-ink-soft",
        ok: "border-line text-ok",
        warn: "border-line text-warn",
        danger: "border-line text-danger",
        // Live red is for surfaces and edges; as small text on paper it is too pale.
        live: "border-live text-danger",
      },
    },
  },
);

type Props = {
  children: ReactNode;
  tone?: "plain" | "ok" | "warn" | "danger" | "live";
  icon?: LucideIcon;
  /** The colour a member gave a label, a name of `tokens.css`: a dot beside its name, never instead of it. */
  dot?: string;
};

/** A fact about a thing in one or two words: "Team", "Quality A", a label. */
export function Tag({ children, tone = "plain", icon, dot }: Props) {
  return (
    <span className={look({ tone })}>
      {dot === undefined ? null : <Dot colour={dot} />}
      {icon === undefined ? null : <Icon of={icon} />}
      <span className="truncate">{children}</span>
    </span>
  );
}

export const Dot = ({ colour }: { colour: string }) => (
  <span
    aria-hidden
    className="size-2 shrink-0 rounded-[2px]"
    style={{ background: `var(--label-${colour})` }}
  />
);
