import { cva } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import { type ButtonHTMLAttributes, forwardRef } from "react";

const look = cva(
  "grid min-h-[50px] flex-1 basis-0 content-center justify-items-center gap-1 rounded-[8px] border px-1 py-1.5 text-2xs leading-tight aria-disabled:cursor-default aria-disabled:opacity-50",
  {
    variants: {
      tone: {
        plain:
          "border-line bg-surface-raised text-ink-soft not-aria-disabled:hover:bg-surface-hover",
        chosen: "border-line-control bg-surface-chosen font-medium text-ink",
        end: "border-transparent bg-live font-medium text-on-live not-aria-disabled:hover:brightness-95",
      },
      width: { small: "min-w-[52px] max-w-20", wide: "min-w-16 max-w-32" },
    },
  },
);

type Props = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "className" | "style" | "children" | "disabled"
> & {
  icon: LucideIcon;
  /** What pressing does. */
  label: string;
  /** `chosen`: what it does holds now; `end` leaves the call. */
  tone?: "plain" | "chosen" | "end";
  width?: "small" | "wide";
};

/** A control of a running call: a glyph over its word, large enough for a thumb. */
export const LiveControl = forwardRef<HTMLButtonElement, Props>(function LiveControl(
  { icon: Glyph, label, tone = "plain", width = "wide", type = "button", ...rest },
  ref,
) {
  return (
    <button {...rest} ref={ref} type={type} className={look({ tone, width })}>
      <Glyph size={18} strokeWidth={1.75} aria-hidden />
      <span key={label}>{label}</span>
    </button>
  );
});
