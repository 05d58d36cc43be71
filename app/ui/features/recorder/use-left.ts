import { useEffect, useState } from "react";
import { heldHere } from "./recorder-lock.ts";
import type { RecorderKit } from "./held-kit.ts";

type Left = {
  /** Recordings of this browser that wait for a decision: begun here, not stopped, and recorded by no tab now. */
  count: number;
  /** Another tab of this browser records. */
  isElsewhere: boolean;
};

/** What this browser holds that this tab does not record. */
export function useLeft(kit: RecorderKit): Left {
  const [left, setLeft] = useState<Left>({ count: 0, isElsewhere: false });
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const [sessions, running] = await Promise.all([kit.store.sessions(), heldHere()]);
      const count = sessions.filter(
        ({ isStopped, recordingId }) => !isStopped && recordingId !== running,
      ).length;
      if (!isOver) setLeft({ count, isElsewhere: running !== null });
    };
    const look = () => void read().catch(() => undefined);
    look();
    const timer = setInterval(look, LOOK_MS);
    const end = kit.recorder.onWaiting(look);
    return () => {
      isOver = true;
      clearInterval(timer);
      end();
    };
  }, [kit]);
  return left;
}

/** Another tab says nothing when it begins or stops. */
const LOOK_MS = 5_000;
