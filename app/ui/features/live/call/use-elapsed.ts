import { useEffect, useState } from "react";

/**
 * Milliseconds since the start of a call by the server's clock, once a second; null before the start.
 * @param aheadMs how far the server's clock is ahead of this device's
 */
export function useElapsed(startedAt: string | null, aheadMs: number): number | null {
  const [elapsed, setElapsed] = useState<number | null>(null);
  useEffect(() => {
    if (startedAt === null) {
      setElapsed(null);
      return undefined;
    }
    const start = Date.parse(startedAt);
    const read = () => setElapsed(Math.max(0, Date.now() + aheadMs - start));
    read();
    const timer = setInterval(read, 1_000);
    return () => clearInterval(timer);
  }, [startedAt, aheadMs]);
  return elapsed;
}
