import { useEffect, useRef, useState } from "react";
import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { OpenedItem } from "#app/core/domain/library/library-views.ts";
import { paths } from "#app/paths.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import {
  type StepTexts,
  useItemKeys,
  useItemStepKeys,
} from "#app/ui/features/player/item-steps.tsx";
import { KeyActions } from "#app/ui/features/player/key-actions.tsx";
import { KeySheet } from "#app/ui/features/player/key-sheet.tsx";
import {
  PlayerProvider,
  type SoundElements,
  usePlayer,
  usePlayerState,
} from "#app/ui/features/player/player-context.tsx";
import { SkipSilence } from "#app/ui/features/player/skip-silence.tsx";
import { Jump, PlayButton, Position, SpeedMenu } from "#app/ui/features/player/transport-parts.tsx";
import { useFlash, useTransportKeys } from "#app/ui/features/player/use-transport-keys.ts";
import { silencesWithin } from "./playlist.ts";

/** The place is kept so often, and at every pause. */
const KEEP_EVERY_MS = 10_000;
/** So near the end an item counts as played to the end. */
const END_MS = 500;

type Props = {
  libraryId: string;
  opened: OpenedItem;
  settings: PlayerSettings;
  elements: SoundElements;
  texts: StepTexts;
  before: string | undefined;
  after: string | undefined;
  onMove: (itemId: string) => void;
  onFail: (itemId: string) => void;
};

/** One item of a list while it plays: its controls, which close with those of the list. */
export function PlaylistItem(props: Props) {
  const { opened, elements, settings, texts } = props;
  const keys = useItemKeys(texts);
  return (
    <PlayerProvider
      call={{ title: opened.title, durationMs: opened.durationMs }}
      heardUrl={opened.heardUrl}
      mixUrl={opened.mixUrl}
      videoUrl={null}
      lanes={[]}
      silences={silencesWithin(opened.silences, opened)}
      isBounded
      settings={settings}
      startMs={null}
      endMs={null}
      elements={elements}
    >
      <KeyActions keys={keys}>
        <Controls {...props} />
      </KeyActions>
    </PlayerProvider>
  );
}

function Controls(props: Props) {
  const { opened, texts, before, after, onMove, onFail } = props;
  const [flash, say] = useFlash();
  useTransportKeys(say);
  useStart(opened);
  useItemStepKeys({ before, after, onMove });
  const hasEnded = useOnward(props);
  const hasFailed = usePlayerState((state) => state.hasFailed);
  const { itemId } = opened;
  useEffect(() => {
    if (hasFailed) onFail(itemId);
  }, [hasFailed, itemId, onFail]);
  return (
    <>
      <PlayButton />
      <Position />
      <Jump seconds={-10} />
      <Jump seconds={10} />
      <SpeedMenu />
      <SkipSilence />
      <KeySheet />
      <p role="status" className="sr-only">
        {hasEnded ? texts.done : flash}
      </p>
    </>
  );
}

/** Begins where it was left; a range neither begins before nor goes on behind its edges. */
function useStart({ t0Ms, t1Ms, startMs, durationMs }: OpenedItem): void {
  const store = usePlayer();
  useEffect(() => {
    if (t0Ms > 0 || t1Ms < durationMs) store.range({ t0Ms, t1Ms });
    store.seek(startMs);
    store.play();
  }, [store, t0Ms, t1Ms, startMs, durationMs]);
}

/** Keeps the place, and goes on with the next item at the end. @returns whether that was the last one */
function useOnward({ libraryId, opened, after, onMove }: Props): boolean {
  const store = usePlayer();
  const isReadOnly = useReadOnly() !== undefined;
  const [hasEnded, setHasEnded] = useState(false);
  const { itemId, t1Ms } = opened;
  const latest = useRef({ after, onMove });
  useEffect(() => {
    latest.current = { after, onMove };
  });
  useEffect(() => {
    const url = paths.libraryItem(libraryId, itemId);
    let [wasPlaying, isDone] = [false, false];
    const keep = (isEnded = false) => {
      if (isReadOnly) return;
      const positionMs = String(Math.round(store.positionMs()));
      const form = { intent: "keep_place", positionMs, isEnded: isEnded ? "yes" : "no" };
      // What is lost with a broken line is ten seconds of a place.
      void fetch(url, {
        ...{ method: "POST", keepalive: true, headers: { accept: "application/json" } },
        body: new URLSearchParams(form),
      }).catch(() => undefined);
    };
    const timer = setInterval(() => store.get().isPlaying && keep(), KEEP_EVERY_MS);
    const undo = store.subscribe(() => {
      const { isPlaying, hasFailed } = store.get();
      if (isPlaying === wasPlaying) return;
      wasPlaying = isPlaying;
      // Where sound broke off says nothing: the place that was kept last is the better one.
      if (isPlaying || isDone || hasFailed) return;
      const isEnd = store.positionMs() >= t1Ms - END_MS;
      isDone = isEnd;
      keep(isEnd);
      if (!isEnd) return;
      if (latest.current.after === undefined) setHasEnded(true);
      else latest.current.onMove(latest.current.after);
    });
    const leave = () => !isDone && keep();
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      undo();
      removeEventListener("pagehide", leave);
      if (!isDone && wasPlaying) keep();
    };
  }, [store, libraryId, itemId, t1Ms, isReadOnly]);
  return hasEnded;
}
