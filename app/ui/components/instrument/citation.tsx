import { cva } from "class-variance-authority";
import type { MouseEvent } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { Link } from "#app/ui/components/primitive/link.tsx";

const look = cva(
  "mx-0.5 inline-flex min-h-6 items-center align-middle font-mono text-2xs leading-none font-medium whitespace-nowrap",
  { variants: { side: { us: "text-us-ink", them: "text-them-ink", none: "text-ink-soft" } } },
);

type Props = {
  /** Where it was said, milliseconds from the start of the call. */
  startMs: number;
  name: string;
  side: "us" | "them" | "none";
  /** The address of the call at this time; works without script and can be copied. */
  to: string;
  /** Plays it here instead of going there. */
  onPlay?: (startMs: number) => void;
  /** Nothing can be heard there: it leads to the words. */
  isSilent?: boolean;
};

/** The quickest way from a claim to its sound: "12:27 Mari" in the speaker's colour. */
export function Citation({ startMs, name, side, to, onPlay, isSilent = false }: Props) {
  const { t } = useTranslation("common");
  const time = formatDuration(startMs);
  const play = (event: MouseEvent) => {
    if (onPlay === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onPlay(startMs);
  };
  return (
    <Link
      to={to}
      preventScrollReset
      onClick={play}
      title={t(isSilent ? "citation.go" : "citation.play", { time, name })}
      className={look({ side })}
    >
      <span className="rounded-chip border border-line px-[5px] py-[3px] hover:bg-surface-hover">
        {time} {name}
      </span>
    </Link>
  );
}
