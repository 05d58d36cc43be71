import { useTranslation } from "react-i18next";
import type { HitView, LaneView, MetricsView } from "#app/core/domain/call/call-views.ts";
import { PlayerPicture } from "./player-context.tsx";
import { Timeline } from "./timeline.tsx";
import { Transport } from "./transport.tsx";

export type PlayerProps = {
  videoUrl: string | null;
  lanes: readonly LaneView[];
  hits: readonly HitView[];
  metrics: Pick<MetricsView, "silences" | "overlaps"> | null;
};

/** Picture, lanes and controls of one call. Stands in a `PlayerProvider`, first in a block as long as the page. */
export function Player({ videoUrl, lanes, hits, metrics }: PlayerProps) {
  const { t } = useTranslation("player");
  return (
    <>
      {videoUrl === null ? null : (
        <div className="mb-3">
          <PlayerPicture videoUrl={videoUrl} label={t("picture")} />
        </div>
      )}
      <Timeline lanes={lanes} hits={hits} metrics={metrics} />
      <Transport hasLayers={metrics !== null || hits.length > 0} />
    </>
  );
}
