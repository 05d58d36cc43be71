import { useMemo } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { STEP_KINDS } from "#app/ui/features/player/moment-marks.ts";
import { Player } from "#app/ui/features/player/player.tsx";
import { useCallLayers } from "./use-call-layers.tsx";
import { useHrefAt } from "./use-href-at.ts";

type Props = { view: PlaybackView };

/** Lanes and controls, or the sentence that stands where there is no sound. */
export function CallPlayer({ view: { call, recording, lanes, hits, metrics } }: Props) {
  const hrefAt = useHrefAt(call.id);
  const { t } = useTranslation("record");
  const { date } = useFormat();
  const moments = useMemo(
    () =>
      hits.flatMap(({ kind, t0Ms }) => {
        const step = STEP_KINDS.find((entry) => entry === kind);
        return step === undefined ? [] : [{ kind: step, t0Ms }];
      }),
    [hits],
  );
  const layers = useCallLayers({ hits, metrics });
  if (recording && (recording.mixUrl !== null || recording.videoUrl !== null))
    return (
      <Player
        lanes={lanes}
        layers={layers}
        moments={moments}
        link={{ hrefAt, visibility: call.visibility }}
      />
    );
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
