import { remember } from "./remember.ts";

type Clock = { now: () => Date };
const clock = (): Clock => remember("clock", () => ({ now: () => new Date() }));

/** The time for whatever the database does not stamp itself. */
export const now = (): Date => clock().now();

/** Tests stop the time; the returned function lets it run again. */
export function stopClock(at: Date): () => void {
  const real = clock().now;
  clock().now = () => at;
  return () => {
    clock().now = real;
  };
}
