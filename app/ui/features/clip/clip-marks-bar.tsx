import { ArrowLeftToLine, ArrowRightToLine, Play, Scissors, X } from "lucide-react";
import { formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Key } from "#app/ui/components/primitive/key.tsx";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { type ClipMarks, clipMarks, wantedClip } from "#app/ui/features/player/wanted-clip.ts";

type Props = { marks: ClipMarks; onMark: (end: keyof ClipMarks) => void };

/** Where the clip begins and ends, while somebody listens for it. */
export default function ClipMarksBar({ marks: { t0Ms, t1Ms }, onMark }: Props) {
  const { t } = useTranslation("clip");
  const store = usePlayer();
  const time = (ms: number | null) => (ms === null ? "–" : formatDuration(ms));
  const isWhole = t0Ms !== null && t1Ms !== null;
  return (
    <section
      aria-label={t("marks.label")}
      className="fixed inset-x-2 bottom-[76px] z-40 mx-auto flex w-fit max-w-[calc(100vw-1rem)] flex-wrap items-center justify-center gap-1.5 rounded-panel border border-line bg-surface-raised p-2 text-sm shadow-float motion-safe:animate-layer desk:bottom-5 noscript:hidden"
    >
      <p role="status" className="px-1 font-mono font-medium">
        {t("marks.range", { from: time(t0Ms), to: time(t1Ms) })}
        {isWhole ? (
          <span className="ml-2 font-normal text-ink-muted">{formatDuration(t1Ms - t0Ms)}</span>
        ) : null}
      </p>
      <Button tone="quiet" size="small" icon={ArrowRightToLine} onClick={() => onMark("t0Ms")}>
        {t("marks.start")} <Key>I</Key>
      </Button>
      <Button tone="quiet" size="small" icon={ArrowLeftToLine} onClick={() => onMark("t1Ms")}>
        {t("marks.end")} <Key>O</Key>
      </Button>
      {isWhole ? (
        <IconButton
          icon={Play}
          label={t("marks.play")}
          onClick={() => {
            store.range({ t0Ms, t1Ms });
            store.play();
          }}
        />
      ) : null}
      <Button
        tone="plain"
        size="small"
        icon={Scissors}
        disabledReason={isWhole ? undefined : t("marks.missing")}
        onClick={() => {
          if (isWhole) wantedClip.set({ t0Ms, t1Ms, title: "" });
        }}
      >
        {t("make.this")} <Key>X</Key>
      </Button>
      <IconButton icon={X} label={t("marks.drop")} onClick={() => clipMarks.set(null)} />
    </section>
  );
}
