import { useClosingWarning } from "#app/ui/browser/use-closing-warning.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RoomSnapshot } from "../room/room-session.client.ts";
import {
  callChannel,
  type CallWish,
  type FollowerEnd,
  openFollowerEnd,
  openOwnerEnd,
  type OwnerEnd,
  type OwnerState,
} from "./call-channel.ts";
import { type CallTab, useCallTab } from "./use-call-tab.ts";
import { usePageGoing } from "./use-page-going.ts";

/**
 * Of the tab that has the microphone: tells the small window what holds, does what it wishes, and warns
 * before closing where no other window would go on with the call.
 * @param room null while this tab is not in the room
 */
export function useOwnedWindows(
  callId: string,
  room: RoomSnapshot | null,
  onWish: (wish: CallWish) => void,
): void {
  const [followers, setFollowers] = useState(0);
  const end = useRef<OwnerEnd | null>(null);
  const wished = useRef(onWish);
  wished.current = onWish;
  const isOwner = room !== null;
  const isPageGoing = usePageGoing();
  useEffect(() => {
    if (!isOwner) return undefined;
    const opened = openOwnerEnd(callId, (wish) => wished.current(wish), setFollowers);
    end.current = opened;
    const onHide = () => opened.close(true);
    addEventListener("pagehide", onHide);
    return () => {
      removeEventListener("pagehide", onHide);
      end.current = null;
      setFollowers(0);
      // Going to another screen of this tab closes the microphone as well; leaving the call is meant.
      opened.close(isPageGoing());
    };
  }, [callId, isOwner, isPageGoing]);
  useEffect(() => {
    if (room === null) return;
    const { phase, isMuted, isOnHold, mic } = room;
    end.current?.publish({ phase, isMuted, isOnHold, mic });
  }, [room]);
  useClosingWarning(isOwner && followers === 0 && isInCall(room));
}

const isInCall = ({ phase }: RoomSnapshot): boolean => phase === "live" || phase === "reconnecting";

/** So long an owner may be away (it is being reloaded) before this window goes on with the call. */
const AWAY_MS = 4_000;
const LOOK_EVERY_MS = 1_000;

export type Following = {
  /**
   * `follows` another tab that has the microphone; `here`: this window has it; `nobody` has, and nobody had
   * since this window opened.
   */
  place: "asking" | "follows" | "here" | "nobody";
  /** What the owner last said; kept while it is away, so that who was muted stays muted. */
  owner: OwnerState | null;
  wish: (wish: CallWish) => void;
  takeOver: () => void;
  /** Gives the microphone back: this window left the call. */
  letGo: () => void;
};

/** Of the small window: follows the tab that has the call, and goes on with it when that tab closes. */
export function useFollowing(callId: string, isOn: boolean): Following {
  const [isWanted, setWanted] = useState(false);
  const [hold, setHold] = useState<"asking" | "held" | "free">("asking");
  const [owner, setOwner] = useState<OwnerState | null>(null);
  const end = useRef<FollowerEnd | null>(null);
  // A tab that crashed says nothing; one whose person left the call says so.
  const mayGoOn = useRef(true);
  const tab = useCallTab(callId, isOn && isWanted);
  const isHere = isWanted && tab.place === "here";

  useEffect(() => {
    if (!isOn || isHere) return undefined;
    const opened = openFollowerEnd(
      callId,
      (state) => {
        mayGoOn.current = true;
        setOwner(state);
      },
      (goesOn) => {
        mayGoOn.current = goesOn;
        if (!goesOn) setOwner(null);
      },
    );
    end.current = opened;
    const onHide = () => opened.close();
    addEventListener("pagehide", onHide);
    return () => {
      removeEventListener("pagehide", onHide);
      end.current = null;
      opened.close();
    };
  }, [callId, isOn, isHere]);

  useEffect(() => {
    if (!isOn || isHere) return undefined;
    return watchLock(callId, setHold, () => {
      if (mayGoOn.current) setWanted(true);
    });
  }, [callId, isOn, isHere]);

  useLostTab(tab, isWanted, () => setWanted(false));
  const letGo = useCallback(() => {
    setOwner(null);
    setWanted(false);
  }, []);
  return {
    place: isHere ? "here" : hold === "asking" ? "asking" : placeOf(hold, owner),
    owner,
    wish: (wish) => end.current?.wish(wish),
    takeOver: () => {
      setWanted(true);
      if (tab.place === "elsewhere" || tab.isStolen) tab.takeOver();
    },
    letGo,
  };
}

const placeOf = (hold: "held" | "free", owner: OwnerState | null): Following["place"] =>
  hold === "held" || owner !== null ? "follows" : "nobody";

/** Another tab took the call over: from then on this window follows again. */
function useLostTab({ place }: CallTab, isWanted: boolean, onLost: () => void): void {
  const before = useRef(place);
  useEffect(() => {
    const had = before.current;
    before.current = place;
    if (isWanted && had !== "elsewhere" && place === "elsewhere") onLost();
  });
}

/**
 * Looks whether any tab holds the call. The browser frees a lock whatever way a tab ended, so this notices
 * a crash as well.
 */
function watchLock(
  callId: string,
  onHold: (hold: "held" | "free") => void,
  onUnavailable: () => void,
): () => void {
  let freeSince: number | null = null;
  let wasHeld = false;
  let isOver = false;
  const look = async () => {
    const { held = [] } = await navigator.locks.query();
    if (isOver) return;
    const isHeld = held.some(({ name }) => name === callChannel(callId));
    onHold(isHeld ? "held" : "free");
    wasHeld ||= isHeld;
    freeSince = isHeld ? null : (freeSince ?? performance.now());
    if (wasHeld && freeSince !== null && performance.now() - freeSince >= AWAY_MS) {
      wasHeld = false;
      onUnavailable();
    }
  };
  void look();
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
