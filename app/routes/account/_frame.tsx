import { Outlet } from "@remix-run/react";

/** Pages for people who are not signed in stand alone: no navigation, one column. */
export default function AccountFrame() {
  return <Outlet />;
}
