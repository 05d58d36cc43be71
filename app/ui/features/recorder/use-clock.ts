import { useEffect, useState } from "react";

/** Milliseconds since `zero`, four times a second. @param zero ms since 1970, by this device */
export function useClock(zero: number): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const read = () => setElapsed(Math.max(0, Date.now() - zero));
    read();
    const timer = setInterval(read, 250);
    return () => clearInterval(timer);
  }, [zero]);
  return elapsed;
}
