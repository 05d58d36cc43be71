import { useMemo } from "react";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { Layer, ShadeLayer } from "#app/ui/features/player/layers.ts";

type Shown = {
  pieces: readonly RangeMs[];
  chosen: number;
  /** As the sound can have them. */
  masks: readonly CutMask[];
  lanes: readonly LaneView[];
};

/** The pieces behind the voices, the chosen one stronger, and what is bleeped on each voice. */
export function usePieceLayers({ pieces, chosen, masks, lanes }: Shown): readonly Layer[] {
  const { t } = useTranslation("clip");
  return useMemo((): readonly Layer[] => {
    const one = pieces[chosen];
    const bleeps = lanes.flatMap(({ trackId, participantId }): ShadeLayer[] => {
      const ranges = masks.filter(
        (mask) => mask.participantId === null || mask.participantId === participantId,
      );
      if (ranges.length === 0) return [];
      return [
        {
          ...{ kind: "shade", id: `clip-bleeps-${trackId}`, label: t("bleep.title") },
          ...{ ranges, look: "bleeped", trackId },
          said: t("bleep.count", { count: ranges.length }),
        },
      ];
    });
    return [
      {
        ...{ kind: "shade", id: "clip-pieces", label: t("pieces.title"), look: "plain" },
        ranges: pieces.filter((_, n) => n !== chosen),
        said: t("pieces.count", { count: pieces.length }),
      },
      {
        ...{ kind: "shade", id: "clip-chosen", label: t("pieces.chosen"), look: "chosen" },
        ranges: one ? [one] : [],
      },
      ...bleeps,
    ];
  }, [pieces, chosen, masks, lanes, t]);
}
