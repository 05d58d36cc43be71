import { useCallback, useMemo } from "react";
import type { Side } from "#app/core/domain/views.ts";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import type { SharedRecording } from "#app/core/pages/shared-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";

type Voice = { name: string; side: Side | null };

/**
 * What voices are called where the link shows no names: ours as the workspace, theirs as the other side, each numbered
 * where there are more; a recording of everybody in one is called so.
 */
export function useVoiceNames(workspace: string): (voices: readonly Voice[]) => string[] {
  const { t } = useTranslation("shared");
  const { t: common } = useTranslation("common");
  return useCallback(
    (voices) => {
      const unnamed = (side: Side | null) =>
        voices.filter((voice) => voice.name === "" && voice.side === side);
      return voices.map((voice) => {
        const { name, side } = voice;
        if (name !== "") return name;
        const same = unnamed(side);
        const n = same.indexOf(voice) + 1;
        if (side === null)
          return voices.length === 1 ? common("side.everybody") : t("page.voice", { n });
        const whose = side === "R" ? workspace : t("page.theirs");
        return same.length === 1 ? whose : t("page.numbered", { name: whose, n });
      });
    },
    [t, common, workspace],
  );
}

/** The lanes of the player, with those names. */
export function useLanes(lanes: SharedRecording["lanes"], workspace: string): LaneView[] {
  const namesOf = useVoiceNames(workspace);
  return useMemo(() => {
    const names = namesOf(lanes);
    return lanes.map(({ key, side, peaksUrl }, lane) => ({
      ...{ trackId: key, participantId: null, side, lane, peaksUrl, name: names[lane] ?? "" },
      ...{ offsetMs: 0, arrivedMs: 0, talkShare: null, audioUrl: null, spoken: null },
    }));
  }, [lanes, namesOf]);
}
