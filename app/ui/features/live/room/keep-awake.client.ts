/**
 * Keeps a tab that is in a call from being frozen (a held Web Lock) and its screen from going dark (a
 * wake lock, asked again whenever the tab comes back). Browsers without them do as they do.
 * @returns lets go
 */
export function keepAwake(name: string): () => void {
  let letGo: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  navigator.locks.request(name, { mode: "shared" }, () => done).catch(() => undefined);

  let screen: WakeLockSentinel | null = null;
  let isDone = false;
  const isOver = () => isDone;
  async function ask(): Promise<void> {
    if (isOver() || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    const lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (isOver()) await lock?.release();
    else screen = lock;
  }
  const onVisible = () => void ask();
  document.addEventListener("visibilitychange", onVisible);
  void ask();
  return () => {
    isDone = true;
    letGo();
    document.removeEventListener("visibilitychange", onVisible);
    void screen?.release().catch(() => undefined);
  };
}
