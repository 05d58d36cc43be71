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
  /** Degrees of the colour a member gave a label: a dot beside its name, never instead of it. */
  hue?: number;
};

/** A fact about a thing in one or two words: "Team", "Quality A", a label. */
export function Tag({ children, tone = "plain", icon, hue }: Props) {
  return (
    <span className={look({ tone })}>
      {hue === undefined ? null : (
        <span
          className="size-[7px] rounded-[2px]"
          style={{ background: `oklch(60% 0.1 ${hue})` }}
        />
      )}
      {icon === undefined ? null : <Icon of={icon} />}
      <span className="truncate">{children}</span>
    </span>
  );
}
