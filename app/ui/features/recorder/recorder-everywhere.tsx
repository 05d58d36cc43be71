import { lazy, Suspense, useEffect } from "react";
import { useStore } from "#app/ui/browser/store.ts";
import { useLeftCopies } from "#app/ui/features/capture/use-left-copies.ts";
import { held, type RecorderKit } from "./held-kit.ts";
import { keepsPieces } from "./kept-hint.ts";

/** Few pages are open while their reader records: its script comes with the recorder. */
const RecorderTab = lazy(() => import("./recorder-tab.tsx"));

/**
 * What a running recording shows in the frame of every page, and what sends the sound that earlier pages left on this
 * device. It comes behind the page itself.
 * @param memberId null where nothing may be recorded
 */
export default function RecorderEverywhere({ memberId }: { memberId: string | null }) {
  useLeftCopies();
  const kit = useHeldKit(memberId);
  return kit === null ? null : (
    <Suspense>
      <RecorderTab kit={kit} />
    </Suspense>
  );
}

/**
 * The recorder that goes on behind every page. It is opened there as well where this browser still holds pieces of the
 * member's recordings, so that they are sent.
 */
function useHeldKit(memberId: string | null): RecorderKit | null {
  const now = useStore(held);
  useEffect(() => {
    if (memberId !== null && keepsPieces(memberId))
      void import("./open-kit.ts").then(({ openKit }) => openKit(memberId));
  }, [memberId]);
  return now !== null && now.memberId === memberId ? now.kit : null;
}
