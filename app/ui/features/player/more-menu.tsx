import { Ellipsis, Layers, Volume2, VolumeX } from "lucide-react";
import { lazy, useEffect } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { LateContent } from "#app/ui/components/primitive/late-content.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import type { Layer } from "./layers.ts";
import type { Steps } from "./moment-steps.tsx";
import { usePlayerState } from "./player-context.tsx";
import type { CallLink } from "./use-copy-link.ts";

/** What is inside of these is looked at only when they are opened: it comes after the page. */
const load = () => import("./more-controls.tsx");
const VolumeControl = lazy(async () => ({ default: (await load()).VolumeControl }));
const LayerList = lazy(async () => ({ default: (await load()).LayerList }));
const MoreControls = lazy(async () => ({ default: (await load()).MoreControls }));

/** The volume beside the other controls. */
export function VolumeMenu() {
  const { t } = useTranslation("player");
  const isSilent = usePlayerState(({ settings }) => settings.isMuted || settings.volume === 0);
  return (
    <Popover
      label={t("volume")}
      size="small"
      align="end"
      trigger={<IconButton icon={isSilent ? VolumeX : Volume2} label={t("volume")} />}
    >
      <LateContent>
        <VolumeControl />
      </LateContent>
    </Popover>
  );
}

/** Which layers the timeline shows; kept for the next call. */
export function LayerMenu({ layers }: { layers: readonly Layer[] }) {
  const { t } = useTranslation("player");
  return (
    <Popover
      label={t("layers")}
      size="small"
      align="end"
      trigger={<IconButton icon={Layers} label={t("layers")} />}
    >
      <LateContent>
        <LayerList layers={layers} />
      </LateContent>
    </Popover>
  );
}

export type MoreProps = { layers: readonly Layer[]; steps: Steps | null; link: CallLink };

/** "…": the controls that have no room in the bar. */
export function MoreMenu(props: MoreProps) {
  const { t } = useTranslation("playback");
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
  return (
    <Popover
      label={t("more")}
      size="medium"
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t("more")} />}
    >
      <LateContent>
        <MoreControls {...props} />
      </LateContent>
    </Popover>
  );
}
