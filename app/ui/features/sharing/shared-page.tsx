import { useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import type { SharedView } from "#app/core/pages/shared-views.ts";
import { useFocusOnChange } from "#app/ui/browser/use-focus-on-change.ts";
import { ConditionPage } from "./condition-page.tsx";
import { SharedListPage } from "./shared-list.tsx";
import { SharedNote } from "./shared-note.tsx";
import { SharedRecordingPage } from "./shared-recording.tsx";

type Props = { view: SharedView; lastResult: unknown; languages: ReactNode };

const ASK_AGAIN_MS = 3_000;

/** The page of a shared link, at one address: conditions, the recording, and its end. */
export function SharedPage({ view, lastResult, languages }: Props) {
  const [hasEnded, setEnded] = useState(false);
  useAskAgain(
    view.step === "preparing" ||
      (view.step === "list" && view.items.some(({ isReady }) => !isReady)),
  );
  const { workspace } = view;
  useFocusOnChange(hasEnded ? "ended" : "");
  if (hasEnded) return <SharedNote why="ended" languages={languages} />;
  if (view.step === "preparing" || view.step === "failed")
    return <SharedNote why={view.step} {...{ workspace, languages }} />;
  if (view.step === "list") return <SharedListPage view={view} languages={languages} />;
  if (view.step !== "shown")
    return <ConditionPage key={view.step} {...{ view, lastResult, languages }} />;
  return (
    <SharedRecordingPage
      key={view.audioUrl}
      view={view}
      languages={languages}
      onEnd={() => setEnded(true)}
    />
  );
}

/** Asks every few seconds while the recording is being prepared. */
function useAskAgain(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWaiting || state !== "idle") return undefined;
    const timer = setTimeout(revalidate, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate]);
}
