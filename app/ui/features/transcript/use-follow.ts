import { useEffect, useRef, useState, type RefObject } from "react";
import { usePlayerState, usePosition } from "#app/ui/features/player/player-context.tsx";
import type { SegmentListHandle } from "./segment-list.tsx";

const SCROLL_KEYS = new Set(["PageUp", "PageDown", "Home", "End"]);

/**
 * Keeps what is said in view until the person scrolls; a seek or `resume` follows again.
 * Hands on the wheel, on the glass, on the scroll bar or on its keys count, our own scrolling does not.
 */
export function useFollow(
  list: RefObject<SegmentListHandle>,
  current: string,
): { isFollowing: boolean; resume: () => void; pause: () => void } {
  const [isFollowing, setIsFollowing] = useState(true);
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const hasMoved = useRef(false);
  useEffect(() => {
    const stop = () => setIsFollowing(false);
    const onKey = (event: KeyboardEvent) => {
      if (SCROLL_KEYS.has(event.key) && event.target === document.body) stop();
    };
    const onPointer = (event: PointerEvent) => {
      if (event.clientX >= document.documentElement.clientWidth) stop();
    };
    const calm = { passive: true };
    window.addEventListener("wheel", stop, calm);
    window.addEventListener("touchmove", stop, calm);
    window.addEventListener("keydown", onKey);
    window.addEventListener("pointerdown", onPointer);
    return () => {
      window.removeEventListener("wheel", stop);
      window.removeEventListener("touchmove", stop);
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("pointerdown", onPointer);
    };
  }, []);
  usePosition((_, isSeek) => {
    if (!isSeek) return;
    hasMoved.current = true;
    setIsFollowing(true);
  });
  useEffect(() => {
    const segment = Number(current.split(",")[0]);
    // At rest on an untouched page nothing moves: the reader came to the top of it.
    if (current === "" || !isFollowing || !(isPlaying || hasMoved.current)) return;
    list.current?.reveal(segment, "hidden");
  }, [list, current, isFollowing, isPlaying]);
  return {
    isFollowing,
    resume: () => {
      hasMoved.current = true;
      setIsFollowing(true);
    },
    pause: () => setIsFollowing(false),
  };
}
