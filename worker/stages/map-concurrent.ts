/**
 * Works on several items at a time and answers in their order. The first failure calls the others off and is
 * thrown once all of them have ended: nothing still writes where the caller cleans up.
 * @param work its signal aborts with `signal`, and when another item has failed
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  most: number,
  signal: AbortSignal,
  work: (item: T, at: number, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const failed = new AbortController();
  const each = AbortSignal.any([signal, failed.signal]);
  const results: R[] = [];
  const waiting = items.entries();
  const lane = async () => {
    // The iterator is shared: each lane takes the next item that none has begun.
    for (const [at, item] of waiting) {
      each.throwIfAborted();
      results[at] = await work(item, at, each);
    }
  };
  const lanes = Array.from({ length: Math.min(most, items.length) }, () =>
    lane().catch((error: unknown) => {
      failed.abort(error);
    }),
  );
  await Promise.all(lanes);
  failed.signal.throwIfAborted();
  return results;
}
