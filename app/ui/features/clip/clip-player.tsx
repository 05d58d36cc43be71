import { useEffect, useMemo, useState } from "react";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import type { ClipPageView } from "#app/core/pages/clip.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { KeyActions } from "#app/ui/features/player/key-actions.tsx";
import { KeySheet } from "#app/ui/features/player/key-sheet.tsx";
import type { Layer } from "#app/ui/features/player/layers.ts";
import { piecesPort } from "#app/ui/features/player/pieces-port.ts";
import { PlayerProvider, usePlayerState } from "#app/ui/features/player/player-context.tsx";
import type { MediaPort } from "#app/ui/features/player/player-store.ts";
import { Timeline } from "#app/ui/features/player/timeline.tsx";
import { Jump, PlayButton, Position, SpeedMenu } from "#app/ui/features/player/transport-parts.tsx";
import { useFlash, useTransportKeys } from "#app/ui/features/player/use-transport-keys.ts";
import { ClipWords } from "./beside-clip-page.ts";

type Props = { view: ClipPageView; onPlaying: (isPlaying: boolean) => void };

/** A clip as everybody who may plays it: its file, or until there is one its pieces in the call. */
export function ClipPlayer({ view, onPlaying }: Props) {
  const { clip, mixUrl, isOfCall, durationMs, words } = view;
  const { t } = useTranslation("clip");
  const pieces = useMemo(() => clip.source?.pieces ?? [], [clip.source?.pieces]);
  const [port] = useState(() =>
    isOfCall && pieces.length > 0 ? (element: MediaPort) => piecesPort(element, pieces) : undefined,
  );
  const lanes = useClipLanes(view);
  return (
    <PlayerProvider
      call={{ title: clip.title, durationMs }}
      heardUrl={mixUrl === null ? null : paths.clipHeard(clip.clipId)}
      mixUrl={mixUrl}
      videoUrl={null}
      lanes={lanes}
      silences={NOTHING}
      settings={view.settings}
      startMs={view.startMs}
      endMs={null}
      {...(port && { port })}
    >
      <KeyActions>
        <Playing onChange={onPlaying} />
        <div className="min-w-0">
          {clip.card === null ? null : (
            <p className="mb-3 border-l-2 border-line-strong pl-3 text-read font-medium">
              <bdi>{clip.card}</bdi>
            </p>
          )}
          {mixUrl === null ? null : (
            <>
              {isOfCall ? null : (
                <noscript>
                  {/* The words are on the same page. */}
                  {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
                  <audio controls preload="none" src={mixUrl} className="mb-3 w-full" />
                </noscript>
              )}
              <div className="noscript:hidden">
                {lanes.length === 0 ? null : <ClipLanes view={view} lanes={lanes} />}
                <ClipTransport isAlone={lanes.length === 0} />
              </div>
            </>
          )}
          <div className="mt-5">
            {words === null ? (
              <p className="text-sm text-ink-muted">
                {t(
                  clip.isWithdrawn
                    ? "words.gone"
                    : clip.state === "ready"
                      ? "words.none"
                      : "words.coming",
                )}
              </p>
            ) : (
              <ClipWords
                key={words.index.number}
                clipId={clip.clipId}
                start={words}
                language={view.language ?? "en"}
                hasSound={mixUrl !== null}
              />
            )}
          </div>
        </div>
      </KeyActions>
    </PlayerProvider>
  );
}

function Playing({ onChange }: { onChange: Props["onPlaying"] }) {
  const isPlaying = usePlayerState((state) => state.isPlaying);
  useEffect(() => {
    onChange(isPlaying);
    return () => onChange(false);
  }, [isPlaying, onChange]);
  return null;
}

const NOTHING: readonly never[] = [];

/** Everybody who is heard in the file, with their waveform. */
function useClipLanes({ clip: { media } }: ClipPageView): LaneView[] {
  return useMemo(
    () =>
      (media?.lanes ?? []).map(({ name, side }, lane) => {
        const peaks = media?.peaks.find((file) => file.lane === lane);
        return {
          ...{ trackId: String(lane), participantId: null, name, side, lane },
          ...{ offsetMs: 0, arrivedMs: 0, talkShare: null, audioUrl: null, spoken: null },
          peaksUrl: peaks ? paths.clipFile(peaks.fileId) : null,
        };
      }),
    [media],
  );
}

/** Voices side by side; every second piece is shaded, so that it is seen where one ends. */
function ClipLanes({ view: { clip }, lanes }: { view: ClipPageView; lanes: readonly LaneView[] }) {
  const { t } = useTranslation("clip");
  const lengths = clip.media?.pieces;
  const layers = useMemo((): readonly Layer[] => {
    if (lengths === undefined || lengths.length < 2) return NOTHING;
    let at = 0;
    const pieces = lengths.map((ms) => {
      const t0Ms = at;
      at += ms;
      return { t0Ms, t1Ms: at };
    });
    return [
      {
        ...{ kind: "shade", id: "pieces", label: t("pieces.title"), look: "plain" },
        ranges: pieces.filter((_, n) => n % 2 === 1),
        said: t("pieces.count", { count: pieces.length }),
      },
    ];
  }, [lengths, t]);
  return <Timeline lanes={lanes} layers={layers} />;
}

/** Of a phone it is the lower edge, as in playback: words far down the page are heard from there, too. */
const AT_EDGE =
  "max-desk:fixed max-desk:inset-x-0 max-desk:bottom-0 max-desk:z-30 max-desk:border-x-0 max-desk:border-b-0 max-desk:pb-[env(safe-area-inset-bottom)]";
const BELOW_LANES = "max-desk:mt-2 max-desk:rounded-panel";

type TransportProps = {
  /** There are no lanes above it. */
  isAlone: boolean;
  isAtEdge?: boolean;
};

/** Play, the position, five seconds back and on, speed. */
export function ClipTransport({ isAlone, isAtEdge = false }: TransportProps) {
  const { t } = useTranslation("player");
  const [flash, say] = useFlash();
  useTransportKeys(say);
  const hasFailed = usePlayerState((state) => state.hasFailed);
  return (
    <section
      aria-label={t("controls")}
      className={`@container border border-line bg-surface-raised text-sm desk:relative ${isAlone ? "desk:rounded-panel" : "desk:rounded-b-panel"} ${isAtEdge ? AT_EDGE : `max-desk:relative ${isAlone ? "max-desk:rounded-panel" : BELOW_LANES}`}`}
    >
      <div className="flex flex-wrap items-center gap-1.5 px-3.5 py-2 desk:gap-2">
        <PlayButton />
        <Position />
        <Jump seconds={-5} />
        <Jump seconds={5} />
        <SpeedMenu />
        {hasFailed ? (
          <span role="alert" className="min-w-0 truncate text-danger">
            {t("failed")}
          </span>
        ) : null}
        <span className="grow" />
        <KeySheet />
      </div>
      <p
        role="status"
        className="pointer-events-none absolute bottom-full left-1/2 mb-3 -translate-x-1/2 rounded-control bg-ink px-3 py-1.5 font-mono text-lg whitespace-nowrap text-surface-raised empty:hidden"
      >
        {flash}
      </p>
    </section>
  );
}
