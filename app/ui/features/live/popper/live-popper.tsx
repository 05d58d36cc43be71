import { PictureInPicture2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import type { LaneSource } from "#app/ui/features/capture/level-lane.tsx";
import type { OwnerState } from "../tab/call-channel.ts";
import { elapsedMs as elapsedIn, type LiveNow, type LiveStore } from "../call/live-store.ts";
import type { RoomSnapshot } from "../room/room-session.client.ts";
import { hasPip, openPip, openPopperWindow } from "./pip-window.client.ts";
import { type PopperActs, PopperPanel } from "./popper-panel.tsx";
import type { LiveCallRole } from "#app/core/domain/live/live-views.ts";

type Props = PopperActs & {
  title: string;
  callRole: LiveCallRole;
  isSpoken: boolean;
  store: LiveStore;
  now: LiveNow;
  elapsedMs: number | null;
  room: RoomSnapshot | null;
  ownId: string | null;
};

/**
 * The small window of the console: a button, and while it is open the window itself, which stays on top
 * where the browser can. Blocked, its controls stand in a bar on this page. Closing it ends nothing.
 */
export function LivePopper({ store, room, ...panel }: Props) {
  const { t } = useTranslation("lobby");
  const { pip, isBlocked, open, close, hide } = usePopperWindow();
  const laneOf = useLanes(store);
  const content = (
    <PopperPanel
      {...panel}
      own={ownerState(room)}
      laneOf={laneOf}
      {...(isBlocked
        ? { corner: <IconButton icon={X} label={t("popper.hide")} size="small" onClick={hide} /> }
        : {})}
    />
  );
  return (
    <>
      <Button
        icon={PictureInPicture2}
        onClick={pip === null ? open : close}
        aria-pressed={pip !== null}
      >
        {pip === null ? t("popper.open") : t("popper.bringBack")}
      </Button>
      {pip === null ? null : createPortal(content, pip.document.body)}
      {isBlocked ? (
        <aside
          aria-label={t("popper.miniBar")}
          className="fixed right-3 bottom-3 z-30 grid h-[480px] max-h-[calc(100dvh-1.5rem)] w-80 max-w-[calc(100vw-1.5rem)] grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-panel border border-line bg-surface-raised shadow-float"
        >
          <p role="status" className="border-b border-line px-3 py-2 text-xs">
            {t("popper.blocked")}
          </p>
          {content}
        </aside>
      ) : null}
    </>
  );
}

export const ownerState = (room: RoomSnapshot | null): OwnerState | null =>
  room === null
    ? null
    : { phase: room.phase, isMuted: room.isMuted, isOnHold: room.isOnHold, mic: room.mic };

/** Lanes of a call as its stream tells them, on the call's own clock. */
export function useLanes(store: LiveStore): (participantId: string) => LaneSource {
  const made = useRef(new Map<string, LaneSource>());
  const of = useRef(store);
  if (of.current !== store) {
    of.current = store;
    made.current = new Map();
  }
  return (participantId) => {
    const found = made.current.get(participantId) ?? {
      track: store.track(participantId),
      nowMs: () => elapsedIn(store.get(), Date.now()) ?? 0,
    };
    made.current.set(participantId, found);
    return found;
  };
}

function usePopperWindow() {
  const [pip, setPip] = useState<Window | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => () => pip?.close(), [pip]);

  function openWindow(): void {
    setBlocked(openPopperWindow(paths.consolePopper()) === null);
  }
  /** In the click: browsers open windows for nothing else. */
  function open(): void {
    if (!hasPip()) {
      openWindow();
      return;
    }
    openPip().then(
      (opened) => {
        if (opened.closed) return; // while its styles were loading
        opened.addEventListener("pagehide", () => setPip(null));
        setPip(opened);
      },
      () => openWindow(),
    );
  }
  return {
    pip,
    isBlocked,
    open,
    close: () => setPip(null),
    hide: () => setBlocked(false),
  };
}
