import { useEffect, useRef } from "react";
import { useRevalidator } from "@remix-run/react";
import type { RecordingRow } from "#app/core/domain/call/call-views.ts";
import { paths } from "#app/paths.ts";

type Listener = { onCall: (row: RecordingRow) => void; onGone: (callId: string) => void };

const listeners = new Set<Listener>();
let source: EventSource | null = null;
let onAgain: (() => void) | null = null;

/** One stream per tab, however many parts of the screen listen (data §6). */
function open(): void {
  if (source) return;
  source = new EventSource(paths.pipelineStream());
  source.addEventListener("call", (event: MessageEvent<string>) => {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- our own stream's event
    const row = JSON.parse(event.data) as RecordingRow;
    for (const { onCall } of listeners) onCall(row);
  });
  source.addEventListener("gone", (event: MessageEvent<string>) => {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- our own stream's event
    const { callId } = JSON.parse(event.data) as { callId: string };
    for (const { onGone } of listeners) onGone(callId);
  });
  source.addEventListener("again", () => onAgain?.());
}

function close(): void {
  source?.close();
  source = null;
}

/** Hears calls whose stages move, for as long as the component is there. */
export function usePipelineEvents(
  onCall: (row: RecordingRow) => void,
  onGone: (callId: string) => void,
): void {
  const latest = useRef({ onCall, onGone });
  latest.current = { onCall, onGone };
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const listener: Listener = {
      onCall: (row) => latest.current.onCall(row),
      onGone: (callId) => latest.current.onGone(callId),
    };
    listeners.add(listener);
    onAgain = revalidate;
    open();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) close();
    };
  }, [revalidate]);
}

const IN_WORK = new Set(["receiving", "uploaded", "processing"]);

/**
 * How many calls are in the pipeline. A call that enters or leaves it asks the loaders anew, so that
 * this number and the lists of the screen agree.
 * @param counted what the loader said
 */
export function usePipelineCount(counted: number): number {
  const inWork = useRef(new Map<string, boolean>());
  const { revalidate } = useRevalidator();
  usePipelineEvents((row) => {
    const isInWork = IN_WORK.has(row.recordingState);
    if (inWork.current.get(row.callId) === isInWork) return;
    inWork.current.set(row.callId, isInWork);
    revalidate();
  }, revalidate);
  return counted;
}
