import { forwardRef } from "react";
import { Link, type LinkProps } from "./link.tsx";

const LOOK = {
  link: "text-link",
  /** Inside a sentence colour alone does not tell a link. */
  sentence: "text-link underline",
  name: "text-ink",
  /** Beside what matters more. */
  muted: "text-ink-muted underline",
};

type Props = Omit<LinkProps, "className" | "style"> & {
  tone?: keyof typeof LOOK;
};

/** A link in a sentence; `name` is the link that names a row. */
export const TextLink = forwardRef<HTMLAnchorElement, Props>(function TextLink(
  { tone = "link", children, ...rest },
  ref,
) {
  return (
    <Link {...rest} ref={ref} className={`words-link ${LOOK[tone]}`}>
      {children}
    </Link>
  );
});
