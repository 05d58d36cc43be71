import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Player } from "#app/ui/features/player/player.tsx";
import { useCallLayers } from "./use-call-layers.tsx";
import { useHrefAt } from "./use-href-at.ts";

type Props = { view: PlaybackView };

/** Lanes and controls, or the sentence that stands where there is no sound. */
export function CallPlayer({ view: { call, recording, lanes, hits, metrics, marks } }: Props) {
  const hrefAt = useHrefAt(call.id);
  const { t } = useTranslation("record");
  const { date } = useFormat();
  const layers = useCallLayers({ hits, metrics, marks });
  if (recording && (recording.mixUrl !== null || recording.videoUrl !== null))
    return <Player lanes={lanes} layers={layers} hrefAt={hrefAt} />;
  if (recording?.mediaRemovedAt)
    return (
      <p className="text-sm text-ink-muted">
        {t("page.noMedia", { date: date(recording.mediaRemovedAt) })}
      </p>
    );
  return recording?.state === "ready" ? (
    <p className="text-sm text-ink-muted">{t("page.imported")}</p>
  ) : null;
}
