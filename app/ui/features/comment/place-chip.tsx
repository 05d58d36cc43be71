import type { MouseEvent } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";

/** How a place of the call is written: "12:27" or "12:27–12:58". */
export function usePlaceText(): (t0Ms: number, t1Ms: number | null) => string {
  const { t } = useTranslation("comment");
  const { duration } = useFormat();
  return (t0Ms, t1Ms) =>
    t1Ms === null ? duration(t0Ms) : t("write.range", { from: duration(t0Ms), to: duration(t1Ms) });
}

type Props = { callId: string; t0Ms: number; t1Ms: number | null };

/** Where a comment stands, one press from hearing it. */
export function PlaceChip({ callId, t0Ms, t1Ms }: Props) {
  const say = usePlaceText();
  return (
    <PlayFrom
      callId={callId}
      ms={t0Ms}
      className="rounded-chip border border-line px-[5px] py-[3px] font-mono text-2xs leading-none font-medium whitespace-nowrap text-ink-soft hover:bg-surface-hover"
    >
      {say(t0Ms, t1Ms)}
    </PlayFrom>
  );
}

/** A link to a place of the call; a press plays it here. */
export function PlayFrom({
  callId,
  ms,
  className,
  children,
}: {
  callId: string;
  ms: number;
  className: string;
  children: string;
}) {
  const { t } = useTranslation("transcript");
  const { duration } = useFormat();
  const playFrom = usePlayFrom();
  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    playFrom(ms);
  };
  return (
    <a
      href={paths.playback(callId, { t: Math.floor(ms / 1000), tab: "comments" })}
      title={t("playFrom", { time: duration(ms) })}
      onClick={play}
      className={className}
    >
      {children}
    </a>
  );
}
