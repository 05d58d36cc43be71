import { useEffect, useState } from "react";
import type { BulkLine, BulkRunView } from "#app/core/domain/bulk/bulk-views.ts";
import { paths } from "#app/paths.ts";
import { isOpenRun } from "./bulk-text.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

const ASK_AGAIN_MS = 1_000;
const ASK_LATER_MS = 5_000;

/**
 * A run as it is now: asked for every second while it goes on. The page's data is loaded anew once it has ended.
 * @returns the newest there is, and whether the server answers
 */
export function useRunChanges<Run extends BulkLine>(
  told: Run,
): { run: Run | BulkRunView; isLost: boolean } {
  const [changed, setChanged] = useState<BulkRunView | null>(null);
  const [isLost, setLost] = useState(false);
  const revalidate = useRevalidate();
  const run = changed !== null && changed.id === told.id && isOpenRun(told) ? changed : told;
  const isOpen = isOpenRun(run);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closed = new AbortController();
    let timer = 0;
    const ask = async () => {
      const found = await askRun(told.id, closed.signal);
      if (closed.signal.aborted) return;
      setLost(found === null);
      if (found !== null) setChanged(found);
      if (found !== null && !isOpenRun(found)) revalidate();
      else
        timer = window.setTimeout(() => void ask(), found === null ? ASK_LATER_MS : ASK_AGAIN_MS);
    };
    timer = window.setTimeout(() => void ask(), ASK_AGAIN_MS);
    return () => {
      closed.abort();
      window.clearTimeout(timer);
    };
  }, [told.id, isOpen, revalidate]);
  return { run, isLost };
}

async function askRun(runId: string, signal: AbortSignal): Promise<BulkRunView | null> {
  const answer = await fetch(paths.bulkResult(runId, "json"), { signal }).catch(() => null);
  if (answer?.ok !== true) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own loader's answer
  return answer.json().catch(() => null) as Promise<BulkRunView | null>;
}
