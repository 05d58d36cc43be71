import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { DEFAULT_SETTINGS } from "#app/core/domain/account/player-settings.ts";
import type { SharedList, SharedListItem, SharedView } from "#app/core/pages/shared-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";
import { Link } from "#app/ui/components/primitive/link.tsx";
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
} from "#app/ui/features/player/player-context.tsx";
import { useFlash, useTransportKeys } from "#app/ui/features/player/use-transport-keys.ts";
import { SharedFooter } from "./shared-footer.tsx";
import { SharedFrame } from "./shared-frame.tsx";
import { Pulse, SharedBody, SharedHead, useLanes } from "./shared-recording.tsx";
import { SharedTransport } from "./shared-transport.tsx";

type View = Extract<SharedView, { step: "list" }>;
type Current = NonNullable<SharedList["current"]>;

/** So near the end a recording counts as heard to the end. */
const END_MS = 500;

/**
 * A library for somebody outside: its list, and one recording of it with its player, which goes on to the next at the
 * end. One pair of sound elements serves them all: a phone whose screen is locked goes on only in the one that plays.
 */
export function SharedListPage({ view, languages }: { view: View; languages: ReactNode }) {
  const { workspace, items, current, description } = view;
  const { t } = useTranslation("shared");
  const { duration } = useFormat();
  const main = useRef<HTMLAudioElement>(null);
  const voice = useRef<HTMLAudioElement>(null);
  const elements = useMemo(() => ({ main, voice }), []);
  const { open, take } = useMoves();
  const ready = items.filter(({ isReady }) => isReady);
  const totalMs = items.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return (
    <>
      {/* The words of each recording stand on the same page. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={main} preload="none" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={voice} preload="none" />
      <SharedFrame
        workspace={workspace}
        isWide
        footer={<SharedFooter hasRecording>{languages}</SharedFooter>}
      >
        <SharedHead view={view} workspace={workspace}>
          {description === "" ? null : (
            <p className="mt-3 text-base text-ink-soft wrap-anywhere">{description}</p>
          )}
        </SharedHead>
        <div className="mt-5 grid content-start gap-6 desk:grid-cols-[300px_minmax(0,1fr)]">
          <aside className="desk:sticky desk:top-4 desk:max-h-[calc(100dvh-9rem)] desk:self-start desk:overflow-y-auto">
            <p className="mb-2 text-xs text-ink-muted">
              {t("list.facts", { count: items.length, time: duration(totalMs) })}
            </p>
            <List items={items} current={current?.key ?? null} onOpen={open} />
          </aside>
          {current === null ? (
            <p role="status" className="text-base text-ink-soft">
              {t(ready.length > 0 ? "list.gone" : items.length > 0 ? "list.waiting" : "list.none")}
            </p>
          ) : (
            <Recording
              key={current.audioUrl}
              {...{ view, current, elements }}
              items={ready}
              onOpen={open}
              take={take}
            />
          )}
        </div>
      </SharedFrame>
    </>
  );
}

/** Goes from one to another: `take` says, once, whether the one that came was asked for to be played. */
function useMoves() {
  const navigate = useNavigate();
  const playing = useRef<string | null>(null);
  return useMemo(
    () => ({
      open: (key: string) => {
        playing.current = key;
        navigate(addressOf(key), { preventScrollReset: true });
      },
      take: (key: string): boolean => {
        const isWanted = playing.current === key;
        if (isWanted) playing.current = null;
        return isWanted;
      },
    }),
    [navigate],
  );
}

const addressOf = (key: string): string => `?item=${key}`;

type ListProps = {
  items: readonly SharedListItem[];
  current: string | null;
  onOpen: (key: string) => void;
};

function List({ items, current, onOpen }: ListProps) {
  const { t } = useTranslation("shared");
  const { duration } = useFormat();
  if (items.length === 0) return null;
  return (
    <ol
      aria-label={t("list.label")}
      className="overflow-hidden rounded-panel border border-line bg-surface-raised"
    >
      {items.map(({ key, title, why, durationMs, isReady }, at) => {
        const line = (
          <>
            <span className="w-4 shrink-0 text-right font-mono text-xs text-ink-muted">
              {at + 1}
            </span>
            <span className="min-w-0 grow">
              <bdi className="block text-sm font-medium wrap-anywhere">{title}</bdi>
              {why === "" ? null : (
                <span className="block text-xs text-ink-soft wrap-anywhere">{why}</span>
              )}
              {isReady ? null : (
                <span className="block text-xs text-ink-muted">{t("list.preparing")}</span>
              )}
            </span>
            <span className="font-mono text-xs text-ink-muted">{duration(durationMs)}</span>
          </>
        );
        const look = "flex items-baseline gap-2.5 px-3 py-3";
        return (
          <li key={key} className="border-b border-line last:border-b-0">
            {isReady ? (
              <Link
                to={addressOf(key)}
                preventScrollReset
                aria-current={key === current ? "true" : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(key);
                }}
                className={`${look} hover:bg-surface-hover aria-[current]:bg-surface-chosen`}
              >
                {line}
              </Link>
            ) : (
              <div className={look}>{line}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type RecordingProps = {
  view: View;
  current: Current;
  elements: SoundElements;
  /** What can be heard, in the order of the list. */
  items: readonly SharedListItem[];
  onOpen: (key: string) => void;
  take: (key: string) => boolean;
};

function Recording(props: RecordingProps) {
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
        <End {...props} />
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
        {current.audioUrl === null ? null : <Transport {...props} />}
      </KeyActions>
    </PlayerProvider>
  );
}

/** One that cannot be heard any more leaves the list; the others stay, unless the link itself ended. */
function End({ current: { pulseUrl } }: RecordingProps) {
  const revalidate = useRevalidate();
  return <Pulse url={pulseUrl} onEnd={revalidate} />;
}

function Transport({ current, items, onOpen, take }: RecordingProps) {
  const { t } = useTranslation("shared");
  const [flash, say] = useFlash();
  useTransportKeys(say);
  const at = items.findIndex(({ key }) => key === current.key);
  const [before, after] = [items[at - 1]?.key, items[at + 1]?.key];
  useItemStepKeys({ before, after, onMove: onOpen });
  useStart(current.key, take);
  const texts = useStepTexts();
  const hasEnded = useOnward(current.durationMs, after, onOpen);
  return (
    <>
      <SharedTransport
        isWide
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
        more={<KeySheet />}
      />
      <p role="status" className="sr-only">
        {hasEnded ? t("list.done") : flash}
      </p>
    </>
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
