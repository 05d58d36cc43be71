import { cva } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import { type ButtonHTMLAttributes, forwardRef, type MouseEvent } from "react";
import { Icon } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";

const look = cva(
  "inline-grid shrink-0 place-items-center rounded-control border aria-disabled:cursor-default aria-disabled:opacity-50 not-aria-disabled:hover:bg-surface-hover aria-pressed:bg-surface-chosen",
  {
    variants: {
      tone: {
        quiet: "border-transparent text-ink-soft",
        plain: "border-line-strong bg-surface-raised text-ink",
        danger: "border-transparent text-danger",
      },
      size: { small: "size-6", control: "size-[30px] pointer-coarse:size-9" },
    },
  },
);

type Props = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "className" | "style" | "disabled" | "title" | "children" | "aria-label"
> & {
  icon: LucideIcon;
  /** Name for ears and tooltip for eyes, the same words. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  keys?: string;
  tone?: "quiet" | "plain" | "danger";
  size?: "small" | "control";
  disabledReason?: string | undefined;
};

/** A button of one glyph, with its name as label and tooltip. */
export const IconButton = forwardRef<HTMLButtonElement, Props>(function IconButton(
  {
    icon,
    label,
    keys,
    tone = "quiet",
    size = "control",
    disabledReason,
    type = "button",
    onClick,
    ...rest
  },
  ref,
) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabledReason === undefined) onClick?.(event);
    else event.preventDefault();
  };
  return (
    <Tooltip
      text={disabledReason ?? label}
      isDescription={disabledReason !== undefined}
      {...(keys === undefined ? {} : { keys })}
    >
      <button
        {...rest}
        ref={ref}
        type={type}
        aria-label={label}
        className={look({ tone, size })}
        onClick={press}
        {...(disabledReason === undefined ? {} : { "aria-disabled": true })}
      >
        <Icon of={icon} />
      </button>
    </Tooltip>
  );
});
