import { useEffect, useRef, useState } from "react";
import type { NoticesChanged } from "#app/core/domain/notification/notice-views.ts";
import type { RecordingChange, RecordingRow } from "#app/core/pages/recordings-views.ts";
import type { StageView } from "#app/core/domain/recording/stage-views.ts";
import { isIncluded, type ServerTime } from "#app/core/domain/server-time.ts";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import type { LiveCard } from "#app/core/domain/live/live-views.ts";
import { useLoadedAt } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { openEventStream } from "#app/ui/browser/event-stream.client.ts";
import { noticesChanged } from "#app/ui/browser/notice-feed.ts";
import { createEmitter } from "#app/ui/browser/store.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** The card of a running call of one's own or in one's scope; null once it is over. */
type LiveEvent = { callId: string; card: LiveCard | null };
/** A comment as its reader may see it now; null where it is deleted and nothing of it is left. */
export type CommentEvent = { callId: string; commentId: string; comment: CommentView | null };
type PipelineEvent =
  | { type: "call"; data: RecordingChange }
  | { type: "gone"; data: { callId: string } }
  | { type: "live"; data: LiveEvent }
  | { type: "comment"; data: CommentEvent }
  | { type: "notice"; data: NoticesChanged }
  | { type: "again"; data: null };

const events = createEmitter<[PipelineEvent]>();
let listeners = 0;
/** The call whose row the stream begins with. */
let first: string | null = null;
/** The call whose comments come over the stream. */
let commented: string | null = null;
/** When the page was loaded: what changed between then and the opening of the stream is sent first. */
let since = "";
let close: (() => void) | null = null;
let loadAnew: () => void = () => undefined;

/** One stream per tab, however many parts of the screen listen (data §6). */
function open(): void {
  close ??= openEventStream<PipelineEvent>({
    url: () =>
      paths.pipelineStream({
        since,
        ...(first !== null && { call: first }),
        ...(commented !== null && { comments: commented }),
      }),
    types: ["call", "gone", "live", "comment", "notice", "again"],
    onEvent(event) {
      if (event.type === "again") loadAnew();
      else if (event.type === "notice") noticesChanged.emit(event.data);
      else events.emit(event);
    },
    // Only changes are sent: those of the meantime are in what the loaders say now.
    onBack: () => loadAnew(),
    // Signed out: the next step says so. A screen that is opened until then tries once more.
    onRefused: closeStream,
  });
}

function closeStream(): void {
  close?.();
  close = null;
}

/** Follows calls whose stages move, for as long as the component is there. */
export function usePipelineEvents(
  onCall: (row: RecordingChange) => void,
  onGone: (callId: string) => void,
  isHeard = true,
): void {
  usePipeline((event) => {
    if (event.type === "call") onCall(event.data);
    else if (event.type === "gone") onGone(event.data.callId);
  }, isHeard);
}

/**
 * Loads the page again once a call of it has changed: not where a stage only moved on, and not for what the page includes
 * already, such as the echo of its own form.
 * @param read when the page's loader began to read
 * @param withProgress where the page shows what the stream does not send
 */
export function useReloadOnChange(
  isShown: (row: RecordingChange) => boolean,
  read: ServerTime,
  withProgress = false,
): void {
  const revalidate = useRevalidate();
  usePipelineEvents((row) => {
    if (row.isProgress && !withProgress) return;
    if (isShown(row) && !isIncluded(row.changedAt, read)) revalidate();
  }, revalidate);
}

/** The stages of a call as the loader gave them, and how far they are as the stream says. */
export function useLiveStages(callId: string, loaded: StageView[]): StageView[] {
  const [progress, setProgress] = useState<{ of: StageView[]; stages: StageView[] } | null>(null);
  usePipelineEvents(
    (row) => {
      if (row.callId === callId && row.isProgress) setProgress({ of: loaded, stages: row.stages });
    },
    () => undefined,
  );
  return progress?.of === loaded ? progress.stages : loaded;
}

/**
 * The row of one call as it is now and after every change.
 * @returns null until the stream has said it, and of a call that is not in the list
 */
export function useCallRow(callId: string): RecordingRow | null {
  const [row, setRow] = useState<RecordingRow | null>(null);
  useEffect(() => {
    first = callId;
    // One that is open already has begun with something else.
    if (close !== null) {
      closeStream();
      open();
    }
    return () => {
      first = null;
    };
  }, [callId]);
  usePipelineEvents(
    (changed) => {
      if (changed.callId === callId) setRow(changed);
    },
    () => undefined,
  );
  return row !== null && row.callId === callId ? row : null;
}

/** Hears the comments of a call as they are written and changed. */
export function useCommentEvents(callId: string, onComment: (event: CommentEvent) => void): void {
  useEffect(() => {
    commented = callId;
    if (close !== null) {
      closeStream();
      open();
    }
    return () => {
      commented = null;
    };
  }, [callId]);
  usePipeline((event) => {
    if (event.type === "comment" && event.data.callId === callId) onComment(event.data);
  }, true);
}

/** Hears of live calls. @param isHeard false on pages that follow a call by a stream of its own */
export function useLiveEvents(onLive: (event: LiveEvent) => void, isHeard = true): void {
  usePipeline((event) => {
    if (event.type === "live") onLive(event.data);
  }, isHeard);
}

function usePipeline(onEvent: (event: PipelineEvent) => void, isHeard: boolean): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  const revalidate = useRevalidate();
  const loadedAt = useLoadedAt();
  useEffect(() => {
    since = loadedAt;
  }, [loadedAt]);
  useEffect(() => {
    if (!isHeard) return undefined;
    const stop = events.subscribe((event) => latest.current(event));
    listeners += 1;
    loadAnew = revalidate;
    open();
    return () => {
      stop();
      listeners -= 1;
      if (listeners === 0) closeStream();
    };
  }, [revalidate, isHeard]);
}

const IN_WORK = new Set(["receiving", "uploaded", "processing"]);
const STOPPED = new Set(["failed", "interrupted"]);

/** Whether a call is on its way, has stopped, or is neither, as Home tells them apart. */
const placeOf = (row: RecordingRow): "running" | "stopped" | "done" =>
  row.duplicateOf !== null || STOPPED.has(row.recordingState)
    ? "stopped"
    : IN_WORK.has(row.recordingState)
      ? "running"
      : "done";

/**
 * How many calls are in the pipeline. A call that enters or leaves it, or stops in it, runs the loaders again, so that
 * this number, the one of what needs a decision, and the lists of the screen agree.
 * @param counted what the loader said
 * @param read when the loader began to read
 * @param isHeard false on pages with a stream of their own: browsers allow six to one place
 */
export function usePipelineCount(counted: number, read: ServerTime, isHeard = true): number {
  const places = useRef(new Map<string, string>());
  const revalidate = useRevalidate();
  usePipelineEvents(
    (row) => {
      // The row may be newer than the change it is sent for: its place counts with the event of that change.
      if (row.isProgress || isIncluded(row.changedAt, read)) return;
      const place = placeOf(row);
      if (places.current.get(row.callId) === place) return;
      places.current.set(row.callId, place);
      revalidate();
    },
    revalidate,
    isHeard,
  );
  return counted;
}
