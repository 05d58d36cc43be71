import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { paths } from "#app/paths.ts";
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
    let close: () => void = () => undefined;
    let isOver = false;
    const open = async () => {
      const { openEventStream } = await import("./event-stream.client.ts");
      if (isOver) return;
      close = openEventStream({
        url: () => paths.callStream(callId, { after: store.seq() }),
        on: {
          ...Object.fromEntries(LIVE_EVENTS.map((type) => [type, taker(store, type)])),
          done(data) {
            // Nothing comes after it; asked again, the server would refuse a call that is over.
            close();
            taker(store, "done")(data);
          },
        },
        onLink: (link) => store.setHeard(link !== "lost"),
        onRefused: () => asked.current(),
      });
    };
    void open();
    return () => {
      isOver = true;
      close();
    };
  }, [store, callId]);
  const now = useSyncExternalStore(store.subscribe, store.now, store.now);
  return { store, now };
}

const taker = (store: LiveStore, type: LiveEvent["type"]) => (data: unknown) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own stream's event
  store.apply({ type, data } as LiveEvent, Date.now());
};
