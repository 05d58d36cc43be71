import { Link2, MessageSquarePlus, PencilOff, Play, Scissors, Share2 } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { useToast } from "#app/ui/components/primitive/toast.tsx";
import { useHasSound } from "#app/ui/features/player/player-context.tsx";
import { type CallLink, useCopyLink } from "#app/ui/features/player/use-copy-link.ts";
import { wantedClip } from "#app/ui/features/player/wanted-clip.ts";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import { wantedRange } from "#app/ui/features/sharing/wanted-range.ts";
import type { SelectionAction } from "#app/ui/features/transcript/selected-words.ts";
import { useComments } from "#app/ui/features/comment/comments-context.tsx";

type Rights = { canEdit: boolean; canComment: boolean; canLink: boolean; canClip: boolean };

/** What the page of a call offers for selected words; correcting them is the transcript's own, and why it is not there is said here. */
export function useSelectionActions(
  link: CallLink,
  { canEdit, canComment, canLink, canClip }: Rights,
): SelectionAction[] {
  const { t } = useTranslation("transcript");
  const toast = useToast();
  const playFrom = usePlayFrom();
  const copyLink = useCopyLink(link);
  const { startAt } = useComments();
  const isReadOnly = useReadOnly() !== undefined;
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
  const comment: SelectionAction = {
    id: "comment",
    icon: MessageSquarePlus,
    label: t("selection.comment"),
    name: t("selection.name.comment"),
    run: ({ t0Ms, t1Ms }) => startAt({ t0Ms: Math.round(t0Ms), t1Ms: Math.round(t1Ms) }),
  };
  const share: SelectionAction = {
    id: "share",
    icon: Share2,
    label: t("selection.share"),
    name: t("selection.name.share"),
    run: ({ t0Ms, t1Ms }) => wantedRange.set({ t0Ms: Math.floor(t0Ms), t1Ms: Math.ceil(t1Ms) }),
  };
  const clip: SelectionAction = {
    id: "clip",
    icon: Scissors,
    label: t("selection.clip"),
    name: t("selection.name.clip"),
    keys: "X",
    run: ({ t0Ms, t1Ms, text }) =>
      wantedClip.set({ t0Ms: Math.floor(t0Ms), t1Ms: Math.ceil(t1Ms), title: text }),
  };
  const why: SelectionAction = {
    id: "correct",
    icon: PencilOff,
    label: t("correct.notYours"),
    run: () => toast({ text: t("correct.notYours") }),
  };
  const say = canComment && !isReadOnly ? [comment] : [];
  return [
    ...(canClip && hasSound && !isReadOnly ? [clip] : []),
    ...say,
    ...(canLink && hasSound && !isReadOnly ? [share] : []),
    ...(hasSound ? [play] : []),
    copy,
    ...(canEdit ? [] : [why]),
  ];
}
