import { useEffect, useState } from "react";

/** Whether script runs on this page: a button that only works with it appears only then. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}
