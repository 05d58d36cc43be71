import { Link, type LinkProps } from "@remix-run/react";
import { cva } from "class-variance-authority";
import { forwardRef } from "react";

const look = cva("rounded-mark underline-offset-3 hover:underline", {
  variants: {
    tone: {
      link: "text-link",
      /** Inside a sentence colour alone does not tell a link. */
      sentence: "text-link underline",
      ink: "text-ink",
      name: "text-base leading-snug font-medium text-ink",
    },
  },
});

type Props = Omit<LinkProps, "className" | "style"> & {
  tone?: "link" | "sentence" | "ink" | "name";
};

/** A link in a sentence; `name` is the link that names a row. */
export const TextLink = forwardRef<HTMLAnchorElement, Props>(function TextLink(
  { tone = "link", children, ...rest },
  ref,
) {
  return (
    <Link {...rest} ref={ref} className={look({ tone })}>
      {children}
    </Link>
  );
});
