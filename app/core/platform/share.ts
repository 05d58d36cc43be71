type Running = { ended: Promise<void>; next: Promise<unknown> | null };

/**
 * Runs a read for all who ask the same at the same time. Whoever asks while one is under way waits for the next,
 * which all of them share: an answer always comes from a run that began after the question, so it is never old.
 * @param key says what is asked, with every value
 */
export function sharing(): <R>(key: string, run: () => Promise<R>) => Promise<R> {
  const running = new Map<string, Running>();
  const start = <R>(key: string, run: () => Promise<R>): Promise<R> => {
    const answer = run();
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    const mine: Running = { ended, next: null };
    running.set(key, mine);
    void ended.then(() => running.get(key) === mine && running.delete(key));
    return answer;
  };
  return <R>(key: string, run: () => Promise<R>) => {
    const now = running.get(key);
    if (!now) return start(key, run);
    now.next ??= now.ended.then(() => start(key, run));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one key, one read, one shape
    return now.next as Promise<R>;
  };
}
