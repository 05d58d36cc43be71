import { useCallback, useEffect, useState } from "react";
import type { BulkChoices } from "#app/core/domain/bulk/bulk-views.ts";
import { paths } from "#app/paths.ts";

export type Loaded = { data: BulkChoices | undefined; hasFailed: boolean; retry: () => void };

/** What can be chosen for many calls, asked for without the router: where it does not come, the list and the selection stay. */
export function useBulkChoices(): Loaded {
  const [data, setData] = useState<BulkChoices>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal).then((found) => {
      if (stop.signal.aborted) return;
      setData(found ?? undefined);
      setFailed(found === null);
    });
    return () => stop.abort();
  }, [attempt]);
  const retry = useCallback(() => {
    setFailed(false);
    setAttempt((before) => before + 1);
  }, []);
  return { data, hasFailed, retry };
}

async function load(signal: AbortSignal): Promise<BulkChoices | null> {
  const answer = await fetch(paths.bulkChoices(), { signal }).catch(() => null);
  if (answer?.ok !== true) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own loader's answer
  return answer.json().catch(() => null) as Promise<BulkChoices | null>;
}
