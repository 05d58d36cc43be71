import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { useMediaSession } from "./media-session.ts";
import { currentSettings, saveSettings } from "./player-settings.ts";
import {
  createPlayerStore,
  type MediaPort,
  type PlayerState,
  type PlayerStore,
} from "./player-store.ts";
import { useHeard } from "./use-heard.ts";

const PlayerContext = createContext<PlayerStore | null>(null);
type Picture = { videoUrl: string; posterUrl: string | null };
const PictureContext = createContext<Picture | null>(null);
const SoundContext = createContext(true);

export type PlayerProviderProps = {
  call: Pick<PlaybackView["call"], "title" | "durationMs">;
  /** Where what is heard is noted; null: nowhere. */
  heardUrl: string | null;
  mixUrl: string | null;
  videoUrl: string | null;
  /** What is shown of the picture before it plays. */
  posterUrl?: string | null;
  lanes: PlaybackView["lanes"];
  silences: readonly { t0Ms: number; t1Ms: number }[];
  /** A range is all there is to play: a jump ends at its edges. */
  isBounded?: boolean;
  /** The reader's own. */
  settings: PlayerSettings;
  /** `t=` and `end=` of the address: where the player stands, never a reason to start. */
  startMs: number | null;
  endMs: number | null;
  /** The reader has no profile: what they choose holds for this page. */
  isAnonymous?: boolean;
  /** Elements that outlast this call: a phone lets the one that plays already go on with the next. */
  elements?: SoundElements;
  /** What is heard of the sound, where that is not all of it; the same function as long as the player stands. */
  port?: (element: MediaPort) => MediaPort;
  children: ReactNode;
};

export type SoundElements = {
  main: RefObject<HTMLAudioElement>;
  voice: RefObject<HTMLAudioElement>;
};

/**
 * The player of one call, silent and still where its media is gone: lanes, transcript and every citation below act on it. Give it `key={call.id}`.
 * The picture, when there is one, is placed by `PlayerPicture`.
 */
export function PlayerProvider(props: PlayerProviderProps) {
  // Who views as a colleague plays by their settings, changes none of them, and hears nothing in their name.
  const isReadOnly = useReadOnly() !== undefined;
  const isAnonymous = props.isAnonymous === true;
  const [store] = useState(() =>
    createPlayerStore(
      {
        durationMs: props.call.durationMs ?? 0,
        lanes: props.lanes,
        silences: props.silences,
        isBounded: props.isBounded === true,
      },
      isAnonymous ? props.settings : currentSettings(props.settings),
      isReadOnly || isAnonymous ? undefined : saveSettings,
    ),
  );
  const [startMs, endMs] = [props.startMs, props.endMs];
  useEffect(() => {
    if (startMs !== null && endMs !== null && endMs > startMs) {
      store.range({ t0Ms: startMs, t1Ms: endMs });
    } else if (startMs !== null) store.seek(startMs);
  }, [store, startMs, endMs]);
  useMediaSession(store, props.call.title);
  useHeard(store, isReadOnly ? null : props.heardUrl);
  const videoUrl = useSettled(store, props.videoUrl);
  const posterUrl = props.posterUrl ?? null;
  const picture = useMemo(
    () => (videoUrl === null ? null : { videoUrl, posterUrl }),
    [videoUrl, posterUrl],
  );
  return (
    <PlayerContext.Provider value={store}>
      <PictureContext.Provider value={picture}>
        <SoundContext.Provider value={props.mixUrl !== null || props.videoUrl !== null}>
          {videoUrl === null && props.mixUrl !== null ? (
            props.elements === undefined ? (
              <Sound mixUrl={props.mixUrl} isLate={isAnonymous} port={props.port} />
            ) : (
              <KeptSound mixUrl={props.mixUrl} elements={props.elements} />
            )
          ) : null}
          {props.children}
        </SoundContext.Provider>
      </PictureContext.Provider>
    </PlayerContext.Provider>
  );
}

/** A picture that is ready while somebody listens waits for the next pause: the sound does not break off for it. */
function useSettled(store: PlayerStore, videoUrl: string | null): string | null {
  const [shown, show] = useState(videoUrl);
  useEffect(() => {
    const settle = () => {
      if (!store.get().isPlaying) show(videoUrl);
    };
    settle();
    return store.subscribe(settle);
  }, [store, videoUrl]);
  return shown;
}

/** The picture to place, or null. */
export const usePicture = (): Picture | null => useContext(PictureContext);

/** Whether there is anything to hear: imported words have a clock and no sound. */
export const useHasSound = (): boolean => useContext(SoundContext);

/** The player above; outside of one a screen has a mistake, not a missing feature. */
export function usePlayer(): PlayerStore {
  const store = useContext(PlayerContext);
  if (store === null) throw new Error("usePlayer needs a PlayerProvider above it");
  return store;
}

/** One fact of the player's state; re-renders only when that fact changes. */
export function usePlayerState<T>(pick: (state: PlayerState) => T): T {
  const store = usePlayer();
  return useStore(store, pick);
}

/** Calls `onPosition` each frame while playing and after each seek, without rendering anything. */
export function usePosition(onPosition: (ms: number, isSeek: boolean) => void): void {
  const store = usePlayer();
  const latest = useRef(onPosition);
  useEffect(() => {
    latest.current = onPosition;
  });
  useEffect(() => {
    latest.current(store.positionMs(), false);
    return store.onPosition((ms, isSeek) => latest.current(ms, isSeek));
  }, [store]);
}

const itself = (element: MediaPort): MediaPort => element;

/** `isLate`: nothing of it is fetched before somebody presses play, by which a visitor's view is counted. */
function Sound({
  mixUrl,
  isLate,
  port = itself,
}: {
  mixUrl: string;
  isLate: boolean;
  port: PlayerProviderProps["port"];
}) {
  const store = usePlayer();
  const main = useRef<HTMLAudioElement>(null);
  const voice = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (main.current && voice.current) return store.attach(port(main.current), voice.current);
    return undefined;
  }, [store, port]);
  // Captions of the sound are the transcript on the same page, word by word.
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={main} src={mixUrl} preload={isLate ? "none" : "metadata"} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={voice} preload="auto" />
    </>
  );
}

/** Sound of elements that stand elsewhere on the page. */
function KeptSound({ mixUrl, elements }: { mixUrl: string; elements: SoundElements }) {
  const store = usePlayer();
  const { main, voice } = elements;
  useEffect(() => {
    if (!main.current || !voice.current) return undefined;
    main.current.src = mixUrl;
    return store.attach(main.current, voice.current);
  }, [store, mixUrl, main, voice]);
  return null;
}

/** The screen share or camera, over the timeline; a click plays and pauses. */
export function PlayerPicture({
  picture: { videoUrl, posterUrl },
  label,
}: {
  picture: Picture;
  label: string;
}) {
  const store = usePlayer();
  const main = useRef<HTMLVideoElement>(null);
  const voice = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (main.current && voice.current) return store.attach(main.current, voice.current);
    return undefined;
  }, [store]);
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface-sunken">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={main}
        src={videoUrl}
        poster={posterUrl ?? undefined}
        preload="metadata"
        playsInline
        aria-label={label}
        className="block max-h-[46vh] w-full object-contain"
        onClick={store.toggle}
      />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={voice} preload="auto" />
    </div>
  );
}
