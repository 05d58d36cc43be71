import type { OpenRecording } from "#app/core/domain/live/recorder-views.ts";
import { Unfinished } from "./unfinished.tsx";
import { useRecorderKit } from "./use-recorder-kit.ts";

type Props = { memberId: string; open: readonly OpenRecording[]; longestMs: number };

/** The same list on Home. Its script comes where there is something to decide. */
export default function UnfinishedHome({ memberId, open, longestMs }: Props) {
  const kit = useRecorderKit(memberId);
  return (
    <Unfinished open={open} longestMs={longestMs} kit={typeof kit === "string" ? null : kit} />
  );
}
