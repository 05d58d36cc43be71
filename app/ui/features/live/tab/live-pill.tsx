import { Mic, MicOff } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCard } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { useLocalCopy } from "#app/ui/features/capture/use-local-copy.ts";
import { troubleOf } from "../call/recording-trouble.ts";
import { useElapsed } from "../call/use-elapsed.ts";
import { useLiveRoom } from "../room/use-live-room.ts";
import { setActiveCall, type ActiveCall, useActiveCall } from "./active-call-store.ts";
import { useCallTab } from "./use-call-tab.ts";
import { useOwnedWindows } from "./use-call-windows.ts";
import { Link } from "#app/ui/components/primitive/link.tsx";

/**
 * The call that runs, on every other page: how long, and the way back. Where this tab is in the call, it
 * stays in it: the pill holds the microphone, with its mute.
 */
export function LivePill({ card }: { card: LiveCard | null }) {
  return (
    <>
      <Pill card={card} />
      {card === null || card.waiting.length === 0 ? null : (
        <Suspense>
          <LiveJoinRequests callId={card.callId} waiting={card.waiting} />
        </Suspense>
      )}
    </>
  );
}

/** On every page, and rarely needed. */
const LiveJoinRequests = lazy(() => import("./live-join-requests.tsx"));

function Pill({ card }: { card: LiveCard | null }) {
  const kept = useActiveCall();
  if (kept !== null) return <HeldCall key={kept.callId} kept={kept} card={card} />;
  if (card === null) return null;
  return (
    <PillLink callId={card.callId} title={card.title} startedAt={card.startedAt} card={card} />
  );
}

function HeldCall({ kept, card }: { kept: ActiveCall; card: LiveCard | null }) {
  const { t } = useTranslation("shell");
  const { callId, title, participantId } = kept;
  const [devices] = useDevices();
  const tab = useCallTab(callId, true);
  const { room, session } = useLiveRoom(callId, tab.place === "here" ? "member" : null, devices, 0);
  const own = card?.callId === callId ? card : null;
  useLocalCopy(
    session === null ? null : callId,
    participantId,
    useCallback(() => session?.micTrack() ?? null, [session]),
    own?.recording.state === "paused",
  );
  useOwnedWindows(callId, room, (wish) => {
    if (wish === "mute" || wish === "unmute") session?.setMuted(wish === "mute");
    else if (wish === "hold" || wish === "unhold") session?.setHold(wish === "hold");
    else if (wish === "leave") setActiveCall(null);
    else window.focus();
  });
  const phase = room?.phase;
  const isLost = tab.place === "elsewhere" || phase === "taken_over";
  useEffect(() => {
    // Ended, removed or taken over: what is left is the way to the page that says so.
    if (isLost || phase === "left" || phase === "removed") setActiveCall(null);
  }, [isLost, phase]);
  const isMuted = room?.isMuted === true;
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      {room === null ? null : (
        <IconButton
          icon={isMuted ? MicOff : Mic}
          label={isMuted ? t("pill.unmute") : t("pill.mute")}
          aria-pressed={isMuted}
          onClick={() => session?.setMuted(!isMuted)}
        />
      )}
      <PillLink
        callId={callId}
        title={title}
        startedAt={own?.startedAt ?? kept.startedAt}
        aheadMs={kept.clockOffsetMs}
        card={own}
      />
    </span>
  );
}

type LinkProps = {
  callId: string;
  title: string;
  startedAt: string | null;
  aheadMs?: number;
  card: LiveCard | null;
};

function PillLink({ callId, title, startedAt, aheadMs = 0, card }: LinkProps) {
  const { t } = useTranslation("shell");
  const { duration } = useFormat();
  const elapsed = useElapsed(startedAt, aheadMs);
  const time = elapsed === null ? "" : duration(elapsed);
  const trouble = card === null ? null : troubleOf(card.recording);
  return (
    <Link
      to={paths.consoleCall(callId)}
      aria-label={t("pill.label", { title, time })}
      className="inline-flex min-h-7 shrink-0 items-center gap-[7px] rounded-full bg-live px-[11px] text-sm font-medium text-on-live hover:brightness-95"
    >
      <span aria-hidden className="size-[7px] rounded-full bg-current" />
      <span>
        {t("pill.live")} <span className="tabular-nums">{time}</span>
        {trouble === null ? null : <> · {t("pill.absent")}</>}
      </span>
    </Link>
  );
}
