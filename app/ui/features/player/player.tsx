import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import type { Layer } from "./layers.ts";
import type { MomentMark } from "./moment-marks.ts";
import { PlayerPicture, useHasSound, usePicture } from "./player-context.tsx";
import { Timeline } from "./timeline.tsx";
import { Transport } from "./transport.tsx";
import type { CallLink } from "./use-copy-link.ts";

/** With few lanes and a tall window the lanes stay in sight with the controls; else the controls alone. */
const MOST_STICKING = 4;
const STICKS =
  "contents desk:[@media(min-height:840px)]:sticky desk:[@media(min-height:840px)]:top-(--under-top-bar,0px) desk:[@media(min-height:840px)]:z-30 desk:[@media(min-height:840px)]:block desk:[@media(min-height:840px)]:bg-surface";

export type PlayerProps = {
  lanes: readonly LaneView[];
  /** What the page shows beside the voices. */
  layers: readonly Layer[];
  moments: readonly MomentMark[];
  /** What a browser plays by itself where no script runs. */
  mixUrl: string | null;
  link: CallLink;
  /** What the page puts among the controls. */
  beside?: ReactNode;
};

/**
 * Picture, lanes and controls of one call; lanes alone where it has no sound, and the browser's own player where no
 * script runs. Stands in a `PlayerProvider`, first in a block as long as the page.
 */
export function Player({ lanes, layers, moments, mixUrl, link, beside }: PlayerProps) {
  const { t } = useTranslation("player");
  const picture = usePicture();
  const hasSound = useHasSound();
  return (
    <>
      {picture === null && mixUrl === null ? null : (
        <noscript>
          {/* The words are on the same page. */}
          {picture === null ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption
            <audio controls preload="metadata" src={mixUrl ?? ""} className="w-full" />
          ) : (
            // oxlint-disable-next-line jsx-a11y/media-has-caption
            <video
              controls
              preload="metadata"
              src={picture.videoUrl}
              poster={picture.posterUrl ?? undefined}
              className="max-h-[46vh] w-full"
            />
          )}
        </noscript>
      )}
      {/* Without script none of this does anything. */}
      <div className="contents noscript:hidden">
        {picture === null ? null : (
          <div className="mb-3">
            <PlayerPicture picture={picture} label={t("picture")} />
          </div>
        )}
        <div data-sticks="frame" className={lanes.length <= MOST_STICKING ? STICKS : "contents"}>
          <Timeline lanes={lanes} layers={layers} />
          {hasSound ? (
            <Transport layers={layers} moments={moments} link={link} beside={beside} />
          ) : null}
        </div>
      </div>
    </>
  );
}
