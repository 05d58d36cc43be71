import { useEffect, useRef, useState } from "react";
import type { CopyStore } from "./copy-drain.ts";
import type { Copying, openSender, Sender, startCopy } from "./local-copy.client.ts";

/**
 * `copying`: the microphone is kept on this device as well. `paused` with the recording. `none`: the
 * browser does not let us store, `unsupported`: or record. `off`: no microphone, or nothing to copy.
 */
export type LocalCopyState = "off" | "copying" | "paused" | "none" | "unsupported";
export type LocalCopy = {
  state: LocalCopyState;
  /** Chunks that the server does not have yet. */
  pending: number;
};

/** Tracks are exchanged without a word (another device, a repaired one): somebody has to look. */
const LOOK_EVERY_MS = 500;

/**
 * Keeps a member's own microphone on this device while a call is recorded, and sends it to the server,
 * which fills gaps from it. Guests have none: nothing is stored on a customer's device.
 * @param callId null where there is nothing to copy, as is `participantId` for who only watches
 * @param getTrack the microphone as it is now; muted, it is silent
 * @param isPaused the recording is paused, or not wanted: the copy stops and its last moments are dropped
 */
export function useLocalCopy(
  callId: string | null,
  participantId: string | null,
  getTrack: () => MediaStreamTrack | null,
  isPaused: boolean,
): LocalCopy {
  const copier = useCopier();
  const [state, setState] = useState<LocalCopyState>("off");
  const [pending, setPending] = useState(0);
  const [sender, setSender] = useState<Sender | null>(null);
  // Read by the end of a copy, which must know whether a pause is what ends it.
  const isPausedNow = useRef(isPaused);
  isPausedNow.current = isPaused;

  useEffect(() => {
    if (copier === null || copier === "none") return undefined;
    const opened = copier.openSender(copier.store, setPending);
    setSender(opened);
    opened.wake();
    return () => opened.close();
  }, [copier]);

  useEffect(() => {
    if (callId === null || participantId === null || copier === null) {
      setState("off");
      return undefined;
    }
    if (copier === "none" || isPaused) {
      setState(copier === "none" ? "none" : "paused");
      return undefined;
    }
    const stop = keepCopying(callId, copier, getTrack, {
      onState: setState,
      onKept: () => sender?.wake(),
    });
    // A pause is older than its news: what came since the last chunk may lie in it. A call's last words count.
    return () => stop(!isPausedNow.current);
  }, [callId, participantId, copier, sender, getTrack, isPaused]);

  return { state, pending };
}

type Copier = {
  store: CopyStore;
  openSender: typeof openSender;
  startCopy: typeof startCopy;
};

/** Every page sends what is left, and none waits for it: its script comes after the page's. */
async function openCopier(): Promise<Copier> {
  const copies = await import("./local-copy.client.ts");
  return { ...copies, store: await copies.openCopyStore() };
}

/** Null until it is open; "none" where the browser has no store for us. */
export function useCopier(): Copier | "none" | null {
  const [copier, setCopier] = useState<Copier | "none" | null>(null);
  useEffect(() => {
    let isOver = false;
    const say = (opened: Copier | "none") => {
      if (!isOver) setCopier(opened);
    };
    openCopier().then(say, () => say("none"));
    return () => {
      isOver = true;
    };
  }, []);
  return copier;
}

/** Copies the current track; another one begins another part. */
function keepCopying(
  callId: string,
  { store, startCopy }: Copier,
  getTrack: () => MediaStreamTrack | null,
  { onState, onKept }: { onState: (state: LocalCopyState) => void; onKept: () => void },
): (keepsTail: boolean) => void {
  let current: MediaStreamTrack | null = null;
  let copying: Copying | null = null;
  let isBroken = false;

  function fail(): void {
    isBroken = true;
    copying?.stop(false);
    copying = null;
    onState("none");
  }

  function look(): void {
    if (isBroken) return;
    const track = getTrack();
    const live = track?.readyState === "live" ? track : null;
    if (live === current) return;
    copying?.stop(true);
    copying = null;
    current = live;
    if (live === null) {
      onState("off");
      return;
    }
    try {
      copying = startCopy(callId, live, store, { onKept, onFail: fail });
      onState(copying === null ? "unsupported" : "copying");
    } catch {
      fail();
    }
  }

  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  /** The page may be closed for good: what is in the recorder is stored now. */
  const onHide = () => {
    copying?.stop(true);
    copying = null;
    current = null;
  };
  addEventListener("pagehide", onHide);
  return (keepsTail) => {
    clearInterval(timer);
    removeEventListener("pagehide", onHide);
    copying?.stop(keepsTail);
  };
}
