import type { LucideIcon } from "lucide-react";
import { forwardRef } from "react";
import { type ButtonSize, type ButtonTone, type ButtonWidth, buttonLook } from "./button-look.ts";
import { Icon } from "./icon.tsx";
import { Link, type LinkProps } from "./link.tsx";

type Props = Omit<LinkProps, "className" | "style"> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  width?: ButtonWidth;
  icon?: LucideIcon;
};

/** Goes somewhere and looks like a button. What changes data is a Button in a form. */
export const LinkButton = forwardRef<HTMLAnchorElement, Props>(function LinkButton(
  { tone = "plain", size, width, icon, children, ...rest },
  ref,
) {
  return (
    <Link {...rest} ref={ref} className={buttonLook({ tone, size, width })}>
      {icon === undefined ? null : <Icon of={icon} />}
      {children}
    </Link>
  );
});
