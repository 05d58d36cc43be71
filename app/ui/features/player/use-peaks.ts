import { useEffect, useState } from "react";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import { usePlayer } from "./player-context.tsx";

/** The waveforms of the lanes by track, as they arrive; a lane without one, or whose one is gone, is missing. */
export function usePeaks(lanes: readonly LaneView[]): ReadonlyMap<string, Int8Array> {
  const store = usePlayer();
  const [found, setFound] = useState<ReadonlyMap<string, Int8Array>>(new Map());
  const wanted = lanes.map((lane) => `${lane.trackId} ${lane.peaksUrl ?? ""}`).join("\n");
  useEffect(() => {
    const gone = new AbortController();
    const entries = wanted.split("\n").map((line) => line.split(" "));
    void Promise.all(
      entries.map(async ([trackId = "", url = ""]) => {
        if (url === "") return null;
        try {
          const answer = await fetch(url, { signal: gone.signal });
          return answer.ok ? ([trackId, new Int8Array(await answer.arrayBuffer())] as const) : null;
        } catch {
          // Offline or gone: the lane stays without bars and silences come from the words.
          return null;
        }
      }),
    ).then((answers) => {
      if (!gone.signal.aborted) setFound(new Map(answers.filter((answer) => answer !== null)));
    });
    return () => gone.abort();
  }, [wanted]);
  useEffect(() => {
    const known = lanes.flatMap((lane) => {
      const peaks = found.get(lane.trackId);
      return peaks ? [{ peaks, offsetMs: lane.offsetMs }] : [];
    });
    // A lane that is missing might be the one that speaks: silence is known only of all lanes.
    if (known.length === lanes.length && known.length > 0) store.waveform(known);
  }, [store, lanes, found]);
  return found;
}
