import { ScrollRestoration } from "@remix-run/react";
import { useContext, useState } from "react";
import { UNSAFE_DataRouterStateContext as RouterStateContext } from "react-router-dom";

/**
 * Where a page is scrolled to is decided once, when it is come to. The router decides it again whenever the page's data
 * are read anew, by the position at the beginning of that, and throws back whoever has scrolled meanwhile. The first
 * page's position is put back by the script this renders, before any of the rest.
 */
export function PageScroll({ nonce }: { nonce: string | undefined }) {
  const state = useContext(RouterStateContext);
  const [arrival, setArrival] = useState(state);
  if (state?.location.key !== arrival?.location.key) setArrival(state);
  return (
    <RouterStateContext.Provider
      value={
        state &&
        arrival && {
          ...state,
          restoreScrollPosition: arrival.restoreScrollPosition,
          preventScrollReset: arrival.preventScrollReset,
        }
      }
    >
      <ScrollRestoration nonce={nonce} />
    </RouterStateContext.Provider>
  );
}
