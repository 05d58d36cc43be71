import { useEffect, useRef } from "react";
import { useRevalidator } from "@remix-run/react";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import type { LiveCard } from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";

/** The card of a running call of one's own or in one's scope; null once it is over. */
type LiveEvent = { callId: string; card: LiveCard | null };
type Listener = {
  onCall: (row: RecordingRow) => void;
  onGone: (callId: string) => void;
  onLive: (event: LiveEvent) => void;
};

const listeners = new Set<Listener>();
let source: EventSource | null = null;
let onAgain: (() => void) | null = null;

/** One stream per tab, however many parts of the screen listen (data §6). */
function open(): void {
  if (source) return;
  source = new EventSource(paths.pipelineStream());
  source.addEventListener("call", (event: MessageEvent<string>) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own stream's event
    const row = JSON.parse(event.data) as RecordingRow;
    for (const { onCall } of listeners) onCall(row);
  });
  source.addEventListener("gone", (event: MessageEvent<string>) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own stream's event
    const { callId } = JSON.parse(event.data) as { callId: string };
    for (const { onGone } of listeners) onGone(callId);
  });
  source.addEventListener("live", (event: MessageEvent<string>) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own stream's event
    const live = JSON.parse(event.data) as LiveEvent;
    for (const { onLive } of listeners) onLive(live);
  });
  source.addEventListener("again", () => onAgain?.());
}

function close(): void {
  source?.close();
  source = null;
}

const nothing = (): void => undefined;

/** Hears calls whose stages move, for as long as the component is there. */
export function usePipelineEvents(
  onCall: (row: RecordingRow) => void,
  onGone: (callId: string) => void,
  isHeard = true,
): void {
  useListener({ onCall, onGone, onLive: nothing }, isHeard);
}

/** Hears of live calls. @param isHeard false on pages that follow a call by a stream of its own */
export function useLiveEvents(onLive: (event: LiveEvent) => void, isHeard = true): void {
  useListener({ onCall: nothing, onGone: nothing, onLive }, isHeard);
}

function useListener(own: Listener, isHeard: boolean): void {
  const latest = useRef(own);
  latest.current = own;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isHeard) return undefined;
    const listener: Listener = {
      onCall: (row) => latest.current.onCall(row),
      onGone: (callId) => latest.current.onGone(callId),
      onLive: (event) => latest.current.onLive(event),
    };
    listeners.add(listener);
    onAgain = revalidate;
    open();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) close();
    };
  }, [revalidate, isHeard]);
}

const IN_WORK = new Set(["receiving", "uploaded", "processing"]);

/**
 * How many calls are in the pipeline. A call that enters or leaves it asks the loaders anew, so that
 * this number and the lists of the screen agree.
 * @param counted what the loader said
 * @param isHeard false on pages with a stream of their own: browsers allow six to one place
 */
export function usePipelineCount(counted: number, isHeard = true): number {
  const inWork = useRef(new Map<string, boolean>());
  const { revalidate } = useRevalidator();
  usePipelineEvents(
    (row) => {
      const isInWork = IN_WORK.has(row.recordingState);
      if (inWork.current.get(row.callId) === isInWork) return;
      inWork.current.set(row.callId, isInWork);
      revalidate();
    },
    revalidate,
    isHeard,
  );
  return counted;
}
