import { Link2, Play, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { focusHome } from "#app/ui/components/primitive/focus-home.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import type { MadeClip } from "./clip-dialog.tsx";
import { useCopyClip } from "./use-copy-clip.ts";

type Props = { made: MadeClip; onClose: () => void };

/** The clip that was just made, while the call goes on: play it, pass its link on, open it. */
export default function MadeBar({ made, onClose }: Props) {
  const { clipId, title, t0Ms, t1Ms, audience, isAsked } = made;
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const store = usePlayer();
  const copyClip = useCopyClip();
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog that made it gives the focus back as it closes, before this frame.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.matches("input, textarea, [contenteditable]") !== true)
        copy.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <section
      aria-label={t("made.label")}
      className="fixed inset-x-2 bottom-[76px] z-40 mx-auto flex w-fit max-w-[calc(100vw-1rem)] flex-wrap items-center justify-center gap-1.5 rounded-panel border border-line bg-surface-raised p-2 text-sm shadow-float motion-safe:animate-layer desk:bottom-5"
    >
      <p role="status" className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 px-1">
        {t("made.text")}
        <TextLink tone="name" to={paths.clip(clipId)}>
          <bdi className="wrap-anywhere">{title}</bdi>
        </TextLink>
        {isAsked ? <span className="text-xs text-ink-muted">{t("made.isAsked")}</span> : null}
      </p>
      <Button ref={copy} size="small" icon={Link2} onClick={() => copyClip({ clipId, audience })}>
        {common("copyLink")}
      </Button>
      <Button
        tone="quiet"
        size="small"
        icon={Play}
        onClick={() => {
          store.range({ t0Ms, t1Ms });
          store.play();
        }}
      >
        {t("made.play")}
      </Button>
      <IconButton
        icon={X}
        label={common("close")}
        onClick={() => {
          onClose();
          focusHome()?.focus();
        }}
      />
    </section>
  );
}
