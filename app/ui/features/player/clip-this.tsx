import { Scissors } from "lucide-react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { usePlayerState } from "./player-context.tsx";
import { clipOffer, wantedClip } from "./wanted-clip.ts";

/** A clip lasts a second at least, and what is found is often shorter than what was said around it. */
const LEAST_MS = 2_000;

type Props = RangeMs & {
  /** Words said there, for its title. */
  title: string;
  /** Beside other buttons that have words. */
  isNamed?: boolean;
};

/** Makes a clip of what a row is about; nothing where the page makes none. */
export function ClipThis({ t0Ms, t1Ms, title, isNamed = false }: Props) {
  const { t } = useTranslation("playback");
  const isOffered = useStore(clipOffer);
  const durationMs = usePlayerState((state) => state.durationMs);
  if (!isOffered) return null;
  const take = () => {
    const end = Math.min(durationMs, Math.max(t1Ms, t0Ms + LEAST_MS));
    wantedClip.set({ t0Ms: Math.max(0, Math.min(t0Ms, end - LEAST_MS)), t1Ms: end, title });
  };
  return isNamed ? (
    <Button tone="quiet" size="small" icon={Scissors} onClick={take}>
      {t("clipThis")}
    </Button>
  ) : (
    <IconButton
      icon={Scissors}
      size="small"
      label={t("clipThisAt", { time: formatDuration(t0Ms) })}
      onClick={take}
    />
  );
}
