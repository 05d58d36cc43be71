/** Lines of a stack that say where an error came from; its first line is the message. */
const STACK_LINES = 7;

export type ErrorFacts = { name: string; code: string | undefined; stack: string | undefined };

/** What a log may carry of an error: no message, which could quote a file, a path or an address. */
export const errorFacts = (error: unknown): ErrorFacts => ({
  name: errorName(error),
  code: error instanceof Error && "code" in error ? String(error.code) : undefined,
  stack:
    error instanceof Error
      ? error.stack
          ?.split("\n")
          .slice(1, 1 + STACK_LINES)
          .join("\n")
      : undefined,
});

/** The name alone, where the place is known; the type of what was thrown, where it is no error. */
export const errorName = (error: unknown): string =>
  error instanceof Error ? error.name : typeof error;

/** Whether a disk, or what somebody may use of it, is full; looked for in the causes as well. */
export function isDiskFull(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && (at.code === "ENOSPC" || at.code === "EDQUOT")) return true;
  return false;
}
