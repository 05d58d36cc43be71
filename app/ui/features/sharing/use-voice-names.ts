import { useCallback } from "react";
import type { Side } from "#app/core/domain/views.ts";
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
