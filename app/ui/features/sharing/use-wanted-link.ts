import { useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * The link that the address asks to look at, as notices lead to it; null on the server, and once it was left, which takes
 * it out of the address.
 */
export function useWantedLink(): [string | null, () => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("share");
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => setWanted(asked), [asked]);
  const leave = () => {
    if (asked === null) return;
    setWanted(null);
    setSearch(
      (before) => {
        before.delete("share");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [wanted, leave];
}
