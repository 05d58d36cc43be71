import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { Visibility } from "#app/core/domain/call/call-views.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { useKeyAction } from "#app/ui/features/player/key-actions.tsx";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { clipMarks, clipOffer, wantedClip } from "#app/ui/features/player/wanted-clip.ts";
import { takeSelected } from "#app/ui/features/transcript/selected-words.ts";
import type { MadeClip } from "./clip-dialog.tsx";
import { CLIP_END, CLIP_START, CLIP_TAKE } from "./clip-keys.ts";
import { markAt } from "./mark-at.ts";

const ClipDialog = lazy(() => import("./clip-dialog.tsx"));
const ClipMarksBar = lazy(() => import("./clip-marks-bar.tsx"));
const MadeBar = lazy(() => import("./made-bar.tsx"));

export type ClipMakerProps = {
  callId: string;
  title: string;
  visibility: Visibility;
  /** Whether the reader may show it to more people than the call. */
  mayWiden: boolean;
};

/** Makes clips of the call: by keys at what is heard, and of what was selected. Everything it shows comes when it is asked for. */
export function ClipMaker(props: ClipMakerProps) {
  const store = usePlayer();
  const wanted = useStore(wantedClip);
  const marks = useStore(clipMarks);
  const [made, setMade] = useState<MadeClip | null>(null);
  const onMade = useCallback((clip: MadeClip) => {
    wantedClip.set(null);
    clipMarks.set(null);
    setMade(clip);
  }, []);
  const mark = (end: "t0Ms" | "t1Ms") =>
    clipMarks.set(markAt(clipMarks.get(), end, store.positionMs()));
  useEffect(() => {
    clipOffer.set(true);
    // Somebody chose the call for a new clip: what marks it stands ready.
    if (new URLSearchParams(window.location.search).get("clip") === "new")
      clipMarks.set({ t0Ms: null, t1Ms: null });
    return () => {
      clipOffer.set(false);
      clipMarks.set(null);
      wantedClip.set(null);
    };
  }, []);
  useKeyAction(CLIP_START, () => mark("t0Ms"));
  useKeyAction(CLIP_END, () => mark("t1Ms"));
  useKeyAction(CLIP_TAKE, () => {
    const take = takeSelected.get();
    const { t0Ms = null, t1Ms = null } = clipMarks.get() ?? {};
    if (take) take();
    else if (t0Ms !== null && t1Ms !== null) wantedClip.set({ t0Ms, t1Ms, title: "" });
  });
  // A boundary that stands there from the beginning is still asleep when a key comes early.
  if (marks === null && wanted === null && made === null) return null;
  return (
    <Suspense>
      {marks === null ? null : <ClipMarksBar marks={marks} onMark={mark} />}
      {made === null || marks !== null || wanted !== null ? null : (
        <MadeBar key={made.clipId} made={made} onClose={() => setMade(null)} />
      )}
      {wanted === null ? null : (
        <ClipDialog
          {...props}
          wanted={wanted}
          onClose={() => wantedClip.set(null)}
          onMade={onMade}
        />
      )}
    </Suspense>
  );
}
