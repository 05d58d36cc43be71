/**
 * Calls `send` with the newest value at most once per `ms`; a failed send is told to nobody here,
 * because whoever publishes at the end learns it for certain.
 */
export function throttle<T>(ms: number, send: (value: T) => Promise<void>): (value: T) => void {
  let last = 0;
  let isSending = false;
  return (value) => {
    const at = performance.now();
    if (isSending || at - last < ms) return;
    last = at;
    isSending = true;
    send(value)
      .catch(() => undefined)
      .finally(() => {
        isSending = false;
      });
  };
}
