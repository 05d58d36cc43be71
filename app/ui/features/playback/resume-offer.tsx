import { useSearchParams } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { usePlayer, usePlayerState } from "#app/ui/features/player/player-context.tsx";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import { findResumePlace, useKeptPlace } from "./use-resume-place.ts";

/** The way back to where the reader left the call in this browser, until it is played or another place is chosen. */
export function ResumeOffer({ memberId, callId }: { memberId: string; callId: string }) {
  const { t } = useTranslation("player");
  const { duration } = useFormat();
  const store = usePlayer();
  const playFrom = usePlayFrom();
  const durationMs = usePlayerState((state) => state.durationMs);
  // Who views as a colleague listens for neither of the two.
  const isReadOnly = useReadOnly() !== undefined;
  const [search] = useSearchParams();
  const isAtPlace = search.has("t") || search.has("end");
  const [wantsTime] = useState(isAtPlace);
  const [isOver, setOver] = useState(false);
  const [placeMs, setPlace] = useState<number | null>(null);
  useKeptPlace(store, memberId, isReadOnly || isAtPlace ? null : callId);
  // The server knows nothing of this browser, so the first paint has no offer.
  useEffect(() => {
    setPlace(wantsTime || isReadOnly ? null : findResumePlace(memberId, callId, durationMs));
  }, [memberId, callId, durationMs, wantsTime, isReadOnly]);
  useEffect(() => {
    const endState = store.subscribe(() => {
      if (store.get().isPlaying) setOver(true);
    });
    const endPosition = store.onPosition((_, isSeek) => {
      if (isSeek) setOver(true);
    });
    return () => {
      endState();
      endPosition();
    };
  }, [store]);
  if (isOver || placeMs === null) return null;
  const time = duration(placeMs);
  return (
    // A narrow bar is full: there the offer floats above it. In a wider one it gives way to the controls.
    <span className="flex min-w-0 items-center [&>:first-child]:min-w-0 @max-[40rem]:absolute @max-[40rem]:bottom-full @max-[40rem]:left-3.5 @max-[40rem]:mb-1.5 @max-[40rem]:rounded-control @max-[40rem]:bg-surface-raised @max-[40rem]:shadow-float">
      <Button tone="quiet" size="small" onClick={() => playFrom(placeMs)}>
        <span className="truncate">{t("continueAt", { time })}</span>
      </Button>
      <IconButton
        icon={X}
        size="small"
        label={t("continueHide", { time })}
        onClick={({ currentTarget }) => {
          // The first button of the controls is Play: the focus must not go with this one.
          currentTarget.closest("section")?.querySelector("button")?.focus();
          setOver(true);
        }}
      />
    </span>
  );
}
