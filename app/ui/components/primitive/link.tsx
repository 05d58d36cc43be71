import { Link as RemixLink, type LinkProps as RemixLinkProps } from "@remix-run/react";
import { forwardRef } from "react";

type Unused = "discover" | "prefetch" | "relative" | "state" | "viewTransition";
export type LinkProps = Omit<RemixLinkProps, Unused>;

const IN_PRODUCT = /^\/(?!\/)/;

/**
 * What Remix's Link renders for a path of ours, without resolving the path three times: on the server nobody clicks,
 * and a list has a link in every row.
 */
const ServerLink = forwardRef<HTMLAnchorElement, LinkProps>(function ServerLink(props, ref) {
  const {
    to,
    reloadDocument = false,
    preventScrollReset: _,
    replace: __,
    children,
    ...anchor
  } = props;
  if (typeof to !== "string" || !IN_PRODUCT.test(to)) return <RemixLink {...props} ref={ref} />;
  return (
    // Two places, as Remix's Link has them: React counts places for its ids.
    <>
      <a {...anchor} ref={ref} href={to} data-discover={reloadDocument ? undefined : "true"}>
        {children}
      </a>
      {null}
    </>
  );
});

/** Goes to another page of the product; what looks like a link or a button is made of it. */
export const Link: typeof ServerLink = import.meta.env.SSR ? ServerLink : RemixLink;
