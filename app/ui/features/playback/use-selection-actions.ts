import { Link2, Play } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useCopyLink } from "#app/ui/features/player/use-copy-link.ts";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import type { SelectionAction } from "#app/ui/features/transcript/selected-words.ts";

/** What the page of a call offers for selected words. */
export function useSelectionActions(hrefAt: (ms: number) => string): SelectionAction[] {
  const { t } = useTranslation("transcript");
  const playFrom = usePlayFrom();
  const copyLink = useCopyLink(hrefAt);
  return [
    { id: "play", icon: Play, label: t("selection.play"), run: ({ t0Ms }) => playFrom(t0Ms) },
    { id: "link", icon: Link2, label: t("selection.copyLink"), run: ({ t0Ms }) => copyLink(t0Ms) },
  ];
}
