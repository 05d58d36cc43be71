import { useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { NoticesChanged } from "#app/core/domain/notification/notice-views.ts";
import { noticesChanged } from "#app/ui/browser/notice-feed.ts";
import { openEventStream } from "#app/ui/browser/event-stream.client.ts";
import { useStore } from "#app/ui/browser/store.ts";
import {
  createLiveStore,
  LIVE_EVENTS,
  type LiveEvent,
  type LiveNow,
  type LiveStart,
  type LiveStore,
} from "./live-store.ts";

/**
 * One call as its stream tells it, from the loader's view on.
 * @param onRefused the stream is not given any more: rights or the call may be gone
 */
export function useCallStream(
  view: LiveStart,
  onRefused: () => void,
): { store: LiveStore; now: LiveNow } {
  const { callId } = view;
  const [kept, setKept] = useState(() => ({ callId, store: createLiveStore(view) }));
  const asked = useRef(onRefused);
  asked.current = onRefused;
  // Another call on the same screen starts over.
  const store = kept.callId === callId ? kept.store : createLiveStore(view);
  if (store !== kept.store) setKept({ callId, store });
  useEffect(() => {
    const close = openEventStream<LiveEvent | { type: "notice"; data: NoticesChanged }>({
      url: () => paths.callStream(callId, { after: store.seq() }),
      types: [...LIVE_EVENTS, "notice"],
      onEvent(event) {
        if (event.type === "notice") {
          noticesChanged.emit(event.data);
          return;
        }
        // Nothing comes after it; asked again, the server would refuse a call that is over.
        if (event.type === "done") close();
        store.apply(event, Date.now());
      },
      onLink: store.setHeard,
      onRefused: () => asked.current(),
    });
    return close;
  }, [store, callId]);
  const now = useStore(store);
  return { store, now };
}
