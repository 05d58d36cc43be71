import { Link2, Play } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useHasSound } from "#app/ui/features/player/player-context.tsx";
import { type CallLink, useCopyLink } from "#app/ui/features/player/use-copy-link.ts";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import type { SelectionAction } from "#app/ui/features/transcript/selected-words.ts";

/** What the page of a call offers for selected words. */
export function useSelectionActions(link: CallLink): SelectionAction[] {
  const { t } = useTranslation("transcript");
  const playFrom = usePlayFrom();
  const copyLink = useCopyLink(link);
  const hasSound = useHasSound();
  const play: SelectionAction = {
    id: "play",
    icon: Play,
    label: t("selection.play"),
    run: ({ t0Ms }) => playFrom(t0Ms),
  };
  const copy: SelectionAction = {
    id: "link",
    icon: Link2,
    label: t("selection.copyLink"),
    run: ({ t0Ms }) => copyLink(t0Ms),
  };
  return hasSound ? [play, copy] : [copy];
}
