import { useCallback, useEffect, useState } from "react";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { usePipelineEvents } from "./use-pipeline.ts";

/** Rows as the loader gave them, each replaced by what the stream has said of it since. Why a search found them is the loader's. */
export function useLiveRows(loaded: RecordingRow[]): RecordingRow[] {
  const [fresh, setFresh] = useState<ReadonlyMap<string, RecordingRow>>(new Map());
  useEffect(() => setFresh(new Map()), [loaded]);
  usePipelineEvents(
    useCallback(
      (row: RecordingRow) => setFresh((before) => new Map(before).set(row.callId, row)),
      [],
    ),
    useCallback(() => undefined, []),
  );
  return loaded.map((row) => {
    const now = fresh.get(row.callId);
    return now ? { ...now, snippets: row.snippets, reasons: row.reasons } : row;
  });
}
