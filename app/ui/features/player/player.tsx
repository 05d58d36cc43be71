import { useTranslation } from "#app/i18n/translation.tsx";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import type { Layer } from "./layers.ts";
import type { MomentMark } from "./moment-marks.ts";
import { PlayerPicture, usePicture } from "./player-context.tsx";
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
  link: CallLink;
};

/** Picture, lanes and controls of one call. Stands in a `PlayerProvider`, first in a block as long as the page. */
export function Player({ lanes, layers, moments, link }: PlayerProps) {
  const { t } = useTranslation("player");
  const videoUrl = usePicture();
  return (
    <>
      {videoUrl === null ? null : (
        <div className="mb-3">
          <PlayerPicture videoUrl={videoUrl} label={t("picture")} />
        </div>
      )}
      <div data-sticks="frame" className={lanes.length <= MOST_STICKING ? STICKS : "contents"}>
        <Timeline lanes={lanes} layers={layers} />
        <Transport layers={layers} moments={moments} link={link} />
      </div>
    </>
  );
}
