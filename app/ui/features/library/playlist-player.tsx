import { X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { ItemView, OpenedItem } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import {
  ItemSteps,
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
import { Jump, PlayButton, Position, SpeedMenu } from "#app/ui/features/player/transport-parts.tsx";
import { useFlash, useTransportKeys } from "#app/ui/features/player/use-transport-keys.ts";

/** Where somebody stands is kept so often, and at every pause. */
const KEEP_EVERY_MS = 10_000;
/** So near the end an item counts as heard to the end. */
const END_MS = 500;

type Props = {
  libraryId: string;
  /** What can be played, in the order it is shown. */
  items: readonly ItemView[];
  currentId: string;
  settings: PlayerSettings;
  onMove: (itemId: string) => void;
  onClose: () => void;
};

/**
 * Plays a library or a folder from item to item, each from where it was left. One pair of sound elements serves them all:
 * a phone whose screen is locked goes on only in the element that plays already.
 */
export default function PlaylistPlayer(props: Props) {
  const { libraryId, items, currentId } = props;
  const { t } = useTranslation("library");
  const main = useRef<HTMLAudioElement>(null);
  const voice = useRef<HTMLAudioElement>(null);
  const elements = useMemo(() => ({ main, voice }), []);
  const opened = useOpened(libraryId, currentId);
  const at = items.findIndex(({ id }) => id === currentId);
  return (
    <section
      aria-label={t("player.label")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] noscript:hidden"
    >
      {/* The words of each item stand on its call's page. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={main} preload="auto" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={voice} preload="none" />
      {opened.data === null ? (
        <div className="flex items-center gap-2 px-4 py-3 text-sm">
          <p role="status" className="grow text-ink-muted">
            {t(opened.hasFailed ? "player.failed" : "player.loading")}
          </p>
          <Steps {...props} at={at} />
        </div>
      ) : (
        <Playing
          key={opened.data.itemId}
          {...props}
          at={at}
          opened={opened.data}
          elements={elements}
        />
      )}
    </section>
  );
}

/** What the player needs of an item; null until it came. Opening is counted, so it is asked once for each item. */
function useOpened(libraryId: string, itemId: string) {
  const [answer, setAnswer] = useState<{ itemId: string; data: OpenedItem | null } | null>(null);
  useEffect(() => {
    const asked = new AbortController();
    const give = (data: OpenedItem | null) => {
      if (!asked.signal.aborted) setAnswer({ itemId, data });
    };
    openItem(libraryId, itemId, asked.signal).then(give, () => give(null));
    return () => asked.abort();
  }, [libraryId, itemId]);
  const mine = answer?.itemId === itemId ? answer : null;
  return { data: mine?.data ?? null, hasFailed: mine !== null && mine.data === null };
}

async function openItem(
  libraryId: string,
  itemId: string,
  signal: AbortSignal,
): Promise<OpenedItem | null> {
  const response = await fetch(paths.libraryItem(libraryId, itemId), {
    ...{ method: "POST", signal, headers: { accept: "application/json" } },
    body: new URLSearchParams({ intent: "open_item" }),
  });
  if (!response.ok) return null;
  const data: unknown = await response.json();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own action's answer
  return data as OpenedItem;
}

type PlayingProps = Props & { at: number; opened: OpenedItem; elements: SoundElements };

function Playing(props: PlayingProps) {
  const { opened, elements, settings } = props;
  const keys = useItemKeys(useStepTexts());
  return (
    <PlayerProvider
      call={{ title: opened.title, durationMs: opened.durationMs }}
      heardUrl={opened.heardUrl}
      mixUrl={opened.mixUrl}
      videoUrl={null}
      lanes={[]}
      silences={[]}
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

function Controls(props: PlayingProps) {
  const { opened, items, at } = props;
  const { t } = useTranslation("library");
  const [flash, say] = useFlash();
  useTransportKeys(say);
  useStart(opened);
  useItemStepKeys({ ...around(props), onMove: props.onMove });
  const hasEnded = useOnward(props);
  const hasFailed = usePlayerState((state) => state.hasFailed);
  const { t: player } = useTranslation("player");
  return (
    <>
      <div className="mx-auto flex max-w-[1100px] flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 text-sm">
        <PlayButton />
        <Position />
        <Jump seconds={-10} />
        <Jump seconds={10} />
        <SpeedMenu />
        <p className="order-last min-w-0 basis-full truncate desk:order-none desk:basis-auto desk:grow">
          <bdi className="font-medium">{opened.title}</bdi>{" "}
          <span className="text-ink-muted">
            {t("player.of", { n: at + 1, total: items.length })}
          </span>
        </p>
        {hasFailed ? (
          <span role="alert" className="text-danger">
            {player("failed")}
          </span>
        ) : null}
        <span className="grow desk:hidden" />
        <KeySheet />
        <Steps {...props} />
      </div>
      <p role="status" className="sr-only">
        {hasEnded ? t("player.done") : flash}
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
function useOnward({ libraryId, items, at, opened, onMove }: PlayingProps): boolean {
  const store = usePlayer();
  const isReadOnly = useReadOnly() !== undefined;
  const [hasEnded, setHasEnded] = useState(false);
  const { itemId, t1Ms } = opened;
  const next = items[at + 1]?.id ?? null;
  const latest = useRef({ next, onMove });
  useEffect(() => {
    latest.current = { next, onMove };
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
      const { isPlaying } = store.get();
      if (isPlaying === wasPlaying) return;
      wasPlaying = isPlaying;
      if (isPlaying || isDone) return;
      const isEnd = store.positionMs() >= t1Ms - END_MS;
      isDone = isEnd;
      keep(isEnd);
      if (!isEnd) return;
      if (latest.current.next === null) setHasEnded(true);
      else latest.current.onMove(latest.current.next);
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

function useStepTexts(): StepTexts {
  const { t } = useTranslation("library");
  const [next, previous, done] = [t("player.next"), t("player.previous"), t("player.done")];
  return useMemo(() => ({ next, previous, done }), [next, previous, done]);
}

const around = ({ items, at }: Pick<PlayingProps, "items" | "at">) => ({
  before: items[at - 1]?.id,
  after: items[at + 1]?.id,
});

function Steps(props: Props & { at: number }) {
  const { t } = useTranslation("library");
  const { onMove, onClose } = props;
  return (
    <span className="flex items-center gap-1">
      <ItemSteps texts={useStepTexts()} {...around(props)} onMove={onMove} />
      <IconButton {...{ icon: X, label: t("player.close"), size: "small" }} onClick={onClose} />
    </span>
  );
}
