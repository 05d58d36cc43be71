import { useEffect } from "react";
import { useCopier } from "./use-local-copy.ts";

/**
 * Sends what an earlier page could not: on every load and after signing in. It comes behind every signed-in page, and costs nothing
 * where nothing is stored.
 */
export function useLeftCopies(): void {
  const copier = useCopier();
  useEffect(() => {
    if (copier === null || copier === "none") return undefined;
    const sender = copier.openSender(copier.store, () => undefined);
    sender.wake();
    return () => sender.close();
  }, [copier]);
}
