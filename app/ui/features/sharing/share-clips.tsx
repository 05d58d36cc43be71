import { lazy, Suspense } from "react";

const ShareClipsDialog = lazy(() => import("./share-clips-dialog.tsx"));

/** A clip as the list shows it. */
export type ChosenClip = { id: string; title: string; revision: number };

type Props = {
  /** As they were chosen: the list around it is read again meanwhile. Null: nothing is shared. */
  clips: readonly ChosenClip[] | null;
  onClose: () => void;
};

/** The dialog that gives each of several clips a link of its own; it comes with the first press. */
export const ShareClips = ({ clips, onClose }: Props) =>
  clips === null ? null : (
    <Suspense>
      <ShareClipsDialog clips={clips} onClose={onClose} />
    </Suspense>
  );
