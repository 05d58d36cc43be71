import { useEffect, useMemo, useRef, useState } from "react";
import { DEFAULT_SETTINGS } from "#app/core/domain/account/player-settings.ts";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import type { SharedList, SharedListItem, SharedView } from "#app/core/pages/shared-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";
import {
  ItemSteps,
  type StepTexts,
  useItemKeys,
  useItemStepKeys,
} from "#app/ui/features/player/item-steps.tsx";
import { KeyActions } from "#app/ui/features/player/key-actions.tsx";
import {
  PlayerProvider,
  type SoundElements,
  usePlayer,
} from "#app/ui/features/player/player-context.tsx";
import { SharedBody } from "./shared-body.tsx";
import { SharedTransport } from "./shared-transport.tsx";
import { usePulse } from "./use-pulse.ts";
import { useLanes } from "./use-voice-names.ts";

type View = Extract<SharedView, { step: "list" }>;
type Current = NonNullable<SharedList["current"]>;

/** So near the end a recording counts as played to the end. */
const END_MS = 500;

type Props = {
  view: View;
  current: Current;
  elements: SoundElements;
  /** What can be played, in the order of the list. */
  items: readonly SharedListItem[];
  onOpen: (key: string) => void;
  take: (key: string) => boolean;
};

/** One recording of a list, with its words and a player that goes on to the next. */
export function SharedItem(props: Props) {
  const { view, current, elements } = props;
  const lanes = useLanes(current.lanes, view.workspace);
  const keys = useItemKeys(useStepTexts());
  return (
    <PlayerProvider
      call={current}
      heardUrl={null}
      mixUrl={current.audioUrl}
      videoUrl={null}
      lanes={lanes}
      silences={[]}
      settings={DEFAULT_SETTINGS}
      startMs={current.startMs}
      endMs={null}
      elements={elements}
      isAnonymous
    >
      <KeyActions keys={keys}>
        <Screen {...props} lanes={lanes} />
      </KeyActions>
    </PlayerProvider>
  );
}

/** One that cannot be played any more leaves the list; the others stay, unless the link itself ended. */
function Screen({ lanes, ...props }: Props & { lanes: readonly LaneView[] }) {
  const { view, current } = props;
  const revalidate = useRevalidate();
  const { isLost } = usePulse({ pulseUrl: current.pulseUrl, onEnd: revalidate });
  return (
    <>
      <section aria-labelledby="shared-item" className="min-w-0">
        <h2 id="shared-item" className="text-lg leading-tight font-strong wrap-anywhere">
          <bdi>{current.title}</bdi>
        </h2>
        <SharedBody
          view={current}
          workspace={view.workspace}
          lanes={lanes}
          query={`item=${current.key}&`}
        />
      </section>
      {current.audioUrl === null ? null : <Transport {...props} isLost={isLost} />}
    </>
  );
}

function Transport({ current, items, onOpen, take, isLost }: Props & { isLost: boolean }) {
  const { t } = useTranslation("shared");
  const at = items.findIndex(({ key }) => key === current.key);
  const [before, after] = [items[at - 1]?.key, items[at + 1]?.key];
  useItemStepKeys({ before, after, onMove: onOpen });
  useStart(current.key, take);
  const texts = useStepTexts();
  const hasEnded = useOnward(current.durationMs, after, onOpen);
  return (
    <SharedTransport
      isWide
      isLost={isLost}
      said={hasEnded ? t("list.done") : null}
      title={
        <div className="order-first flex min-w-0 basis-full items-center gap-1 desk:order-none desk:grow desk:basis-0 desk:px-3">
          <p className="min-w-0 grow truncate text-sm">
            <bdi className="font-medium">{current.title}</bdi>{" "}
            <span className="text-ink-muted">
              {t("list.of", { n: at + 1, total: items.length })}
            </span>
          </p>
          <ItemSteps texts={texts} {...{ before, after }} onMove={onOpen} size="control" />
        </div>
      }
    />
  );
}

function useStepTexts(): StepTexts {
  const { t } = useTranslation("shared");
  const [next, previous, done] = [t("list.next"), t("list.previous"), t("list.done")];
  return useMemo(() => ({ next, previous, done }), [next, previous, done]);
}

/** Plays what was asked for in the list, by a key or by the end of the one before; what a link opened stays still. */
function useStart(key: string, take: (key: string) => boolean): void {
  const store = usePlayer();
  useEffect(() => {
    if (!take(key)) return;
    store.seek(0);
    store.play();
  }, [store, key, take]);
}

/** Goes on with the next one at the end. @returns whether that was the last */
function useOnward(
  durationMs: number,
  after: string | undefined,
  onOpen: (key: string) => void,
): boolean {
  const store = usePlayer();
  const [hasEnded, setEnded] = useState(false);
  const latest = useRef({ after, onOpen });
  useEffect(() => {
    latest.current = { after, onOpen };
  });
  useEffect(() => {
    let wasPlaying = false;
    return store.subscribe(() => {
      const { isPlaying } = store.get();
      if (isPlaying === wasPlaying) return;
      wasPlaying = isPlaying;
      setEnded(false);
      if (isPlaying || store.positionMs() < durationMs - END_MS) return;
      const { after: next, onOpen: go } = latest.current;
      if (next === undefined) setEnded(true);
      else go(next);
    });
  }, [store, durationMs]);
  return hasEnded;
}
