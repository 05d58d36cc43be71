import type { LucideIcon } from "lucide-react";
import { type ButtonHTMLAttributes, forwardRef, type MouseEvent } from "react";
import { type ButtonSize, type ButtonTone, type ButtonWidth, buttonLook } from "./button-look.ts";
import { Icon } from "./icon.tsx";

export type ButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "className" | "style" | "disabled" | "title"
> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  width?: ButtonWidth;
  icon?: LucideIcon;
  /** What is being done ("Saving…"); while it is set the button does nothing more. */
  busy?: string | false | undefined;
  /** Why it cannot be pressed, shown as its title; the button keeps its place in the tab order. */
  disabledReason?: string | undefined;
};

/** The button. Disabled and busy ones stay focusable, so that nobody loses their place. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  {
    tone = "plain",
    size,
    width,
    icon,
    busy,
    disabledReason,
    type = "button",
    onClick,
    children,
    ...rest
  },
  ref,
) {
  const isBusy = typeof busy === "string";
  const isOff = isBusy || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={buttonLook({ tone, size, width })}
      onClick={press}
      {...(isOff ? { "aria-disabled": true } : {})}
      {...(disabledReason === undefined ? {} : { title: disabledReason })}
    >
      {icon === undefined || isBusy ? null : <Icon of={icon} />}
      {isBusy ? busy : children}
    </button>
  );
});
