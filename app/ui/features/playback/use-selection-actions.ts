import { Link2, PencilOff, Play } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useToast } from "#app/ui/components/primitive/toast.tsx";
import { useHasSound } from "#app/ui/features/player/player-context.tsx";
import { type CallLink, useCopyLink } from "#app/ui/features/player/use-copy-link.ts";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import type { SelectionAction } from "#app/ui/features/transcript/selected-words.ts";

/** What the page of a call offers for selected words; correcting them is the transcript's own, and why it is not there is said here. */
export function useSelectionActions(link: CallLink, canEdit: boolean): SelectionAction[] {
  const { t } = useTranslation("transcript");
  const toast = useToast();
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
  const why: SelectionAction = {
    id: "correct",
    icon: PencilOff,
    label: t("correct.notYours"),
    run: () => toast({ text: t("correct.notYours") }),
  };
  return [...(hasSound ? [play] : []), copy, ...(canEdit ? [] : [why])];
}
