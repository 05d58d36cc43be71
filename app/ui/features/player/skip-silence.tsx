import { Check, ChevronsRight } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { usePlayer, usePlayerState } from "./player-context.tsx";

/** Whether silences are skipped, and how much time that saves. */
export function SkipSilence() {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const isSkipping = usePlayerState((state) => state.settings.isSkipping);
  const savesMs = usePlayerState((state) => state.savesMs);
  const minutes = Math.round(savesMs / 60_000);
  const seconds = Math.round(savesMs / 1000);
  const saves =
    minutes > 0 ? t("savesMinutes", { count: minutes }) : t("savesSeconds", { count: seconds });
  return (
    <Button
      aria-pressed={isSkipping}
      icon={isSkipping ? Check : ChevronsRight}
      onClick={() => store.skipSilence(!isSkipping)}
    >
      {t("skipSilence")}
      {seconds > 0 ? (
        <span className="font-normal text-ink-muted @max-[70rem]:hidden">{saves}</span>
      ) : null}
    </Button>
  );
}
